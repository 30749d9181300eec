/** The partner of the plus: the sign of the font is as short as a hyphen. */
export const Minus = () => (
  <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
    <path d="M5 12h14" fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" />
  </svg>
)
