// People at one table: friends by a link, each with a browser of their own, on a real server.

import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecord, DESKTOP, house, PHONE, picture, type House } from './cardroom';
import { change } from './change';
import { drive, hurry, type Driver } from './driver';
import { faults, look } from './look';
import { hearts, kael, laDameNoire, schwarzeDame, there, type Play } from './plays';

let room: House;
// A full match in its own time, or one deal with quick bots.
const LONG = process.env['CARDROOM_LONG'] !== undefined;
beforeAll(async () => {
  room = await (LONG ? house('natural') : house());
});
afterAll(() => room.close());

interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
}

async function person(
  name: string,
  path = '/',
  options: BrowserContextOptions = DESKTOP,
  over?: string,
): Promise<Person> {
  return { name, ...(await room.visit(path, options, over)) };
}
const all = (people: readonly Person[]) => Promise.all(people.map(({ context }) => context.close()));

/** Opens a table for people by the form of the start page; leaves the host in the waiting room. */
async function host(
  one: Person,
  game: string,
  choose: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  const { page } = one;
  await page.locator(`.tile[data-game=${game}] [data-do=friends]:not([aria-disabled])`).click();
  await page.locator('dialog input[autocomplete=nickname]').fill(one.name);
  await choose(page);
  await page.locator('[data-do=open-table]').click();
  await page.locator('.waiting').waitFor();
  return page.locator('#invite-link').inputValue();
}

/** Opens a link and sits down. */
async function guest(
  name: string,
  link: string,
  options: BrowserContextOptions = DESKTOP,
  over?: string,
): Promise<Person> {
  const one = await person(name, new URL(link).pathname, options, over);
  await one.page.locator('.invitation input').fill(name);
  await one.page.locator('.invitation [data-do=sit]').click();
  await one.page.locator('.waiting, #board').first().waitFor();
  return one;
}

const row = (page: Page, seat: number): Locator => page.locator(`.seat-row[data-seat="${seat}"]`);

it('friends by a link: the host arranges, the link is taken back, the match begins', async () => {
  const ann = await person('Ann');
  const link = await host(ann, 'schwarze-dame');
  await picture(ann.page, 'waiting-host');
  expect(link).toMatch(/\/j\/[0-9a-f]{32}$/);
  // A link that only this computer can open says so, and has no code to scan.
  await ann.page.locator('.invite .link-local').waitFor();
  expect(await ann.page.locator('.qr').count()).toBe(0);
  // The address bar leads to the table, too: a stranger looks on, and reads what it takes to play.
  const stranger = await person('Di', new URL(ann.page.url()).pathname);
  await stranger.page.locator('.waiting-foot', { hasText: 'you need an invitation from the host' }).waitFor();
  expect(await stranger.page.locator('.waiting [data-do=sit]').count()).toBe(0);
  await stranger.context.close();
  const bo = await guest('Bo', link);
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await picture(bo.page, 'waiting-guest');
  // Bo can pass on the link that he came by.
  expect(await bo.page.locator('#invite-link').inputValue()).toBe(link);
  // Cy reads the terms before he sits down; meanwhile Ann changes one, and Bo is told.
  const cy = await person('Cy', new URL(link).pathname);
  const terms = (one: Person) =>
    one.page.locator('.agreed > div').evaluateAll((all) => all.map((row) => row.textContent?.trim()));
  await expect.poll(() => terms(cy)).toContain('ClockNo clock');
  await ann.page.locator('[data-do=change-settings]').click();
  await ann.page.locator('dialog select[aria-label=Clock]').selectOption('relaxed');
  await look(ann.page, 'table-settings');
  await ann.page.locator('[data-do=save-settings]').click();
  await ann.page.locator('dialog').waitFor({ state: 'detached' });
  await bo.page.locator('.toast', { hasText: 'changed the table settings. Clock: 60 s per move' }).waitFor();
  for (const one of [ann, bo]) await expect.poll(() => terms(one)).toContain('Clock60 s per move changed');
  // Nobody sits down on terms that he has not seen.
  await cy.page.locator('.invitation input').fill('Cy');
  await cy.page.locator('.invitation [data-do=sit]').click();
  await expect.poll(() => terms(cy)).toContain('Clock60 s per move changed');
  expect(await row(bo.page, 2).innerText()).toContain('Empty seat');
  await look(cy.page, 'invitation-changed');
  // Bo moves, Ann swaps, a bot is put and taken off.
  await row(bo.page, 3).locator('[data-do=sit]').click();
  await expect.poll(() => row(ann.page, 3).innerText()).toContain('Bo');
  await row(ann.page, 3).locator('[data-do=swap]').click();
  await row(ann.page, 1).locator('[data-do=swap]').click();
  await expect.poll(() => row(bo.page, 1).innerText()).toContain('Bo');
  await row(ann.page, 2).locator('[data-do=bot]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Bot');
  await row(ann.page, 2).locator('[data-do=unseat]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Empty seat');
  // The table is Bo's for a while.
  await row(ann.page, 1).locator('[data-do=hand_over]').click();
  await bo.page.locator('[data-do=begin]').waitFor();
  expect(await ann.page.locator('[data-do=begin]').count()).toBe(0);
  await row(bo.page, 0).locator('[data-do=hand_over]').click();
  await ann.page.locator('[data-do=end-invite]').click();
  await ann.page.locator('[data-do=end-invite]').waitFor({ state: 'detached' });
  // The link leads nowhere any more: neither from the page that it had opened nor to it.
  await cy.page.locator('.invitation [data-do=sit]').click();
  await cy.page.locator('.toast', { hasText: 'This invitation was withdrawn' }).waitFor();
  await cy.page.reload();
  await cy.page.locator('.nowhere').waitFor();
  // Bots take what is free.
  await ann.page.locator('[data-do=begin]').click();
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await all([ann, bo, cy]);
});

/** Opens a table by what the form would send, and leaves the host in the waiting room. Returns the table and its
 * link. */
