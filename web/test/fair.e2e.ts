// Tests of the shared shuffle. Two pages and the server make the seed of a match. After the match, each browser
// recomputes the seed from the record. It also compares the record with its stored data.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkRecord, DESKTOP, picture } from './cardroom';
import { look } from './look';
import { all, begin, hurryOn, meet, person, room, table, type Person } from './people';
import { itLong, LONG } from './long';

meet();

const END = '.sheet-foot [data-do=again]';
const GAMES: Record<string, object> = { hearts: { to: 1 }, 'la-dame-noire': { deals: 1 } };
const NEXT = '.sheet-foot [data-do=next]';
const SHORT = { game: 'schwarze-dame', bots: ['random'], options: { deals: 1 } };

interface Sent {
  t: string;
  k: number;
  h?: string;
  n?: string;
}
interface Attempt {
  k: number;
  h: (string | null)[];
  n: (string | null)[];
}

/** Records the page's messages on shuffles, beginning with the next table. `passes` decides which messages reach the
 * server. */
async function watched(page: Page, passes: (sent: Sent) => boolean = () => true): Promise<Sent[]> {
  const all: Sent[] = [];
  await page.routeWebSocket(/\/socket\?shuffles=1$/, (line) => {
    const server = line.connectToServer();
    line.onMessage((text) => {
      const sent = JSON.parse(String(text)) as Sent;
      const isShuffle = sent.t === 'seal' || sent.t === 'reveal';
      if (isShuffle) all.push(sent);
      if (!isShuffle || passes(sent)) server.send(text);
    });
  });
  return all;
}

/** Opens the page of a second person, and records its messages from the beginning. */
async function second(link: string, passes?: (sent: Sent) => boolean): Promise<Person & { sent: Sent[] }> {
  const bo = await person('Bo');
  const sent = await watched(bo.page, passes);
  await bo.page.goto(room.room.url + new URL(link).pathname);
  await bo.page.locator('.invitation input').fill('Bo');
  await bo.page.locator('.invitation [data-do=sit]').click();
  await bo.page.locator('.waiting').waitFor();
  return { ...bo, sent };
}

const record = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (table) => (await fetch(`/api/v1/tables/${table}/record`)).text(), id);
const entropy = async (page: Page, id: string): Promise<Attempt[]> =>
  (JSON.parse(await record(page, id)) as { entropy: Attempt[] }).entropy;

/** Opens *Was it fair?* at the end of a match, and waits for its verdict. */
async function opened(page: Page, sum: string): Promise<void> {
  await page.locator('.sheet-body > .fair [data-do=fair]').click();
  await page.locator(`.fair-sum[data-sum=${sum}]`).waitFor();
}
/** Returns how many cards of the first hand the page has stored. */
const handKept = (page: Page, id: string): Promise<number> =>
  page.evaluate(
    (table) =>
      new Promise<number>((found, failed) => {
        const opening = indexedDB.open('cardroom-shuffles');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('shuffles').objectStore('shuffles').get(table);
          reading.onsuccess = () => {
            opening.result.close();
            const kept = reading.result as { play?: { deals: { hand: string[] }[] } } | undefined;
            found(kept?.play?.deals[0]?.hand.length ?? 0);
          };
        };
      }),
    id,
  );
const states = (page: Page, attempt: number) =>
  page
    .locator('.fair-attempt')
    .nth(attempt)
    .locator('.fair-seats li')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')));
const kept = (page: Page) =>
  page.locator('[data-kept]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-kept')));

