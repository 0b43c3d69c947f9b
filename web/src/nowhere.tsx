// A page that is not there: the queen, a sentence, the way back.

import { Logo } from './cards/Logo';
import { useRoom } from './ui/context';

export function Nowhere({ words }: { words: string }) {
  const { t } = useRoom();
  return (
    <main class="nowhere felt">
      <Logo size={96} />
      <h1>{words}</h1>
      <a class="button" href="/">
        {t('back')}
      </a>
    </main>
  );
}
