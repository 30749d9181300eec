import { createHash, randomBytes } from 'node:crypto'

/** A new secret for one line. The Evolution server sends it with every webhook of that line; we store the hash. */
export function newLineSecret(): { readonly text: string; readonly hash: string } {
  const text = randomBytes(32).toString('base64url')
  return { text, hash: hashOfLineSecret(text) }
}

export const hashOfLineSecret = (text: string): string => createHash('sha256').update(text).digest('hex')
