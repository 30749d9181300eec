/** Connection lost, server starting or stopping, no connection available (PostgreSQL classes 08, 53, 57P). */
export function isDatabaseLost(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08...|53300|57P0[1-5])$/.test(code)) return true
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(code)) return true
  const message = error instanceof Error ? error.message : ''
  return (
    message.includes('Connection terminated') ||
    message.includes('timeout exceeded when trying to connect') ||
    message.includes('is not queryable') ||
    message.includes('is not currently accepting connections') ||
    message === 'Query read timeout'
  )
}

/** A server that nobody reaches: besides the above, a machine that is gone, or has no name or way to it. */
export function isUnreachable(error: unknown): boolean {
  if (isDatabaseLost(error)) return true
  if (unreachableCodes.has(codeOf(error))) return true
  return error instanceof Error && error.message === 'timeout expired'
}

const unreachableCodes = new Set([
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The code of whatever was thrown; empty without one. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}
