// Starts the page: loads settings, words and the pack, and shows the page that the address names.

import { effect, signal } from '@preact/signals';
import { type FunctionComponent, render } from 'preact';
import './ui/theme.css';
import './cards/cards.css';
import './cards/cardTable.css';
import './ui/ui.css';
import './ui/shell.css';
import { showSprite } from './cards/sprite';
import { type Later, later } from './ui/later';
import { shellWords, wantsPeople } from './i18n/load';
import { translator, type Words } from './i18n/words';
import { deviceLoader, isOnDevice } from './net/backend';
import { untilLoaded } from './net/untilLoaded';
import type { Route } from './ui/readRoute';
import { route } from './ui/route';
import { language, startSettings } from './ui/settings';
import { registerServiceWorker } from './net/installedPage';
import { PageContext, plain } from './ui/context';

const loadTable = async () => (await import('./table/gamePage')).GamePage;
const loadDevice = (deviceLoader.load = () => import('./offline/deviceBackend'));
/** The props that every page has in addition to the parts of its route. */
interface Shared {
  shell: Words[];
  /** The words for a page that does not exist. */
  words: string;
}
const pages: { [P in Route['page']]: Later<Route & { page: P } & Shared> } = {
  start: later(() => import('./start/startPage'), 'Start'),
  table: later(loadTable),
  lobby: later(() => import('./people/lobby'), 'LobbyPage'),
  invitation: later(() => import('./people/invitation'), 'InvitationPage'),
  statistics: later(() => import('./people/statistics'), 'StatisticsPage'),
  mistakes: later(() => import('./mistakes/mistakesPage'), 'MistakesPage'),
  replay: later(() => import('./replay/replayPage'), 'ReplayPage'),
  day: later(() => import('./days/dayPage'), 'DayPage'),
  lesson: later(() => import('./lesson/lessonPage'), 'LessonPage'),
  device: later(() => import('./people/deviceLink'), 'DevicePage'),
  nowhere: later(() => import('./ui/notFound'), 'NotFound'),
};
/** A table of this device. The card room inside this browser is loaded before the table is shown. */
const DeviceTable = later(async () => {
  await loadDevice();
  return loadTable();
});
// The code of the page is loaded at the same time as the words.
pages[route.value.page].begin();

const words = signal<{ language: string; lists: Words[] } | null>(null);

startSettings();
registerServiceWorker();
effect(() => {
  const wanted = language.value;
  const people = wantsPeople.value;
  showSprite(wanted);
  return untilLoaded(
    () => shellWords(wanted, people),
    (lists) => {
      words.value = { language: wanted, lists };
    },
  );
});
effect(() => {
  if (route.value.page !== 'table') wantsPeople.value = true;
});

function App() {
  if (!words.value) return null;
  const { language: lang, lists } = words.value;
  const t = translator(lang, ...lists);
  const at = route.value;
  if (/^(start|lobby|invitation|device|statistics|mistakes|day)$/.test(at.page) && !t.has('people.title')) return null;
  // TypeScript cannot see that a page and its route belong together.
  const Page = (at.page === 'table' && isOnDevice(at.id) ? DeviceTable : pages[at.page]) as FunctionComponent<
    Route & Shared
  >;
  return (
    <PageContext.Provider value={{ ...plain, t }}>
      <Page key={JSON.stringify(at)} {...at} shell={lists} words={t('nowhere')} />
    </PageContext.Provider>
  );
}

render(<App />, document.getElementById('app')!);
