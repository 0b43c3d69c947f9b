// A button that deletes data of the reader, after a question.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import { Button } from './Button';
import { Confirm } from './Confirm';
import { usePage } from './context';
import { toast } from './toast';

interface Props {
  /** The words of the button and of the question's title. */
  words: string;
  ask: string;
  /** The words on the button that deletes, and on the one that cancels. */
  act: string;
  stay: string;
  /** The button's name for tests. The button that deletes has the same with `-now`. */
  does: string;
  /** Deletes the data. A failure is shown as a toast. */
  onDelete(): Promise<unknown>;
}

export function DeleteButton({ words, ask, act, stay, does, onDelete }: Props) {
  const { t } = usePage();
  const [asking, setAsking] = useState(false);
  const forget = () => {
    setAsking(false);
    onDelete().catch((error: unknown) => toast(errorWords(error, t)));
  };
  return (
    <>
      <Button kind="quiet" does={does} onPress={() => setAsking(true)}>
        {words}
      </Button>
      {asking && (
        <Confirm
          title={words}
          act={act}
          does={`${does}-now`}
          stay={stay}
          onAct={forget}
          onClose={() => setAsking(false)}
        >
          <p>{ask}</p>
        </Confirm>
      )}
    </>
  );
}
