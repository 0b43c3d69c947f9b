/** The sign of a coup: two blades. */
export const CoupSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 2.5L12.5 12M13 2.5L3.5 12M10 14l4-4M6 14l-4-4" />
  </svg>
);
