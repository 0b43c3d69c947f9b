// What is awaited, in one line, readable from two metres.

import type { ComponentChildren } from 'preact';

export function Banner({ tone = 'wait', children }: { tone?: 'turn' | 'wait' | 'warn'; children: ComponentChildren }) {
  return <p class={`banner ${tone}`}>{children}</p>;
}
