// In development only. /dev.html?show=cards the pack; ?show=start the start page, ?show=game a table, both over a mock server.
// &theme=light &lang=de &phase=between|over &board=plain

import { render } from 'preact';
import { boards } from '../src/boards';
import { Cards } from './cards';
import { mockServer } from './mock';

const asked = new URLSearchParams(location.search);
const show = asked.get('show') ?? 'cards';

if (show === 'cards') {
  await import('../src/theme.css');
  await import('../src/cards/cards.css');
  await import('./dev.css');
  const { showSprite } = await import('../src/cards/sprite');
  document.documentElement.dataset['theme'] = asked.get('theme') ?? 'dark';
  showSprite(asked.get('lang') ?? 'en');
  render(<Cards />, document.getElementById('app')!);
} else {
  mockServer(asked.get('game') ?? 'schwarze-dame', (asked.get('phase') ?? 'deal') as 'deal', !asked.has('fresh'));
  boards.clear();
  if (asked.get('board') !== 'plain') boards.set(asked.get('game') ?? 'schwarze-dame', async () => (await import('./board')).default);
  if (asked.has('theme') || asked.has('lang')) localStorage.setItem('cardroom.settings', JSON.stringify({ theme: asked.get('theme') ?? 'auto', language: asked.get('lang') ?? '' }));
  history.replaceState(null, '', show === 'game' ? '/t/mock' : '/');
  await import('../src/main');
}
