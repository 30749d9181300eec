import type { StoreMark } from './store-marks.rules.ts'

/** The small awning in a store's tint. Decoration: the code or the name is always next to it. */
export function Awning({
  mark,
  size = 22,
}: {
  readonly mark: StoreMark | undefined
  readonly size?: number
}) {
  const tint = `var(--s${mark?.tint ?? 1})`
  return (
    <svg width={size} height={size * 0.82} viewBox="0 0 25 20" aria-hidden="true" style={{ flex: 'none' }}>
      <path
        fill={tint}
        d="M4 1h17l4 9v3.5a2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0V10z"
      />
      <path
        fill={`color-mix(in srgb, ${tint} 26%, var(--paper))`}
        d="M7.4 1h3.4L10 10v3.5a2.5 2.5 0 0 1-5 0V10zM14.2 1h3.4L20 10v3.5a2.5 2.5 0 0 1-5 0V10z"
      />
    </svg>
  )
}
