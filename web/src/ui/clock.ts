/** Returns a time as minutes and seconds, with hours if there are any, such as 3:07 or 1:02:15. */
export function clock(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [h, m, two] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, (n: number) => String(n).padStart(2, '0')];
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
