// Whole matches of two friends and bots, with all kinds of failures of a connection. Also actions that the page stores
// until the player's turn comes.

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkRecord, DESKTOP, picture } from './cardroom';
import { change } from './change';
import { drive, type Driver } from './driver';
import { LONG } from './long';
import { all, begin, guest, meet, person, room, table, type Person } from './people';
import { PLAYS, playOf, there, type Play } from './plays';

meet();

/** The time in ms after which a table that does not change counts as stuck. Pictures then show why. */
const STALLED = 120_000;

/** Lets each person act in turn, as people would, until all of them see `end`. */
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
          `${play.title} does not come to an end: nothing for ${Math.round((Date.now() - last) / 1000)} s, ` +
            `${acts} things done`,
        );
      }
      if (await there(page.locator(end))) {
        ended++;
        continue;
      }
      const next = page.locator('.sheet-foot [data-do=next]');
      if (LONG && (await there(next))) {
        await next.click({ timeout: 2000 }).catch(() => {
          /* the next deal has already begun */
        });
        continue;
      }
      const press = async (what: Locator): Promise<void> => {
        await what.click({ timeout: 3000 });
      };
      // A button can disappear before it is pressed, so the test looks again.
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
    // A player who is out of the match watches the others.
    const now = await people[0]!.page
      .locator('.game')
      .innerText()
      .catch(() => shown);
    if (now !== shown) [shown, last] = [now, Date.now()];
    await change(people[0]!.page, 500);
  }
}

const called = (page: Page): Promise<string> => page.locator('.game > [role=alert]').innerText();
/** Waits until it is the turn of one of two people. Returns true if it is the first one's turn, and false if it is the
 * second one's or play has ended. */
async function waitsForFirst(first: Page, second: Page): Promise<boolean> {
  for (const end = Date.now() + 20_000; Date.now() < end; await change(first, 200)) {
    if (await called(second)) return false;
    if (await called(first)) return true;
    if (await there(first.locator('.sheet-foot'))) return false;
  }
  return false;
}
const held = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-pile=hand] .card:not(.leaving) use')
    .evaluateAll((all) => all.map((face) => face.getAttribute('href')).sort());
const isLost = (page: Page): Promise<void> => page.locator('.lost').waitFor();
const isBack = (page: Page): Promise<void> => page.locator('.lost').waitFor({ state: 'detached', timeout: 60_000 });

/** The connection works in the same way for all games. Short runs play only Kaël, which has races, and long runs all
 * card games. */
const MATCHES = LONG ? PLAYS.filter((play) => play.game !== 'rouge-et-noir') : [playOf('kael')];

for (const play of MATCHES) {
  it(
    `${play.title}: two friends and bots to the end, through a reload, a cut and a silent line and a killed ` +
      `server; one speaks ${play.home}`,
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
      const loaded = new Set<string>();
      bo.page.on('requestfinished', (file) => loaded.add(/\/assets\/(\w+)-[^/]*\.js$/.exec(file.url())?.[1] ?? ''));
      expect(await bo.page.evaluate(() => document.documentElement.lang)).toBe(play.home);
      await begin(ann);
      for (const { page } of [ann, bo]) await page.locator('.table-cards .card').first().waitFor();
      const away = ann.page.locator('.seat-chip.away .seconds');
      const blows = [
        async () => {
          // From here on the test controls the clock of Bo's page.
          if (!LONG) await bo.page.clock.install();
          loaded.clear();
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
          // No file can be loaded over a dead connection, so the result sheet must be loaded before that.
          await expect.poll(() => [...loaded], { message: 'the last sheet' }).toContain('result');
          path.silence();
          if (LONG) {
            await bo.page.locator('.lost').waitFor({ timeout: 60_000 });
            await ann.page.locator('.seat-chip.away .seconds', { hasText: '1:05' }).waitFor({ timeout: 180_000 });
          } else {
            // The page gets no message for half a minute, and after that no answer to its ping.
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
          // The connection fails only on Ann's turn. Then Bo's hand gets no cards, and no command from Bo is still on
          // its way. In a trade of La Dame Noire, Ann may just have given Bo a card. So after Ann's action, the
          // connection fails only if Bo's hand is too small for a trade.
          if (
            (play.game === 'la-dame-noire' && by !== bo && (await held(bo.page)).length > 9) ||
            struck === blows.length ||
            acts < 1 + struck ||
            !(await waitsForFirst(ann.page, bo.page))
          )
            return;
          // At normal speed a bot may call stop within seconds. Bo then takes back the card that he has put down.
          if (LONG) {
            await ann.page.waitForTimeout(8000);
            if (!(await waitsForFirst(ann.page, bo.page))) return;
          }
          const hand = await held(bo.page);
          // In Kaël the dealer may just have chosen the number of cards, and Bo's page does not show his hand yet.
          if (hand.length === 0) return;
          await blows[struck++]!();
          await expect.poll(() => held(bo.page), { message: `the hand after blow ${struck}` }).toEqual(hand);
          since = 0;
        },
      );
      expect(struck).toBe(blows.length);
      expect(since, 'Bo plays on').toBeGreaterThan(0);
      const totals = ({ page }: Person) =>
        page.locator('.sheet table.score').last().locator('tfoot td').allTextContents();
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
  /** Does an action for one of the two. Bo makes the bet, and leads the strongest card if `strongest`, otherwise the
   * weakest. If there is no bet, both pass whenever they can. */
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
          /* the next deal has already begun */
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
    // The second connection may have a newer frame than the page.
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
    // From here on only Ann's page, and not her second connection, acts for Ann.
    await expect
      .poll(
        async () => {
          await act(his, !became.has('back'));
          return dashed.count();
        },
        { timeout: 20_000 },
      )
      .toBe(0);
    // The deal may have ended in the meantime.
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
