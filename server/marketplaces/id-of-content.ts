import { createHash } from 'node:crypto'

/**
 * An id for documents that a marketplace gives none: made of what one says, so that the same list read twice has the same
 * ids. Of several equal ones each counts.
 */
export function idsOfContent(): (content: readonly unknown[]) => string {
  const seen = new Map<string, number>()
  return (content) => {
    const said = JSON.stringify(content)
    const nth = (seen.get(said) ?? 0) + 1
    seen.set(said, nth)
    return createHash('sha256').update(`${nth}:${said}`).digest('hex').slice(0, 40)
  }
}
