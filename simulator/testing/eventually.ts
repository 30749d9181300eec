import { vi } from 'vitest'

/** Waits until an expectation holds, for half of a test's time. */
export const eventually = (expectation: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(expectation, { timeout: 15_000, interval: 10 })
