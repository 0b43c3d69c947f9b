// The logo: the queen in her spade.

import { dameHead } from './dame';

export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg
      class="logo"
      viewBox="-21 -64 42 44"
      width={size}
      height={(size * 44) / 42}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: dameHead() }}
    />
  );
}

/** The head alone, for use inside another drawing; `at` is its transform. */
export function DameHead({ at }: { at: string }) {
  return <g transform={at} dangerouslySetInnerHTML={{ __html: dameHead() }} />;
}
