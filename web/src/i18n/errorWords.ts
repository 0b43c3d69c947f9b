// The words for errors, by their keys. A test compares the keys with the server's keys. The English sentences of the
// server are only for programs.

import { ApiError } from '../net/api';
import type { T } from './words';

/** Returns the reason for a failed request, in the reader's language. */
export function errorWords(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const key = error.status === 0 && error.key === '' ? 'start.offline' : `error.${error.key}`;
  return t(t.has(key) ? key : 'error.unknown');
}
