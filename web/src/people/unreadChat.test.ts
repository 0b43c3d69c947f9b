import { expect, it } from 'vitest';
import type { ChatLine } from '../net/protocol';
import { muted } from '../ui/chatWords';
import { readAll, unread } from './unreadChat';

const chatLine = (n: number, seat: number, name: string): ChatLine => ({ n, seat, name, phrase: 'hello', text: null });

it('what others said is unread until it was seen; own words and those of the muted are not', () => {
  const lines = [chatLine(5, 1, 'Bo'), chatLine(6, 0, 'Ann'), chatLine(7, 2, 'Cy')];
  expect(unread('t', lines, 0)).toBe(2);
  muted.value = new Set(['Cy']);
  expect(unread('t', lines, 0)).toBe(1);
  muted.value = new Set();
  readAll('t', lines.slice(0, 2));
  expect(unread('t', lines, 0)).toBe(1);
  readAll('t', lines);
  expect(unread('t', lines, 0)).toBe(0);
  readAll('t', lines.slice(0, 1));
  expect(unread('t', lines, 0), 'what was read stays read').toBe(0);
  expect(unread('other', lines, 0), 'at another table nothing was').toBe(2);
  expect(unread('t', [...lines, chatLine(8, 2, 'Cy')], null)).toBe(1);
});