async function table(one: Person, wanted: Record<string, unknown>): Promise<{ id: string; link: string }> {
  const id = await one.page.evaluate(
    async ([name, body]) => {
      const post = (path: string, what: unknown) =>
        fetch(`/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(what),
        });
      await post('me', { name });
      return ((await (await post('tables', body)).json()) as { id: string }).id;
    },
    [one.name, { open: 'friends', ...wanted }] as const,
  );
  await one.page.goto(`${room.room.url}/t/${id}`);
  return { id, link: wanted['open'] === 'alone' ? '' : await one.page.locator('#invite-link').inputValue() };
}
const begin = async ({ page }: Person) => {
  await page.locator('[data-do=begin]').click();
};

/** A table on which nothing changes for so long stands still: pictures show why. */
const STALLED = 120_000;

/** Each does what a person would do, in turn, until all of them see `end`. */
async function playOn(
  people: readonly Person[],
  play: Play,
  end: string,
  between: (acts: number, by: Person) => Promise<void>,
): Promise<void> {
  const limit = Date.now() + (LONG ? 3_600_000 : 240_000);
  let [acts, last, shown] = [0, Date.now(), ''];
  for (;;) {
    let ended = 0;
    for (const one of people) {
      const { page, name } = one;
      if (Date.now() > Math.min(limit, last + STALLED)) {
        for (const { page, name } of people) await picture(page, `stalled-${play.game}-${name}`);
        throw new Error(
          `${play.title} does not come to an end: nothing for ${Math.round((Date.now() - last) / 1000)} s, ${acts} things done`,
        );
      }
      if (await there(page.locator(end))) {
        ended++;
        continue;
      }
      const next = page.locator('.sheet-foot [data-do=next]');
      if (LONG && (await there(next))) {
        await next.click({ timeout: 2000 }).catch(() => {
          /* it is dealt already */
        });
        continue;
      }
      const press = async (what: Locator): Promise<void> => {
        await what.click({ timeout: 3000 });
      };
      // A button may go between looking and pressing: then we look again.
      let acted = false;
      try {
        acted = await play.act(page, press);
      } catch (e) {
        if (!/Timeout/.test(String(e))) throw new Error(`${name}: ${String(e)}`);
      }
      if (!acted) continue;
      const before = Date.now();
      await between(++acts, one);
      last += Date.now() - before;
    }
    if (ended === people.length) return;
    // Who is eliminated watches the others.
    const now = await people[0]!.page
      .locator('.game')
      .innerText()
      .catch(() => shown);
    if (now !== shown) [shown, last] = [now, Date.now()];
    await change(people[0]!.page, 500);
  }
}

/** On to the end by second connections: how it comes there is not the point of the test. */
async function hurryOn(people: readonly Person[], id: string, end: string): Promise<void> {
  const drivers: Driver[] = [];
  for (const one of people) drivers.push(await drive(one, id));
  while (!(await there(people[0]!.page.locator(end)))) await hurry(...drivers);
  for (const { page } of people) await page.locator(end).waitFor();
}

/** What the page says where play waits for its own seat; else nothing. */
const called = (page: Page): Promise<string> => page.locator('.game > [role=alert]').innerText();
/** Whether play, as soon as it waits for one of the two, waits for the first alone. */
async function waitsForFirst(first: Page, second: Page): Promise<boolean> {
  for (const end = Date.now() + 2000; Date.now() < end; await change(first, 200)) {
    if (await called(second)) return false;
    if (await called(first)) return true;
  }
  return false;
}
const held = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-pile=hand] .card:not(.leaving) use')
    .evaluateAll((all) => all.map((face) => face.getAttribute('href')).sort());
const isLost = (page: Page): Promise<void> => page.locator('.lost').waitFor();
const isBack = (page: Page): Promise<void> => page.locator('.lost').waitFor({ state: 'detached', timeout: 60_000 });

for (const play of [schwarzeDame, laDameNoire, kael, hearts]) {
  it(
    `${play.title}: two friends and bots to the end, through a reload, a cut and a silent line and a killed server; one speaks ${play.home}`,
    async () => {
      const ann = await person('Ann');
      const path = await room.path();
      const { id, link } = await table(ann, {
        game: play.game,
        seats: 4,
        options: LONG ? {} : play.options,
        ...(play.game === 'kael' ? { races: LONG ? 'normal' : 'strict' } : {}),
      });
      const bo = await guest(
        'Bo',
        link,
        { ...DESKTOP, viewport: { width: 1280, height: 800 }, locale: play.home },
        path.url,
      );
      expect(await bo.page.evaluate(() => document.documentElement.lang)).toBe(play.home);
      await begin(ann);
      for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
      const away = ann.page.locator('.seat-chip.away .seconds');
      const blows = [
        async () => {
          // From here on the page's time can be hurried.
          if (!LONG) await bo.page.clock.install();
          await bo.page.reload();
          await bo.page.locator('[data-pile=hand] .card').first().waitFor();
        },
        async () => {
          path.cut();
          await isLost(bo.page);
          await away.waitFor();
          path.mend();
          await isBack(bo.page);
          await away.waitFor({ state: 'detached' });
        },
        async () => {
          path.silence();
          if (LONG) {
            await bo.page.locator('.lost').waitFor({ timeout: 60_000 });
            await ann.page.locator('.seat-chip.away .seconds', { hasText: '1:05' }).waitFor({ timeout: 180_000 });
          } else {
            // Half a minute in which nothing is heard, and no answer to the question.
            await bo.page.clock.fastForward(31_000);
            await bo.page.clock.fastForward(5_500);
            await isLost(bo.page);
          }
          path.mend();
          await isBack(bo.page);
          await away.waitFor({ state: 'detached' });
        },
        async () => {
          await room.restart();
          for (const { page } of [ann, bo]) await isBack(page);
        },
      ];
      let [struck, since] = [0, 0];
      await playOn(
        [ann, bo],
        play,
        LONG ? '.sheet-foot [data-do=again]' : '.sheet-foot :is([data-do=next], [data-do=again])',
        async (acts, by) => {
          if (by === bo) since++;
          // Play waits for Ann and not for Bo: nothing comes to his hand meanwhile, and nothing of his is on its way.
          // What Ann has just given in a trade may be: in La Dame Noire her own acts count only where fewer cards are
          // left than a trade can be made with.
          if (
            (play.game === 'la-dame-noire' && by !== bo && (await held(bo.page)).length > 9) ||
            struck === blows.length ||
            acts < 2 + 2 * struck ||
            !(await waitsForFirst(ann.page, bo.page))
          )
            return;
          // In their own time bots may still call stop, and Bo takes up again what he has put.
          if (LONG) {
            await ann.page.waitForTimeout(8000);
            if (!(await waitsForFirst(ann.page, bo.page))) return;
          }
          const hand = await held(bo.page);
          expect(hand.length).toBeGreaterThan(0);
          await blows[struck++]!();
          await expect.poll(() => held(bo.page), { message: `the hand after blow ${struck}` }).toEqual(hand);
          since = 0;
        },
      );
      expect(struck).toBe(blows.length);
      expect(since, 'Bo plays on').toBeGreaterThan(0);
      const totals = ({ page }: Person) =>
        page.locator('.sheet table.score').last().locator('tfoot td').allInnerTexts();
      expect(await totals(ann)).toEqual(await totals(bo));
      await picture(bo.page, `people-${play.game}-end`);
      const record = await ann.page.evaluate(
        async (table) => (await fetch(`/api/v1/tables/${table}/record`)).text(),
        id,
      );
      checkRecord(record, `people-${play.game}`);
      await all([ann, bo]);
    },
    LONG ? 3_700_000 : 300_000,
  );
}

it('La Dame Noire: what waits for its turn is played, or handed back where it is not enough by then', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, {
    game: 'la-dame-noire',
    bots: ['random'],
    options: { deals: 20, max_trades: 0 },
  });
  const bo = await guest('Bo', link);
  await begin(ann);
  for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
  const [hers, his] = [await drive(ann, id), await drive(bo, id)];
  const { page } = ann;
  const card = (face: string) => page.locator(`[data-pile=hand] .card:not(.leaving):has([href="#card-${face}"])`);
  const button = page.locator('[data-do=wait]');
  const [chosen, dashed] = [
    page.locator('[data-pile=hand] .card.chosen'),
    page.locator('[data-pile=hand] .card.waiting'),
  ];
  /** Bo holds the bet, so he leads: the strongest that he has, or the weakest. Else both pass where they can. */
  const act = async (driver: Driver, strongest = false) => {
    const { must, viewer, legal } = await driver.frame();
    if (!must.includes(viewer!)) return false;
    const all = legal as { action: string; power: number | null }[];
    const [low, high] = [
      all.reduce((a, b) => ((b.power ?? 0) < (a.power ?? 0) ? b : a)),
      all.reduce((a, b) => ((b.power ?? 0) > (a.power ?? 0) ? b : a)),
    ];
    const wanted =
      (viewer === 1 && all.find((one) => one.action === 'bid 100')) ||
      all.find((one) => one.action === 'pass') ||
      (strongest ? high : low);
    return (await driver.act(wanted.action)) === null;
  };
  const became = new Map<'played' | 'back', number>();
  for (const limit = Date.now() + 100_000; became.size < 2; ) {
    expect(Date.now(), `one of each: ${[...became.keys()]}`).toBeLessThan(limit);
    const frame = await hers.frame();
    for (const one of [ann, bo]) {
      const next = one.page.locator('.sheet-foot [data-do=next]');
      if (await there(next))
        await next.click({ timeout: 2000 }).catch(() => {
          /* it is dealt already */
        });
    }
    const { phase, top, makes } = frame.view as {
      phase: string;
      top: { seat: number; power: number } | null;
      makes: { power: number; ranks: string; from: string[] }[];
    };
    const bos = frame.phase === 'deal' && frame.must.includes(1);
    const want = became.has('back')
      ? makes.findLast((one) => one.power > (top?.power ?? -1))
      : makes.find((one) => one.power <= (top?.power ?? 99));
    if (!bos || phase !== 'showdown' || !want || top?.seat === 0) {
      const acted = await Promise.all([act(hers), act(his)]);
      if (!acted.includes(true)) await Promise.race([hers.news(), his.news(), change(page)]);
      continue;
    }
    // A second connection may be behind the page.
    if (!(await there(page.locator('.seat.turn', { hasText: 'Bo' }))) || !(await there(button))) {
      await change(page);
      continue;
    }
    const spare = [...want.from];
    const faces = [...want.ranks].map(
      (rank) =>
        spare.splice(
          spare.findIndex((face) => face[0] === rank),
          1,
        )[0]!,
    );
    for (const face of faces) await card(face).click({ position: { x: 8, y: 40 } });
    await expect.poll(() => chosen.count()).toBe(faces.length);
    await button.click();
    await expect.poll(() => dashed.count()).toBe(faces.length);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.ldn > [role=status]').innerText()).toContain('will be played on your turn');
    expect(await bo.page.locator('.card.waiting').count(), 'nobody else sees it').toBe(0);
    const before = (await held(page)).length;
    // Nobody does anything for Ann from here on but her page.
    await expect
      .poll(
        async () => {
          await act(his, !became.has('back'));
          return dashed.count();
        },
        { timeout: 20_000 },
      )
      .toBe(0);
    // The deal may be over meanwhile.
    if ((await hers.frame()).phase !== 'deal') continue;
    if (await chosen.count()) {
      await page.locator('.toast', { hasText: 'Not played' }).waitFor();
      await expect.poll(async () => (await hers.frame()).must).toContain(0);
      expect((await held(page)).length).toBe(before);
      became.set('back', faces.length);
      await page.keyboard.press('Escape');
    } else {
      await expect.poll(async () => (await held(page)).length).toBe(before - faces.length);
      became.set('played', faces.length);
    }
    await expect.poll(() => chosen.count()).toBe(0);
  }
  await all([ann, bo]);
});

it('a host gives a seat to an engine: address and token are shown once, and everybody sees what sits there', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame' });
  const bo = await guest('Bo', link);
  await row(ann.page, 2).locator('[data-do=engine]').click();
  await ann.page.locator('[data-do=engine-make]').click();
  expect(await ann.page.locator('#engine-token').inputValue()).toMatch(/^[0-9a-f]{32}$/);
  expect(await ann.page.locator('#engine-url').inputValue()).toBe(
    `${room.room.url.replace('http', 'ws')}/api/v1/tables/${id}/engine`,
  );
  await look(ann.page, 'engine-seat');
  await ann.page.locator('[data-do=engine-close]').click();
  for (const { page } of [ann, bo])
    await expect.poll(() => row(page, 2).innerText()).toContain('external bot, disconnected; a bot plays');
  await row(ann.page, 2).locator('[data-do=engine]').click();
  await ann.page.locator('[data-do=engine-make]').waitFor();
  expect(await ann.page.locator('#engine-token').count()).toBe(0);
  await ann.page.locator('[data-do=engine-close]').click();
  await row(ann.page, 2).locator('[data-do=unseat]').click();
  await expect.poll(() => row(bo.page, 2).innerText()).toContain('Empty seat');
  await all([ann, bo]);
});

it('one person on two devices and in two tabs: all show the hand, and a card can be played on any', async () => {
  const ann = await person('Ann');
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'alone', bots: ['random'], options: { deals: 1 } });
  const tab = await ann.context.newPage();
  const phone = await room.browser.newContext(PHONE);
  // Ann makes a link under *Your data*; the phone, where somebody else was a guest, opens it and says yes.
  const other = await ann.context.newPage();
  await other.goto(`${room.room.url}/statistics`);
  await other.locator('[data-do=data-device]').click();
  const first = await other.locator('#device-link').inputValue();
  // What is said while the sheet lies over the page is said in the sheet: nothing else can be heard.
  await other.locator('dialog [data-do=copy]').click();
  const heard = () => other.locator('dialog [role=status] .toast').innerText();
  await expect.poll(heard).toBe('Link copied.');
  await other.locator('[data-do=device-again]').click();
  await expect.poll(heard).toBe('This is a new link. The previous one no longer works.');
  expect(await other.locator('.toast').count()).toBe(1);
  const link = await other.locator('#device-link').inputValue();
  expect(link).not.toBe(first);
  expect(link).toMatch(/\/d\/[0-9a-f]{32}$/);
  await other.locator('dialog .link-local').waitFor();
  await look(other, 'device-link');
  await other.close();
  const hand = await phone.newPage();
  // What it leads to is not known yet.
  let known = () => {};
  const answer = new Promise<void>((done) => {
    known = done;
  });
  await hand.route('**/api/v1/devices/*', async (asked) => {
    await answer;
    await asked.fallback();
  });
  await hand.goto(link);
  await hand.locator('.connecting').waitFor();
  expect(await faults(hand, ['page-has-heading-one'])).toEqual([]);
  known();
  await hand.locator('.invitation', { hasText: 'On this device you’ll be Ann' }).waitFor();
  await look(hand, 'device-take');
  await hand.locator('[data-do=device-take]').click();
  await hand.locator('.tiles').waitFor();
  const late = await phone.newPage();
  await late.goto(link);
  await late.locator('.nowhere', { hasText: 'has already been used' }).waitFor();
  await late.close();
  for (const page of [tab, hand]) await page.goto(`${room.room.url}/t/${id}`);
  const places = [ann.page, tab, hand];
  const cards = (page: Page): Promise<number> => page.locator('[data-pile=hand] .card:not(.leaving)').count();
  for (const [played, page] of places.entries()) {
    for (const one of places) await expect.poll(() => cards(one)).toBe(13 - played);
    await page.locator('.banner.turn').waitFor();
    await expect
      .poll(async () => {
        if ((await cards(page)) === 13 - played)
          await schwarzeDame
            .act(page, async (what) => {
              await what.click({ timeout: 3000 });
            })
            .catch(() => {
              /* it was played with the first press */
            });
        return cards(page);
      })
      .toBe(12 - played);
  }
  for (const one of places) await expect.poll(() => cards(one)).toBe(10);
  // She finds the phone in the list of her devices and logs it out: its hand goes, hers stays.
  await tab.goto(`${room.room.url}/statistics`);
  await tab.locator('[data-do=data-devices]').click();
  await tab.locator('.devices [data-device=other]').waitFor();
  expect(await tab.locator('.devices li').count()).toBe(2);
  await look(tab, 'devices');
  await tab.locator('.devices [data-do=device-out]').click();
  await expect.poll(() => tab.locator('.devices li').count()).toBe(1);
  await expect.poll(() => cards(hand)).toBe(0);
  await expect.poll(() => cards(ann.page)).toBe(10);
  await phone.close();
  await all([ann]);
});

it('a rematch: the same people at a new table, which begins when all are there', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame', open: 'public', options: { deals: 1 } });
  const bo = await guest('Bo', link);
  await begin(ann);
  const cy = await person('Cy', `/t/${id}`);
  await cy.page.locator('.game-deal', { hasText: 'You’re watching.' }).waitFor();
  await hurryOn([ann, bo], id, '.sheet-foot [data-do=again]');
  await ann.page.locator('.sheet-foot [data-do=again]').click();
  await ann.page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
  await bo.page.locator('.waits', { hasText: 'A rematch table is ready' }).waitFor();
  // Who watched goes on watching.
  await cy.page.locator('.sheet-foot [data-do=to-rematch]').click();
  await cy.page.waitForURL((url) => url.pathname === new URL(ann.page.url()).pathname);
  await bo.page.locator('.sheet-foot [data-do=again]').click();
  for (const { page } of [ann, bo]) await page.locator('#board').waitFor();
  expect(new URL(ann.page.url()).pathname).toBe(new URL(bo.page.url()).pathname);
  await cy.page.locator('#board').waitFor();
  await all([ann, bo, cy]);
});

it('the next deal comes when all are ready, and each sees who is', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame', options: { deals: 2 } });
  const bo = await guest('Bo', link);
  await begin(ann);
  const next = (one: Person) => one.page.locator('.sheet-foot [data-do=next]');
  await hurryOn([ann, bo], id, '.sheet-foot [data-do=next]');
  await next(ann).click();
  await bo.page.locator('.waits', { hasText: 'Ready: Ann' }).waitFor();
  await bo.page.locator('.waits .seconds').waitFor();
  await next(bo).click();
  for (const { page } of [ann, bo]) await page.locator('.game-deal', { hasText: 'Deal 2' }).waitFor();
  await all([ann, bo]);
});

it('talk: phrases, free words as text, mute; a pause by vote; leaving for good', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', clock: 'relaxed', chat: 'free' });
  const bo = await guest('Bo', link);
  // In the waiting room too somebody need not be read, and that is remembered.
  await row(ann.page, 1).locator('[data-do=mute]').click();
  await bo.page.locator('[data-phrase=sorry]').click();
  await bo.page.locator('.talk-lines', { hasText: 'Sorry' }).waitFor();
  await ann.page.locator('[data-phrase=hello]').click();
  await ann.page.reload();
  await ann.page.locator('.talk-lines', { hasText: 'Hello' }).waitFor();
  expect(await row(ann.page, 1).locator('[data-do=mute]').getAttribute('aria-pressed')).toBe('true');
  expect(await ann.page.locator('.talk-lines').innerText()).not.toContain('Sorry');
  await row(ann.page, 1).locator('[data-do=mute]').click();
  await ann.page.locator('.talk-lines', { hasText: 'Sorry' }).waitFor();
  await begin(ann);
  for (const { page } of [ann, bo]) {
    await page.locator('[data-pile=hand] .card').first().waitFor();
    await page.locator('[data-do=people]').click();
  }
  await bo.page.locator('[data-phrase=well_played]').click();
  await ann.page.locator('.seat-said', { hasText: 'Well played' }).waitFor();
  const evil = '<img src=x onerror="document.title=1"> & more';
  await bo.page.locator('.say input').fill(evil);
  await bo.page.locator('.say button').click();
  await expect.poll(() => ann.page.locator('.talk-lines li').last().innerText()).toContain(evil);
  expect(await ann.page.locator('.talk-lines img').count()).toBe(0);
  await ann.page.locator('[data-do=mute]').click();
  await bo.page.locator('[data-phrase=laugh]').click();
  await bo.page.locator('.talk-lines .said-sign').waitFor();
  expect(await ann.page.locator('.talk-lines .said-sign').count()).toBe(0);
  await ann.page.reload();
  await ann.page.locator('[data-do=people]').click();
  await ann.page.locator('.talk-lines', { hasText: 'Hello' }).waitFor();
  expect(await ann.page.locator('.talk-lines .said-sign').count()).toBe(0);

  await ann.page.locator('[data-do=pause]').click();
  await bo.page.locator('.strip', { hasText: 'Ann wants a pause' }).locator('[data-do=agree]').click();
  for (const { page } of [ann, bo]) await page.locator('.strip', { hasText: 'The clocks are paused' }).waitFor();
  await ann.page.locator('[data-do=go-on]').click();
  await bo.page.locator('.strip').waitFor({ state: 'detached' });

  await ann.page.locator('#tab-log').click();
  await bo.page.locator('.people [data-do=leave]').click();
  await bo.page.locator('[data-do=leave-now]').click();
  await bo.page.locator('.tiles').waitFor();
  await ann.page.locator('.log', { hasText: 'Bo left the table. A bot takes over.' }).waitFor();
  await all([ann, bo]);
});

it('somebody away: the seconds are shown, a bot stands in after the grace, who comes back plays again', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', grace_s: 2 });
  const bo = await guest('Bo', link);
  await begin(ann);
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  await ann.page.locator('#tab-log').click();
  const seat = bo.page.url();
  await bo.page.goto(`${room.room.url}/nowhere`);
  await ann.page.locator('.seat-chip.away .seconds', { hasText: '0:01' }).waitFor();
  await ann.page.locator('.seat-chip.away', { hasText: 'a bot plays' }).waitFor();
  await ann.page.locator('.log', { hasText: 'A bot is playing for Bo.' }).waitFor();
  // The bot does something for Bo, and Ann's log says so.
  await expect
    .poll(
      async () => {
        await schwarzeDame
          .act(ann.page, async (what) => {
            await what.click({ timeout: 3000 });
          })
          .catch(() => {
            /* the button has gone: we look again */
          });
        return ann.page.locator('.log .by-bot').count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  await bo.page.goto(seat);
  await ann.page.locator('.log', { hasText: 'Bo is playing again.' }).waitFor();
  await ann.page.locator('.seat-chip.away').waitFor({ state: 'detached' });
  // Bo reads what the bot did for him, also when the page is loaded once more.
  await bo.page.locator('#tab-log').click();
  await bo.page
    .locator('.log li', { has: bo.page.locator('.by-bot') })
    .first()
    .waitFor();
  const told = () => bo.page.locator('.log li').allInnerTexts();
  const by = (lines: readonly string[]) => lines.filter((line) => line.includes('played by a bot'));
  const [first] = by(await told());
  await bo.page.reload();
  await bo.page.locator('#tab-log').click();
  await expect.poll(async () => by(await told())[0]).toBe(first);
  await all([ann, bo]);
});

it('the lobby: a public table is joined and watched, a quick match seats two who want one', async () => {
  const ann = await person('Ann');
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'public' });
  const bo = await person('Bo', '/lobby/schwarze-dame');
  await bo.page.locator(`.lobby-row[data-table="${id}"] [data-do=join]`).click();
  // A person without a name is asked for one, once.
  await bo.page.locator('#which-name').fill('Bo');
  await bo.page.locator('[data-do=join-now]').click();
  await bo.page.locator('.waiting').waitFor();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await begin(ann);
  await bo.page.locator('[data-pile=hand] .card').first().waitFor();
  const cy = await person('Cy', '/lobby');
  await cy.page.locator(`.lobby-row[data-table="${id}"] a`).click();
  await cy.page.locator('.game-deal', { hasText: 'You’re watching.' }).waitFor();
  // Who watches sees no card of a hand: every card on the table is one that was played.
  expect(await cy.page.locator('[data-pile=hand] .card.tap').count()).toBe(0);
  // Also where no game is chosen yet.
  await bo.page.goto(`${room.room.url}/lobby`);
  await bo.page.locator('[data-do=quick]').click();
  await bo.page.locator('dialog select, dialog .choice').waitFor();
  const list = bo.page.locator('dialog select');
  if (await list.count()) await list.selectOption('kael');
  else await bo.page.locator('dialog .choice input[value=kael]').check({ force: true });
  expect(await bo.page.locator('#which-name').count(), 'he has a name by now').toBe(0);
  await bo.page.locator('[data-do=quick-now]').click();
  await bo.page.locator('.waiting').waitFor();
  await cy.page.goto(`${room.room.url}/lobby/kael`);
  await cy.page.locator('[data-do=quick]').click();
  await cy.page.locator('#which-name').fill('Cy');
  await cy.page.locator('[data-do=quick-now]').click();
  await cy.page.locator('.waiting').waitFor();
  expect(bo.page.url()).toBe(cy.page.url());
  await cy.page.locator('.waiting-foot .seconds').waitFor();
  await all([ann, bo, cy]);
});

it('where no table is open, both ways to play stand beside the words that speak of them; a game is chosen, then the form', async () => {
  const ann = await person('Ann', '/', PHONE);
  const going = ann.page.locator('.going');
  for (const does of ['open-one', 'quick']) await going.locator(`[data-do=${does}]`).waitFor();
  await going.locator('[data-do=open-one]').click();
  await ann.page.locator('[data-do=open-chosen]').click();
  await ann.page.locator('[data-do=open-table]').waitFor();
  await ann.context.close();
});

it('what waits for me stands first on a phone, and can be removed', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { page } = ann;
  for (const game of ['rouge-et-noir', 'schwarze-dame'])
    await page.evaluate(
      (game) =>
        fetch('/api/v1/tables', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ game }),
        }),
      game,
    );
  await page.reload();
  const first = page.locator('.open-games li').first();
  await first.waitFor();
  expect(await page.locator('.open-games li').count()).toBe(2);
  expect((await first.boundingBox())!.y).toBeLessThan(300);
  expect((await first.boundingBox())!.y).toBeLessThan((await page.locator('.tile').first().boundingBox())!.y);
  await look(page, 'start-unfinished');
  await page.locator('.open-games li', { hasText: 'Rouge et Noir' }).locator('[data-do=remove]').click();
  await page.locator('[data-do=remove-now]').click();
  await expect.poll(() => page.locator('.open-games li').count()).toBe(1);
  await page.reload();
  await first.waitFor();
  expect(await page.locator('.open-games li').allInnerTexts()).toEqual([expect.stringContaining('Schwarze Dame')]);
  await ann.context.close();
});

it('talk on a phone: nothing is cut off at the edge, and what was not seen leaves a mark', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { link } = await table(ann, { game: 'schwarze-dame', chat: 'free' });
  const others = [await guest('Bo', link), await guest('Cy', link), await guest('Di', link)];
  await begin(ann);
  for (const { page } of [ann, ...others]) await page.locator('[data-pile=hand] .card').first().waitFor();
  const long = 'This is a rather long sentence that somebody says from a seat at the edge of the table';
  for (const { page } of others) {
    await page.locator('[data-do=people]').click();
    await page.locator('.say input').fill(long);
    await page.locator('.say button').click();
    // The newest hides those before: on a phone they would cover each other.
    const bubble = ann.page.locator('.seat-said:visible');
    await expect.poll(() => bubble.count()).toBe(1);
    expect(await bubble.getAttribute('class')).not.toContain('older');
    const box = (await bubble.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    expect(box.y + box.height).toBeLessThanOrEqual(640);
  }
  await picture(ann.page, 'talk-phone');
  const mark = ann.page.locator('[data-do=people] .unread');
  await expect.poll(() => mark.getAttribute('data-unread')).toBe('3');
  await ann.page.reload();
  // A reload reads nothing.
  await expect.poll(() => mark.getAttribute('data-unread')).toBe('3');
  await ann.page.locator('[data-do=people]').click();
  await ann.page.locator('.talk-lines').waitFor();
  await mark.waitFor({ state: 'detached' });
  await all([ann, ...others]);
});

it('a frozen line is seen on both sides, and the page says what goes on meanwhile', async () => {
  const path = await room.path();
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', clock: 'relaxed' });
  const bo = await guest('Bo', link, DESKTOP, path.url);
  await begin(ann);
  for (const { page } of [ann, bo]) await page.locator('[data-pile=hand] .card').first().waitFor();
  const frozen = Date.now();
  path.silence();
  await ann.page.locator('.seat-chip.away').waitFor();
  // Counted since the last sign of life, whenever it was noticed.
  const [m, s] = (await ann.page.locator('.seat-chip.away .seconds').innerText()).split(':').map(Number);
  expect(Math.abs(m! * 60 + s! - (Date.now() - frozen) / 1000)).toBeLessThan(8);
  expect(m! * 60 + s!, 'not since it was noticed').toBeGreaterThanOrEqual(10);
  await bo.page.locator('.lost', { hasText: 'The clock keeps running' }).waitFor();
  path.mend();
  await bo.page.locator('.lost').waitFor({ state: 'detached' });
  await ann.page.locator('.seat-chip.away').waitFor({ state: 'detached' });
  await all([ann, bo]);
});

it('a clock that runs out is told as that to everybody', async () => {
  const ann = await person('Ann');
  const { link } = await table(ann, { game: 'schwarze-dame', clock: 'fast' });
  const bo = await guest('Bo', link);
  await begin(ann);
  for (const { page } of [ann, bo]) {
    await page.locator('[data-pile=hand] .card').first().waitFor();
    await page.locator('#tab-log').click();
  }
  // Nobody does anything.
  const told = async ({ page }: Person) => (await page.locator('.log li').allInnerTexts()).join('\n');
  await expect.poll(() => told(ann), { timeout: 60_000 }).toMatch(/time ran out: a bot plays this move/);
  await expect
    .poll(async () => `${await told(ann)} ${await told(bo)}`, { timeout: 60_000 })
    .toMatch(/Your time ran out/);
  for (const one of [ann, bo]) expect(await told(one)).not.toMatch(/is playing for|playing again/);
  await all([ann, bo]);
});

it('who watches late is told how late and when there is something to see, and reads what was done before', async () => {
  const ann = await person('Ann');
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'public', watch_delay_s: 6 });
  await begin(ann);
  await ann.page.locator('[data-pile=hand] .card').first().waitFor();
  const path = await room.path();
  const cy = await person('Cy', `/t/${id}`, DESKTOP, path.url);
  await cy.page.locator('.connecting', { hasText: 'You’re watching 6 s behind.' }).waitFor();
  await cy.page.locator('.connecting .seconds', { hasText: /0:0[1-6]/ }).waitFor();
  path.cut();
  await cy.page.locator('.connecting [data-do=retry]').waitFor();
  expect(await cy.page.locator('.connecting [role=status]').innerText()).toContain('Connection lost.');
  expect(await cy.page.locator('.connecting .seconds').count(), 'nobody knows for how long').toBe(0);
  path.mend();
  await cy.page.locator('.game-deal', { hasText: 'You’re watching.' }).waitFor();
  await expect
    .poll(
      async () => {
        await schwarzeDame
          .act(ann.page, async (what) => {
            await what.click({ timeout: 3000 });
          })
          .catch(() => {
            /* the button has gone: we look again */
          });
        return ann.page.locator('[data-pile=hand] .card:not(.leaving)').count();
      },
      { timeout: 60_000 },
    )
    .toBeLessThan(12);
  await cy.page.locator('#tab-log').click();
  await cy.page.locator('.log li').nth(4).waitFor();
  const told = await cy.page.locator('.log li').allInnerTexts();
  await cy.page.reload();
  await cy.page.locator('#tab-log').click();
  await expect.poll(async () => (await cy.page.locator('.log li').allInnerTexts()).slice(0, told.length)).toEqual(told);
  await all([ann, cy]);
});

it('keyboard alone, and what a screen reader is told', async () => {
  const ann = await person('Ann');
  // Nobody knows her yet: the page's first questions begin the session.
  await ann.context.clearCookies();
  await ann.page.reload();
  // An answer that comes late does not take away what was typed meanwhile.
  let typed = () => {};
  const whole = new Promise<void>((done) => {
    typed = done;
  });
  await ann.page.route('**/api/v1/me', async (route) => {
    await whole;
    await route.continue();
  });
  await ann.page.locator('.tile[data-game=kael] [data-do=friends]:not([aria-disabled])').focus();
  const late = ann.page.waitForResponse('**/api/v1/me');
  await ann.page.keyboard.press('Enter');
  await ann.page.locator('dialog input[autocomplete=nickname]').focus();
  await ann.page.keyboard.type('Ann');
  typed();
  await late;
  await ann.page.locator('[data-do=open-table]').focus();
  await ann.page.keyboard.press('Enter');
  const link = await ann.page.locator('#invite-link').inputValue();
  const bo = await person('Bo', new URL(link).pathname);
  await bo.page.locator('.invitation input').focus();
  await bo.page.keyboard.type('Bo');
  await bo.page.keyboard.press('Enter');
  await bo.page.locator('.waiting').waitFor();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  const tree = await ann.page.locator('.seats').ariaSnapshot();
  expect(tree).toBe(
    [
      '- list:',
      '  - listitem:',
      '    - paragraph:',
      '      - strong: You',
      '      - text: Ann · host',
      '    - button "Swap seats"',
      '  - listitem:',
      '    - paragraph:',
      '      - strong: Bo',
      '      - text: at the table',
      '    - button "Mute Bo"',
      '    - button "Make Bo the host"',
      '    - button "Remove Bo"',
      '    - button "Swap seats"',
      ...[2, 3].flatMap((seat) => [
        '  - listitem:',
        '    - paragraph:',
        '      - strong: Empty seat',
        '    - \'button "Add a bot: Club"\'',
        `    - button "Connect an external bot to seat ${seat + 1}"`,
        '    - button "Swap seats"',
      ]),
    ].join('\n'),
  );
  await ann.page.locator('[data-phrase=hello]').focus();
  await ann.page.keyboard.press('Enter');
  await expect.poll(() => bo.page.locator('.waiting > .visually-hidden[role=status]').innerText()).toBe('Ann: Hello');
  await row(ann.page, 1).locator('[data-do=swap]').focus();
  await ann.page.keyboard.press('Enter');
  await row(ann.page, 3).locator('[data-do=swap]').focus();
  await ann.page.keyboard.press('Enter');
  await expect.poll(() => row(bo.page, 3).innerText()).toContain('You');
  await ann.page.locator('[data-do=begin]').focus();
  await ann.page.keyboard.press('Enter');
  await ann.page.locator('.kl-sizes').waitFor();
  await ann.page.keyboard.press('4');
  await bo.page.locator('[data-pile=hand] .card').first().waitFor();
  await all([ann, bo]);
});

// Kaël's races [K12], with real windows: three people who play into one another's hands until all four cards of a value
// are with the one who lays and the one who cuts, and none with the one whose move comes in between.
interface Chance {
  value: string;
  layer: number;
  lays: number;
  next: number;
  cutter: number;
}

async function chance(drivers: readonly Driver[]): Promise<Chance> {
  for (let turns = 0; turns < 600; turns++) {
    const frames = await Promise.all(drivers.map((driver) => driver.frame()));
    const seat = frames[0]!.must[0]!;
    const { view, legal } = frames[seat]!;
    const actions = legal.map((one) => one.action);
    if (!frames[seat]!.must.includes(seat) || !actions.length || frames[seat]!.held !== null) {
      await Promise.race(drivers.map((driver) => driver.news()));
      continue;
    }
    const held = (of: number, value: string) =>
      (frames[of]!.view.hands[of] as string[]).filter((card) => card === value).length;
    const counts = (value: string) => drivers.map((_, of) => held(of, value));
    const sum = (value: string) => counts(value).reduce((a, b) => a + b, 0);
    const values = Array.from({ length: 13 }, (_, i) => String(i + 1)).sort((a, b) => sum(b) - sum(a));
    const best = values[0]!;
    const after = (of: number) => (of + 1) % drivers.length;
    if (view.step === 'deal') {
      await drivers[seat]!.act('deal 7');
      continue;
    }
    if (view.step === 'draw') {
      const takes = legal.find((one) => one.action === 'draw pile') as { takes?: string } | undefined;
      await drivers[seat]!.act(takes?.takes === best && sum(best) + 1 === 4 ? 'draw pile' : 'draw deck');
      continue;
    }
    for (const value of values.filter((one) => sum(one) === 4)) {
      const now = counts(value);
      if (now[after(seat)] !== 0) continue;
      const mine = now[seat]!;
      const cutter = mine === 4 ? seat : now.findIndex((n, of) => of !== seat && n === 4 - mine);
      if (mine >= 2 && cutter >= 0)
        return { value, layer: seat, lays: mine === 4 ? 2 : mine, next: after(seat), cutter };
    }
    // All four are held, but by the wrong ones: one of them is passed on over the pile.
    const now = counts(best);
    const holders = now.filter((n) => n > 0).length;
    const pass =
      sum(best) === 4 &&
      now[after(seat)]! > 0 &&
      ((holders === 3 && now[seat] === 1) || (holders === 2 && now[seat] === 3));
    const lays = actions.filter((action) => /^lay \S+$/.test(action));
    const dear = (action: string) => sum(action.slice(4));
    const lay = pass
      ? `lay ${best}`
      : (lays.filter((action) => action !== `lay ${best}`).sort((a, b) => dear(a) - dear(b))[0] ??
        lays[0] ??
        actions[0]!);
    await drivers[seat]!.act(lay);
  }
  throw new Error('no chance to cut in 600 turns');
}

it('Kaël: a cut goes before the next player’s move while the window is open, and comes too late after it', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'kael', seats: 3, races: 'normal' });
  const people = [ann, await guest('Bo', link), await guest('Cy', link)];
  await begin(ann);
  for (const { page } of people) {
    await page.locator('#board').waitFor();
    await page.locator('#tab-log').click();
  }
  const drivers: Driver[] = [];
  for (const one of people) drivers.push(await drive(one, id));
  /** Lays what can be cut, and has the next player move at once: the move is held. */
  const set = async ({ value, layer, lays, next }: Chance) => {
    await expect.poll(async () => (await drivers[layer]!.frame()).window, { interval: 20 }).toBeNull();
    expect(await drivers[layer]!.act(`lay ${Array.from({ length: lays }, () => value).join(' ')}`)).toBeNull();
    expect(await drivers[layer]!.act('draw deck')).toBeNull();
    await expect.poll(async () => (await drivers[next]!.frame()).legal.length, { interval: 10 }).toBeGreaterThan(0);
    const other = (await drivers[next]!.frame()).legal
      .map((one) => one.action)
      .find((action) => /^lay (-1|\d+)$/.test(action))!;
    return drivers[next]!.act(other);
  };
  const cut4 = ({ lays, value }: Chance) => `cut ${Array.from({ length: 4 - lays }, () => value).join(' ')}`;

  const won = await chance(drivers);
  const moves = set(won);
  const cut = people[won.cutter]!.page.locator('.kl-claims [data-do=cut]');
  await people[won.next]!.page.locator('.banner.held').waitFor();
  await cut.click();
  expect(await moves, 'the move that was held is made after the cut').toBeNull();
  for (const { page } of people)
    await page
      .locator('.log', { hasText: /(cuts|cut) with .+: a square\. Claimed after \d(\.\d)? of \d(\.\d)? s\./ })
      .waitFor();

  const lost = await chance(drivers);
  expect(await set(lost)).toBeNull();
  // The window is over and the next card lies on top: the button has gone, and a claim says how late it is.
  const late = await drivers[lost.cutter]!.act(cut4(lost));
  expect(late).toMatchObject({ key: 'late', rule: 'K12' });
  await people[lost.cutter]!.page.locator('.kl-claims [data-do=cut]').waitFor({ state: 'detached' });
  await all(people);
});

it('Kaël: an armed cut makes itself, and nobody else is told of it before', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'kael', seats: 3, races: 'turn_based' });
  const people = [ann, await guest('Bo', link), await guest('Cy', link)];
  await begin(ann);
  const drivers: Driver[] = [];
  for (const one of people) {
    await one.page.locator('#board').waitFor();
    drivers.push(await drive(one, id));
  }
  const found = await chance(drivers);
  const { page } = people[found.cutter]!;
  const own = found.cutter === found.layer;
  const cards = page.locator(`[data-pile=hand] .card:not(.leaving)`, {
    has: page.locator(`use[href="#card-${found.value}"]`),
  });
  const lay = async () => {
    expect(
      await drivers[found.layer]!.act(`lay ${Array.from({ length: found.lays }, () => found.value).join(' ')}`),
    ).toBeNull();
    expect(await drivers[found.layer]!.act('draw deck')).toBeNull();
  };
  const arm = async () => {
    // One tap takes all cards of a value.
    await cards.first().click({ position: { x: 8, y: 40 } });
    await expect.poll(() => page.locator('[data-pile=hand] .card.chosen').count()).toBe(4 - found.lays);
    await page.locator('[data-do=arm]').click();
    await page.locator('[data-do=disarm]').waitFor();
    for (const seat of [0, 1, 2].filter((other) => other !== found.cutter))
      expect((await drivers[seat]!.frame()).armed).toBeUndefined();
  };
  // The player whose turn it is cannot arm: then the button does it in the window.
  if (own) {
    await lay();
    await page.locator('.kl-claims [data-do=cut]').click();
  } else {
    await arm();
    await lay();
  }
  for (const one of people) {
    await one.page.locator('#tab-log').click();
    await one.page.locator('.log', { hasText: /(cuts|cut) with .+: a square/ }).waitFor();
  }
  await all(people);
});
