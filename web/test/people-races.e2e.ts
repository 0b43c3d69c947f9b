// Races in Kaël [K12] with windows of real length. Three people play until one of them can lay cards of a value,
// another can cut with all other cards of that value, and the player whose turn is next has none of them.

import { expect, it } from 'vitest';
import { drive, type Driver } from './driver';
import { all, begin, guest, meet, person, table } from './people';

meet();

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
    // All four cards are in hands, but not in the right ones, so one card goes to another hand by way of the pile.
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

it('Kaël: a cut goes before the next move while the window is open, and comes too late after it', async () => {
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
  /** Lays a card that can be cut, and lets the next player move immediately. This move is held until the window
   * closes. */
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
      .locator('.log', { hasText: /(cuts|cut) with .+: a square\. After \d(\.\d)? of \d(\.\d)? s\./ })
      .waitFor();

  const lost = await chance(drivers);
  expect(await set(lost)).toBeNull();
  // The window is closed, and the next card lies on top. The button is gone, and the answer to a late claim says how
  // late it is.
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
    // One tap on a card selects all cards of its value.
    await cards.first().click({ position: { x: 8, y: 40 } });
    await expect.poll(() => page.locator('[data-pile=hand] .card.chosen').count()).toBe(4 - found.lays);
    await page.locator('[data-do=arm]').click();
    await page.locator('[data-do=disarm]').waitFor();
    for (const seat of [0, 1, 2].filter((other) => other !== found.cutter))
      expect((await drivers[seat]!.frame()).armed).toBeUndefined();
  };
  // The player whose turn it is cannot arm a claim, so this player presses the button while the window is open.
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
