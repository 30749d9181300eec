import { createHash, randomBytes } from 'node:crypto'

/** What an Evolution server shows us with every call of one line. */
export function newLineSecret(): { readonly text: string; readonly hash: string } {
  const text = randomBytes(32).toString('base64url')
  return { text, hash: hashOfLineSecret(text) }
}

export const hashOfLineSecret = (text: string): string => createHash('sha256').update(text).digest('hex')
