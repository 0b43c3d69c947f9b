// The page for development, without a server. The addresses /dev.html?…
//   show=cards                 the pack
//   show=start                 the start page
//   show=invitation&game=kael  the page of an invite link
//   show=statistics            the statistics
//   show=game                  a table over a mock trick game; &phase=between|over, &board=plain
//   show=frames&game=kael      a game's own board over the frames of games/kael/web/frames.ts (export default
//                              [frame, …]); [ and ] step, &at=3 begins at the fourth, &slow=300 delays answers,
//                              &watch shows what a spectator sees, &said=2 lets the third seat say something
// All take &theme=light&lang=de, and the tables also &names=Ann,Bo,Cleo,Dov.

import { render } from 'preact';
import { boards } from '../src/ui/boards';
import { Cards } from './cards';
import type { Frame } from '../src/net/protocol';
import { toast } from '../src/ui/toast';
import { called, mockFrames, mockServer, watched } from './mock';

// Tests call this function, because no table of this page shows a toast by itself.
Object.assign(globalThis, { toast });

const asked = new URLSearchParams(location.search);
const show = asked.get('show') ?? 'cards';

if (show === 'cards') {
  await import('../src/ui/theme.css');
  await import('../src/cards/cards.css');
  await import('./dev.css');
  const { showSprite } = await import('../src/cards/sprite');
  document.documentElement.dataset['theme'] = asked.get('theme') ?? 'dark';
  showSprite(asked.get('lang') ?? 'en');
  render(<Cards />, document.getElementById('app')!);
} else {
  const game = asked.get('game') ?? 'schwarze-dame';
  const names = asked.get('names')?.split(',') ?? [];
  mockServer(game, (asked.get('phase') ?? 'deal') as 'deal', !asked.has('fresh'), names);
  if (show === 'frames') {
    const files = import.meta.glob('../../games/*/web/frames.ts', { import: 'default' }) as Record<
      string,
      () => Promise<Frame[]>
    >;
    const own = await files[`../../games/${game}/web/frames.ts`]!();
    const frames = own.map((frame) => called(frame, names));
    mockFrames(
      asked.has('watch') ? frames.map(watched) : frames,
      Number(asked.get('at') ?? 0),
      Number(asked.get('slow') ?? 0),
      asked.has('said') ? Number(asked.get('said')) : null,
    );
  } else {
    boards.clear();
    if (asked.get('board') !== 'plain') boards.set(game, async () => (await import('./board')).default);
  }
  if (asked.has('theme') || asked.has('lang'))
    localStorage.setItem(
      'cardroom.settings',
      JSON.stringify({ theme: asked.get('theme') ?? 'auto', language: asked.get('lang') ?? '' }),
    );
  history.replaceState(null, '', { start: '/', invitation: '/j/mock', statistics: '/statistics' }[show] ?? '/t/mock');
  await import('../src/main');
}
