// Loads a part of the page again after a failure, because the server may be away only for a moment.

/** The first pause in ms before another attempt, and the longest. */
const AGAIN_MS = [1_000, 30_000] as const;

/** Repeats `load` until it succeeds, and calls `loaded` with the result. Returns a function that stops the attempts. */
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
