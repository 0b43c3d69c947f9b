// Tests of access to a table. People with an old link have to wait for the host's answer. The host sees which seats
// share a network.

import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { DESKTOP, PHONE } from './cardroom';
import { look } from './look';
import { all, begin, guest, meet, person, room, row, table, type Person } from './people';
import { itLong } from './long';

meet('--trusted-proxy', '127.0.0.1');

const open: (() => void)[] = [];
afterAll(() => open.forEach((close) => close()));

/** Starts a proxy that reports this network address for everybody behind it. */
async function behind(address: string): Promise<string> {
  const { hostname, port } = new URL(room.room.url);
  const headers = (asked: IncomingMessage) => ({ ...asked.headers, 'x-forwarded-for': address });
  const proxy = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const on = request({ hostname, port, method, path, headers: headers(asked) }, (found) => {
      answer.writeHead(found.statusCode!, found.headers);
      found.pipe(answer);
    });
    on.on('error', () => answer.destroy());
    asked.pipe(on);
  });
  proxy.on('upgrade', (asked: IncomingMessage, near, first: Buffer) => {
    const far = connect(Number(port), hostname);
    const lines = Object.entries(headers(asked)).map(([name, value]) => `${name}: ${String(value)}`);
    far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    far.write(first);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((ready) => proxy.listen(0, hostname, ready));
  open.push(() => proxy.close());
  return `http://${hostname}:${(proxy.address() as AddressInfo).port}`;
}

/** Opens a link, enters a name, and asks for a seat. */
async function asks(name: string, link: string, options = DESKTOP): Promise<Person> {
  const one = await person(name, new URL(link).pathname, options);
  await one.page.locator('.invitation input').fill(name);
  await one.page.locator('.invitation [data-do=sit]').click();
  await one.page.locator('.asks-host').waitFor();
  return one;
}

it('who was removed and comes back by the link waits for the host, who says no; others are let in', async () => {
  const ann = await person('Ann');
  const { id, link } = await table(ann, { game: 'schwarze-dame' });
  const bo = await guest('Bo', link);
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await row(ann.page, 1).locator('[data-do=unseat]').click();
  await ann.page.locator('[data-do=link-keep]').click();
  await ann.page.locator('.invite', { hasText: 'anyone who comes by this link waits for your answer' }).waitFor();
  // The removed person comes back without the cookie, on a phone.
  const bob = await asks('Bob', link, PHONE);
  await look(bob.page, 'door-asks');
  const request = ann.page.locator('.requests li', { hasText: 'Bob would like a seat.' });
  await request.waitFor();
  await look(ann.page, 'door-request');
  await request.locator('[data-do=turn-away]').click();
  await bob.page.locator('.toast', { hasText: 'The host didn’t give you a seat.' }).waitFor();
  await request.waitFor({ state: 'detached' });
  expect(await row(ann.page, 1).innerText()).toContain('Empty seat');
  // Cy is a friend who also has the old link.
  const cy = await asks('Cy', link);
  await ann.page.locator('.requests li', { hasText: 'Cy' }).locator('[data-do=admit]').click();
  await cy.page.locator('.waiting').waitFor();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Cy');
  expect(await cy.page.locator('.requests').count(), 'nobody else is asked').toBe(0);
  // During the match, a request for a seat is shown above the table. The host can also replace the invitation link with
  // a new one, and then the old link no longer works.
  await begin(ann);
  for (const { page } of [ann, cy]) await page.locator('[data-pile=hand] .card').first().waitFor();
  const di = await asks('Di', link);
  await ann.page.locator('.strip .requests', { hasText: 'Di' }).waitFor();
  await look(ann.page, 'door-request-playing');
  await ann.page.locator('.strip [data-do=admit]').click();
  await expect.poll(() => new URL(di.page.url()).pathname).toBe(`/t/${id}`);
  await ann.page.locator('#tab-people').click();
  await expect.poll(() => row(ann.page, 2).innerText()).toContain('Di joins at the next deal.');
  await ann.page.locator('.people [data-do=invite]').click();
  await ann.page.locator('[data-do=replace-invite]').click();
  const fresh = ann.page.locator('#invite-link');
  await expect.poll(() => fresh.inputValue()).not.toBe(link);
  const eve = await guest('Eve', await fresh.inputValue());
  await expect.poll(() => row(ann.page, 3).innerText()).toContain('Eve joins at the next deal.');
  const late = await person('Bob', new URL(link).pathname);
  await late.page.locator('.nowhere', { hasText: 'This invitation was withdrawn' }).waitFor();
  await all([ann, bo, bob, cy, di, eve, late]);
});

itLong('on a phone the request can be read and answered', async () => {
  const ann = await person('Ann', '/', PHONE);
  const { link } = await table(ann, { game: 'schwarze-dame' });
  const bo = await guest('Bo', link);
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('Bo');
  await row(ann.page, 1).locator('[data-do=unseat]').click();
  await look(ann.page, 'door-removed-phone');
  await ann.page.locator('[data-do=link-keep]').click();
  const bob = await asks('Bartholomew of the Hill', link);
  await look(bob.page, 'door-asks-desktop');
  await ann.page.locator('.requests').waitFor();
  await look(ann.page, 'door-request-phone');
  await begin(ann);
  await ann.page.locator('.strip .requests').waitFor();
  await look(ann.page, 'door-request-playing-phone');
  await ann.page.locator('.strip [data-do=admit]').click();
  await bob.page.locator('#board').waitFor();
  await all([ann, bo, bob]);
});

it('the host of a public table sees who shares a network, and may leave one seat to each', async () => {
  const [home, elsewhere] = [await behind('203.0.113.7'), await behind('198.51.100.7')];
  const ann = await person('Ann', '/', DESKTOP, elsewhere);
  const { id } = await table(ann, { game: 'schwarze-dame', open: 'public' });
  await ann.page.goto(`${elsewhere}/t/${id}`);
  const lobby = async (name: string, options = DESKTOP) => {
    const one = await person(name, '/lobby', options, home);
    await one.page.locator(`.lobby-row[data-table="${id}"] [data-do=join]`).click();
    await one.page.locator('#which-name').fill(name);
    await one.page.locator('[data-do=join-now]').click();
    return one;
  };
  const bo = await lobby('Bo');
  await bo.page.locator('.waiting').waitFor();
  // The second person of the household is told what to do. The host then changes the setting.
  const cy = await lobby('Cy', PHONE);
  await cy.page.locator('.toast', { hasText: 'or ask the host' }).waitFor();
  await look(cy.page, 'door-same-network-refused');
  await ann.page.locator('[data-do=change-settings]').click();
  await look(ann.page, 'door-setting');
  await ann.page.locator('dialog [data-set=one_per_network]').click();
  await ann.page.locator('[data-do=save-settings]').click();
  await bo.page.locator('.toast', { hasText: 'One seat per network: No' }).waitFor();
  await cy.page.goto(`${home}/t/${id}`);
  await row(cy.page, 2).locator('[data-do=sit]').click();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('same network as Cy');
  await expect.poll(() => row(ann.page, 2).innerText()).toContain('same network as Bo');
  await look(ann.page, 'door-same-network');
  for (const { page } of [bo, cy]) expect(await page.locator('.seats').innerText()).not.toContain('network');
  await begin(ann);
  await ann.page.locator('[data-pile=hand] .card').first().waitFor();
  await ann.page.locator('#tab-people').click();
  await expect.poll(() => row(ann.page, 1).innerText()).toContain('same network as Cy');
  await look(ann.page, 'door-same-network-playing');
  await all([ann, bo, cy]);
});
