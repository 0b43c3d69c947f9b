// The page begins: settings, words, the pack; then what the address asks for.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import './ui/theme.css';
import './cards/cards.css';
import './cards/cardTable.css';
import './ui/ui.css';
import './ui/shell.css';
import { showSprite } from './cards/sprite';
import { later } from './ui/later';
import { shellWords, wantsPeople } from './i18n/load';
import { translator, type Words } from './i18n/words';
import { deviceLoader, isOnDevice } from './net/backend';
import { untilLoaded } from './net/untilLoaded';
import { route } from './ui/route';
import { language, startSettings } from './ui/settings';
import { registerServiceWorker } from './net/installedPage';
import { PageContext, plain } from './ui/context';

const pages = {
  start: () => import('./start/startPage'),
  table: () => import('./table/gamePage'),
  lobby: () => import('./people/lobby'),
  invitation: () => import('./people/invitation'),
  statistics: () => import('./people/statistics'),
  replay: () => import('./replay/replayPage'),
  lesson: () => import('./lesson/lessonPage'),
  device: () => import('./people/deviceLink'),
};
const NotFound = later(async () => (await import('./ui/notFound')).NotFound);
const Start = later(async () => (await pages.start()).Start);
const GamePage = later(async () => (await pages.table()).GamePage);
const loadDevice = (deviceLoader.load = () => import('./offline/deviceBackend'));
/** A table of this device: its card room is loaded before it is shown. */
const DeviceGamePage = later(async () => {
  await loadDevice();
  return (await pages.table()).GamePage;
});
const Lobby = later(async () => (await pages.lobby()).LobbyPage);
const StatisticsPage = later(async () => (await pages.statistics()).StatisticsPage);
const Invited = later(async () => (await pages.invitation()).InvitationPage);
const ReplayPage = later(async () => (await pages.replay()).ReplayPage);
const DevicePage = later(async () => (await pages.device()).DevicePage);
const LessonPage = later(async () => (await pages.lesson()).LessonPage);
// Begun at once, beside the words.
if (route.value.page !== 'nowhere') void pages[route.value.page]();

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
  if (
    (at.page === 'start' ||
      at.page === 'lobby' ||
      at.page === 'invitation' ||
      at.page === 'device' ||
      at.page === 'statistics') &&
    !t.has('people.title')
  )
    return null;
  return (
    <PageContext.Provider value={{ ...plain, t }}>
      {at.page === 'table' ? (
        isOnDevice(at.id) ? (
          <DeviceGamePage key={at.id} id={at.id} shell={lists} />
        ) : (
          <GamePage key={at.id} id={at.id} shell={lists} />
        )
      ) : at.page === 'statistics' ? (
        <StatisticsPage shell={lists} />
      ) : at.page === 'replay' ? (
        <ReplayPage key={`${at.from} ${at.id} ${at.deal}`} from={at.from} id={at.id} deal={at.deal} shell={lists} />
      ) : at.page === 'lesson' ? (
        <LessonPage key={at.game} game={at.game} shell={lists} />
      ) : at.page === 'start' ? (
        <Start shell={lists} />
      ) : at.page === 'lobby' ? (
        <Lobby key={at.game ?? ''} game={at.game} shell={lists} />
      ) : at.page === 'device' ? (
        <DevicePage key={at.token} token={at.token} />
      ) : at.page === 'invitation' ? (
        <Invited key={at.token} token={at.token} shell={lists} />
      ) : (
        <NotFound words={t('nowhere')} />
      )}
    </PageContext.Provider>
  );
}

render(<App />, document.getElementById('app')!);
