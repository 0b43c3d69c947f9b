/** A line drawing of 16 × 16 units on a button. */
export const Sign = ({ d }: { d: string }) => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} />
  </svg>
);
