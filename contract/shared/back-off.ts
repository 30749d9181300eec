/** Milliseconds before the next try: doubled after each failure, up to the limit. */
export const doubledMs = (firstMs: number, failures: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** failures, maxMs)

/** The same, a fifth more or less, so that many that failed together try again at different times. */
export const backOffMs = (firstMs: number, failures: number, maxMs: number): number =>
  doubledMs(firstMs, failures, maxMs) * (0.8 + Math.random() * 0.4)
