/** Series differ by name and gap too, never by colour alone. Yellow, green and red keep their meanings. */
const colours = [
  'var(--bar)',
  'var(--d2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--line-strong)',
] as const

export const seriesColour = (index: number): string =>
  colours[Math.min(index, colours.length - 1)] ?? colours[0]
