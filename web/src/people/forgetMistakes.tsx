// The button that deletes the reader's mistakes, with its question.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import type { Backend } from '../net/backend';
import { forgetMistakes } from '../net/mistakesApi';
import { Button } from '../ui/Button';
import { Confirm } from '../ui/Confirm';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';

/** `from`: the backends that have the mistakes. */
export function ForgetMistakes({ from, onDone }: { from: Iterable<Backend>; onDone(): void }) {
  const { t } = usePage();
  const [asking, setAsking] = useState(false);
  const forget = async () => {
    setAsking(false);
    try {
      for (const one of from) await forgetMistakes(one);
      onDone();
    } catch (error) {
      toast(errorWords(error, t));
    }
  };
  return (
    <>
      <Button kind="quiet" does="mistakes-forget" onPress={() => setAsking(true)}>
        {t('data.mistakes_forget')}
      </Button>
      {asking && (
        <Confirm
          title={t('data.mistakes_forget')}
          act={t('data.forget_now')}
          does="mistakes-forget-now"
          stay={t('data.stay')}
          onAct={() => void forget()}
          onClose={() => setAsking(false)}
        >
          <p>{t('data.mistakes_ask')}</p>
        </Confirm>
      )}
    </>
  );
}