it('two pages shuffle together, and each finds its own number in the record', async () => {
  const ann = await person('Ann');
  // As at a plain http address in a home network, WebCrypto and locks do not exist.
  await ann.page.addInitScript(() => {
    Object.defineProperty(crypto, 'subtle', { value: undefined });
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  const sentByAnn = await watched(ann.page);
  const { id, link } = await table(ann, SHORT);
  const bo = await second(link);
  await begin(ann);
  for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
  for (const sent of [sentByAnn, bo.sent])
    expect(sent.map(({ t, k }) => [t, k])).toEqual([
      ['seal', 0],
      ['reveal', 0],
    ]);
  // People who come now took no part in the shuffle, whether they watch or take the seat of a bot.
  const cy = await person('Cy', `/t/${id}`, { ...DESKTOP, locale: 'de' });
  await cy.page.locator('.seal summary').click();
  await cy.page.locator('[data-proof=watched]', { hasText: 'Du schaust nur zu' }).waitFor();
  // While the match goes on, nothing that the page shows may reveal its cards.
  await bo.page.locator('.seal summary').click();
  await bo.page.locator('.seal [data-proof=mine]').waitFor();
  await bo.page.locator('.seal [data-do=fair]').click();
  await bo.page.locator('.fair-sum[data-sum=going_on]').waitFor();
  const running = JSON.parse(await record(bo.page, id)) as { seed: null; entropy: { S: null }[] };
  expect([running.seed, running.entropy[0]!.S]).toEqual([null, null]);
  await look(bo.page, 'fair-going-on');
  await bo.page.locator('[data-do=fair-close]').click();
  await hurryOn([ann, bo], id, END);
  const [attempt] = await entropy(ann.page, id);
  expect(attempt!.n).toEqual([sentByAnn[1]!.n, bo.sent[1]!.n, null, null]);
  expect(attempt!.h).toEqual([sentByAnn[0]!.h, bo.sent[0]!.h, null, null]);
  for (const { page } of [ann, bo]) {
    await page.locator('.sheet-body > .fair [data-proof=mine]').waitFor();
    await opened(page, 'proven');
    expect(await states(page, 0)).toEqual(['gave', 'gave', 'bot', 'bot']);
    expect(await kept(page)).toEqual(['commitment', 'list', 'number', 'hand', 'moves', 'points']);
    expect(await page.locator('.fair-steps li.wrong').count()).toBe(0);
    expect(await page.locator('[data-finding=shuffles]').innerText()).toContain('Every card was where it had to be');
  }
  await look(ann.page, 'fair-proven');
  checkRecord(await record(ann.page, id), 'fair-together');
  // If the server replaces a value that it has already sent, the same page reports it.
  await bo.page.locator('[data-do=fair-close]').click();
  const cheated = JSON.parse(await record(bo.page, id)) as { entropy: { S: string }[]; names: string[] };
  cheated.entropy[0]!.S = 'ab'.repeat(32);
  await bo.page.route('**/record', (route) => route.fulfill({ json: cheated }));
  await opened(bo.page, 'wrong');
  expect(await bo.page.locator('.fair-steps li.wrong').first().getAttribute('data-finding')).toBe('commitment');
  expect(await bo.page.locator('.fair-steps li.wrong').first().innerText()).toContain('Failed: The server committed');
  await look(bo.page, 'fair-wrong');
  await all([ann, bo, cy]);
});

it('a page that is loaded again in a deal has its cards and moves, and finds others in the record', async () => {
  for (const game of LONG ? ['hearts', 'la-dame-noire', 'kael'] : ['kael']) {
    const ann = await person('Ann');
    const { id } = await table(ann, { game, bots: ['random'], ...(game === 'kael' ? {} : { options: GAMES[game] }) });
    await begin(ann);
    await ann.page.locator('.game-deal').waitFor();
    // In Kaël Ann is the dealer and has not chosen yet, so no card has been dealt.
    if (game !== 'kael') {
      await expect.poll(() => handKept(ann.page, id)).toBe(13);
      await ann.page.reload();
    }
    const goesOn = game === 'kael';
    await hurryOn([ann], id, goesOn ? NEXT : END);
    if (goesOn) {
      await ann.page.locator(NEXT).click();
      await ann.page.locator('.seal summary').click();
    }
    const ask = async (sum: string) => {
      await ann.page.locator(`${goesOn ? '.seal' : '.sheet-body > .fair'} [data-do=fair]`).click();
      await ann.page.locator(`.fair-sum[data-sum=${sum}]`).waitFor();
    };
    await ask(goesOn ? 'going_on' : 'proven');
    expect(await kept(ann.page), game).toEqual(['commitment', 'list', 'number', 'hand', 'moves', 'points']);
    // The server's record is replaced by one that lacks Ann's first move.
    await ann.page.locator('[data-do=fair-close]').click();
    const other = JSON.parse(await record(ann.page, id)) as { deals: { actions: string[] }[] };
    const first = other.deals[0]!.actions.findIndex((line) => line.startsWith('0 ') && !line.includes('deal'));
    other.deals[0]!.actions.splice(first, 1);
    await ann.page.route('**/record', (route) => route.fulfill({ json: other }));
    await ask('wrong');
    expect(await ann.page.locator('.fair-steps li.wrong').count(), game).toBeGreaterThan(0);
    await all([ann]);
  }
});

itLong(
  'who sits down after the shuffle reads that it was before, and a browser that keeps nothing says so',
  async () => {
    const ann = await person('Ann');
    const { id, link } = await table(ann, { ...SHORT, options: { deals: 2 } });
    await begin(ann);
    await ann.page.locator('.table-cards .card').first().waitFor();
    const comes = async (name: string, prepare: (page: Page) => Promise<unknown>): Promise<Person> => {
      const one = await person(name);
      await prepare(one.page);
      await one.page.goto(room.room.url + new URL(link).pathname);
      await one.page.locator('.invitation input').fill(name);
      await one.page.locator('.invitation [data-do=sit]').click();
      await one.page.locator('.seal summary').click();
      // The seat belongs to this person only from the next deal on, so until then they count as a spectator.
      await one.page.locator('.seal [data-proof=watched]').waitFor();
      return one;
    };
    const bo = await comes('Bo', async () => {});
    const cy = await comes('Cy', (page) =>
      page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined })),
    );
    await hurryOn([ann], id, '.sheet-foot [data-do=next]');
    await ann.page.locator('.sheet-foot [data-do=next]').click();
    for (const { page } of [ann, bo, cy]) await page.locator('.game-deal', { hasText: 'Deal 2' }).waitFor();
    await bo.page.locator('.seal [data-proof=later]', { hasText: 'Shuffled before you came' }).waitFor();
    await cy.page.locator('.seal [data-proof=nothing]', { hasText: 'kept nothing of this shuffle' }).waitFor();
    // A reload of the page does not change the words.
    await bo.page.reload();
    await bo.page.locator('.seal summary').click();
    await bo.page.locator('.seal [data-proof=later]').waitFor();
    await bo.page.locator('.seal [data-do=fair]').click();
    await bo.page.locator('.fair-sum', { hasText: 'Shuffled before you came' }).waitFor();
    expect(await kept(bo.page)).toEqual(['commitment', 'list', 'points']);
    await look(bo.page, 'fair-later');
    await all([ann, bo, cy]);
  },
);

