/** The database answers and cannot write: disk full, out of memory, a limit of its configuration, a failing disk. */
const exhaustionCodes: ReadonlySet<string> = new Set(['53100', '53200', '53400', '58030', 'ENOSPC'])

export const isExhaustion = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && exhaustionCodes.has(String(error.code))

/** Since when this process has seen it; null while everything can be written. */
let since: Date | null = null

/** True for the first time since the last recovery: it is logged once, not with each refused call. */
export function noteExhaustion(now: Date): boolean {
  if (since !== null) return false
  since = now
  return true
}

export const exhaustedSince = (): Date | null => since

export function noteRecovery(): void {
  since = null
}
