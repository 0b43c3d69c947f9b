// The words of errors, by their keys (a test compares these with the server's). The server's English is for programs.

import { ApiError } from '../net/api';
import type { T } from './words';

/** Returns the reason for a failed request, in the reader's language. */
export function errorWords(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const key = error.status === 0 && error.key === '' ? 'start.offline' : `error.${error.key}`;
  return t(t.has(key) ? key : 'error.unknown');
}
