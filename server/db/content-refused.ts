/**
 * True when the content of a row was refused, so that a batch goes through without it. False when the database
 * is lost, full, overloaded or in conflict: then every row would fail, and each would wait for its own time limit.
 */
export function isContentRefused(error: unknown): boolean {
  // Nested too deep, or too long for one string.
  if (error instanceof RangeError) return true
  const state = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return /^[0-9A-Z]{5}$/.test(state) && !/^(08|25|40|53|55|57|58)/.test(state)
}

/** A sum has outgrown its column, as the sales of one hour beyond R$ 21 million. */
export const isSumTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '22003'
