// The button that deletes the reader's mistakes, with its question.

import type { Backend } from '../net/backend';
import { forgetMistakes } from '../net/mistakesApi';
import { usePage } from '../ui/context';
import { DeleteButton } from '../ui/DeleteButton';

/** `from`: the backends that have the mistakes. */
export function ForgetMistakes({ from, onDone }: { from: Iterable<Backend>; onDone(): void }) {
  const { t } = usePage();
  const forget = async () => {
    for (const one of from) await forgetMistakes(one);
    onDone();
  };
  return (
    <DeleteButton
      words={t('data.mistakes_forget')}
      ask={t('data.mistakes_ask')}
      act={t('data.forget_now')}
      stay={t('data.stay')}
      does="mistakes-forget"
      onDelete={forget}
    />
  );
}
