// Repeats the loading of a part that failed: the server may be away for a moment.

/** The pauses in ms before another attempt: the first pause, and the longest. */
const AGAIN_MS = [1_000, 30_000] as const;

/** Loads until it succeeds, then calls `loaded`. Returns a function that stops this. */
export function untilLoaded<A>(load: () => Promise<A>, loaded: (found: A) => void): () => void {
  let isWanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (pause: number) => {
    load().then(
      (found) => {
        if (isWanted) loaded(found);
      },
      () => {
        if (isWanted) timer = setTimeout(ask, pause, Math.min(2 * pause, AGAIN_MS[1]));
      },
    );
  };
  ask(AGAIN_MS[0]);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
