// Running seconds, counting up from the beginning of an absence or down to a deadline. A screen reader reads them once,
// and not every second.

import { useEffect, useState } from 'preact/hooks';

interface Props {
  /** The time in ms that was to be shown when `performance.now()` was `at`. */
  ms: number;
  at: number;
  down?: boolean;
  /** True if the time does not run. */
  still?: boolean;
}

export function Seconds({ ms, at, down, still }: Props) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (still) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [at, ms, still]);
  return (
    <span class="seconds numbers" translate={false}>
      {clockWords(secondsOf(ms, still ? 0 : Math.max(0, now - at), down))}
    </span>
  );
}

/** A phrase with the running time in the place of `{time}`, whose position differs between languages. */
export function WithTime({ words, ...of }: Props & { words: string }) {
  const [before, after] = words.split('{time}');
  return (
    <>
      {before}
      <Seconds {...of} />
      {after}
    </>
  );
}

/** Returns whole seconds. For a deadline they are rounded up, so 0 is shown only at the end. For an absence they are
 * rounded down. */
export const secondsOf = (ms: number, since: number, down = false): number =>
  down ? Math.ceil(Math.max(0, ms - since) / 1000) : Math.floor((ms + since) / 1000);

/** Returns seconds as 0:07, 1:05, 1:02:03. */
export function clockWords(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