itLong('a contribution that is dropped on its way: that page says that the match is not proven for it', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, SHORT);
  const bo = await second(link, ({ t }) => t !== 'seal');
  await begin(ann);
  await ann.page.locator('.waiting-foot', { hasText: 'Everyone is shuffling: waiting for Bo (0:0' }).waitFor();
  await picture(ann.page, 'fair-waiting');
  await bo.page.locator('.toast', { hasText: 'you can’t verify this match yourself' }).waitFor();
  for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
  expect(bo.sent.map(({ t }) => t)).not.toContain('reveal');
  await hurryOn([ann, bo], id, END);
  await bo.page.locator('.sheet-body > .fair [data-proof=missing]').waitFor();
  await opened(bo.page, 'right');
  expect(await kept(bo.page)).toEqual(['commitment', 'list', 'not_listed', 'hand', 'moves', 'points']);
  expect(await states(bo.page, 0)).toEqual(['gave', 'none', 'bot', 'bot']);
  await look(bo.page, 'fair-missing');
  await opened(ann.page, 'proven');
  await all([ann, bo]);
});

it('a page that does not tell its number makes the attempt void: everyone hears who, and sees it later', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, SHORT);
  const bo = await second(link, ({ t }) => t !== 'reveal');
  await begin(ann);
  for (const { page } of [ann, bo])
    await page.locator('.toast, .banner', { hasText: 'Bo’s number didn’t come in time' }).first().waitFor();
  for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
  await hurryOn([ann, bo], id, END);
  const attempts = await entropy(ann.page, id);
  expect(attempts.map(({ n }) => n.map((one) => one !== null))).toEqual([
    [true, false, false, false],
    [true, false, false, false],
  ]);
  await opened(ann.page, 'among');
  expect(await ann.page.locator('.fair-sum h3').innerText()).toBe('The cards could be chosen among at most 2 shuffles');
  expect(await states(ann.page, 0)).toEqual(['gave', 'withheld', 'bot', 'bot']);
  expect(await states(ann.page, 1)).toEqual(['gave', 'none', 'bot', 'bot']);
  expect(await ann.page.locator('[data-finding=withheld]').innerText()).toContain('Bo');
  await look(ann.page, 'fair-void');
  await ann.page.setViewportSize({ width: 360, height: 640 });
  await look(ann.page, 'fair-void');
  await bo.page.locator('.sheet-body > .fair [data-proof=missing]').waitFor();
  checkRecord(await record(ann.page, id), 'fair-void');
  await all([ann, bo]);
});

