// Puzzles. The card room in this browser answers, even if there is a server: it knows the rules, and stores the tries.
// The page sends the file with each request.

import { ask } from './api';
import { deviceLoader } from './backend';
import { readReplay } from './recordsApi';
import type { PuzzleQuestion, PuzzleSolution } from './protocol';
import type * as gen from './protocol.gen';

const onDevice = <R>(path: string, body: unknown): Promise<R> =>
  ask<R>(
    path,
    body,
    'POST',
    deviceLoader.load!().then((loaded) => loaded.device),
  );

/** Loads a file of puzzles, as hex. */
export async function puzzleFile(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the untried puzzle nearest to the reader's rating. */
export async function nextPuzzle(file: string, theme: string | null): Promise<PuzzleQuestion> {
  const found = await onDevice<gen.PuzzleQuestion>('puzzles/next', { file, theme });
  return { ...found, replay: readReplay(found.replay) } as PuzzleQuestion;
}

export const answerPuzzle = (file: string, deal: number, action: string | null): Promise<PuzzleSolution> =>
  onDevice('puzzles/answer', { file, deal, action });
