// The page begins: settings, words, the pack; then what the address asks for.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import './theme.css';
import './cards/cards.css';
import './table/table.css';
import './ui/ui.css';
import './shell.css';
import { showSprite } from './cards/sprite';
import { GamePage } from './game';
import { shellWords } from './i18n/load';
import { translator, type Words } from './i18n/words';
import { route } from './route';
import { language, startSettings } from './settings';
import { keepShell } from './shell';
import { Start } from './start';
import { plain, Room } from './ui/context';
import { Nowhere } from './nowhere';

const words = signal<{ language: string; lists: Words[] } | null>(null);

startSettings();
keepShell();
effect(() => {
  const wanted = language.value;
  showSprite(wanted);
  void shellWords(wanted).then((lists) => { if (language.value === wanted) words.value = { language: wanted, lists }; });
});

function App() {
  if (!words.value) return null;
  const { language: lang, lists } = words.value;
  const t = translator(lang, ...lists);
  const at = route.value;
  return (
    <Room.Provider value={{ ...plain, t }}>
      {at.page === 'table' ? <GamePage key={at.id} id={at.id} shell={lists} />
        : at.page === 'start' ? <Start shell={lists} />
        : <Nowhere words={t('nowhere')} />}
    </Room.Provider>
  );
}

render(<App />, document.getElementById('app')!);
