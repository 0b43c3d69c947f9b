// This page's part in the shuffle of a table, and the news of the shuffle for people. The code is loaded when the
// shuffle begins.

import { fairWords } from '../i18n/loadExtra';
import { translator } from '../i18n/words';
import type { People, Refusal, SharedShuffle } from '../net/protocol';
import type { Order } from '../net/socket';
import { language } from '../ui/settings';
import { toast } from '../ui/toast';
import { device, type ShuffleData } from './shuffleStore';
import { answer, newsOf, type ShuffleNews, withoutPart } from './participate';

type Send = (order: Order) => Promise<Refusal | null>;

/** The messages that were sent on each connection. If a message is not answered, the connection itself sends it
 * again. */
const sent = new WeakMap<Send, Set<string>>();
/** The news that has been shown for each table, so that nothing is shown twice. */
const shownNews = new Set<string>();

export async function onShuffle(table: string, people: People, message: SharedShuffle, send: Send) {
  let data: ShuffleData;
  try {
    const answered = await device.update(table, (known) => {
      // A seat that the page shows as a bot's seat cannot take part. The attempt has to list this seat among the bots.
      // Otherwise the server contradicts itself.
      const bots = message.attempts.at(-1)?.bots ?? [];
      const isHidden = people.seats.some(({ bot, free }, seat) => (bot || free) && !bots.includes(seat));
      const differs = known.differs || (message.step === 'seal' && isHidden);
      const result = answer({ ...known, differs }, people.you, message);
      return { data: result.data, result };
    });
    data = answered.data;
    if (answered.order) sendOnce(table, answered.order, send);
  } catch {
    // If the hash cannot be stored, it is not sent, and a notice says so.
    if (message.step === 'seal' && people.you !== null) await showNews(table, people, [{ key: 'nothing_kept' }]);
    return;
  }
  await showNews(table, people, newsOf(data, message));
}

/** Stores the messages about a past shuffle, unless this device has data from the time of the shuffle. If the reader
 * has a seat, *Was it fair?* then says that the cards were shuffled earlier. Otherwise it would say that the device
 * stored nothing. */
export async function storePastShuffle(table: string, message: SharedShuffle) {
  const before = await device.read(table);
  if (before && (before.attempts.length > 0 || before.seat !== null)) return;
  // Another tab may have stored the messages first.
  const withAttempts = (known: ShuffleData) =>
    known.attempts.length > 0 ? known : { ...known, attempts: message.attempts };
  await device.update(table, (known) => ({ data: withAttempts(known), result: null }));
}

/** Sends an answer only once. The server repeats its message when another seat has answered. The page does not answer a
 * repeated message. */
function sendOnce(table: string, order: Order, send: Send): void {
  const all = sent.get(send) ?? new Set();
  const name = JSON.stringify(order);
  if (all.has(name)) return;
  sent.set(send, all.add(name));
  send(order)
    .then((refusal) => {
      // An answer that was refused is sent again with the next message.
      if (refusal) all.delete(name);
      if (refusal?.key === 'sealed' && order.t === 'seal')
        return device.update(table, (data) => ({ data: withoutPart(data, order.k), result: null }));
      return null;
    })
    // If this device cannot store the change, nothing needs to be done. The record still contains everything that the
    // device sent.
    .catch(() => {});
}

/** The time in ms within which news is shown together, because a second notice would hide the first one. */
const TOGETHER_MS = 5000;
let last = { table: '', at: 0, words: [] as string[] };

async function showNews(table: string, people: People, all: readonly (ShuffleNews | { key: 'nothing_kept' })[]) {
  if (all.length === 0) return;
  const t = translator(language.value, await fairWords(language.value));
  const fresh = all.filter((one) => {
    const name = `${table} ${one.key} ${'k' in one ? `${one.k} ${one.seat}` : ''}`;
    return !shownNews.has(name) && shownNews.add(name);
  });
  if (fresh.length === 0) return;
  const words = fresh.map((one) => t(`told.${one.key}`, 'seat' in one ? { who: people.seats[one.seat]!.name } : {}));
  const now = performance.now();
  const before = last.table === table && now < last.at + TOGETHER_MS ? last.words : [];
  last = { table, at: now, words: [...before, ...words] };
  toast(last.words.join(' '));
}