it('a page that is loaded again in the middle, and a second tab, go on with the same number', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, SHORT);
  let holds = true;
  const bo = await second(link, ({ t }) => t === 'seal' || !holds);
  // A second tab of the same browser; its messages do not reach the server.
  const tab = await bo.context.newPage();
  const sentByTab = await watched(tab, () => false);
  await tab.goto(`${room.room.url}/t/${id}`);
  await tab.locator('.waiting').waitFor();
  await begin(ann);
  await ann.page.locator('.waiting-foot', { hasText: 'waiting for Bo' }).waitFor();
  await expect.poll(() => bo.sent.filter(({ t }) => t === 'reveal').length).toBe(1);
  await expect.poll(() => sentByTab.filter(({ t }) => t === 'reveal').length).toBe(1);
  holds = false;
  await bo.page.reload();
  for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
  const sent = [...bo.sent, ...sentByTab];
  expect(new Set(sent.flatMap(({ h }) => h ?? [])).size).toBe(1);
  expect(new Set(sent.flatMap(({ n }) => n ?? [])).size).toBe(1);
  const attempts = await entropy(bo.page, id);
  expect(attempts.map(({ n }) => n[1])).toEqual([sent.find(({ n }) => n)!.n]);
  await bo.page.locator('.seal summary').click();
  await bo.page.locator('.seal [data-proof=mine]').waitFor();
  await all([ann, bo]);
});

it('a table for one and bots shuffles too, and is there at once', async () => {
  const ann = await person('Ann');
  const sent = await watched(ann.page);
  await ann.page.reload();
  await ann.page.locator('.tile[data-game=schwarze-dame] [data-do=play]:not([aria-disabled])').click();
  const begun = Date.now();
  await ann.page.locator('.table-cards .card').first().waitFor();
  console.log(`alone with bots: cards ${Date.now() - begun} ms after Play`);
  expect(await ann.page.locator('.waiting').count()).toBe(0);
  expect(sent.map(({ t }) => t)).toEqual(['seal', 'reveal']);
  const id = new URL(ann.page.url()).pathname.split('/').at(-1)!;
  expect((await entropy(ann.page, id)).map(({ n }) => n)).toEqual([[sent[1]!.n, null, null, null]]);
  await ann.page.locator('.seal summary').click();
  await ann.page.locator('.seal [data-proof=mine]').waitFor();
  await ann.context.close();
});

it('a record that is brought along is recomputed as well', async () => {
  const path = join(import.meta.dirname, '../../crates/cardroom/tests/records/shuffled-together.jsonl');
  const ann = await person('Ann');
  const id = await ann.page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await fetch('/api/v1/records', { method: 'POST', headers, body });
      return ((await answer.json()) as { records: { id: string }[] }).records[0]!.id;
    },
    readFileSync(path, 'utf8'),
  );
  await ann.page.goto(`${room.room.url}/r/${id}`);
  await ann.page.locator('.replay-around [data-do=fair]').click();
  await ann.page.locator('.fair-sum[data-sum=among]', { hasText: 'All checks passed' }).waitFor();
  expect(await ann.page.locator('.fair-attempt').count()).toBe(2);
  expect(await ann.page.locator('[data-kept]').count()).toBe(0);
  await ann.context.close();
});
