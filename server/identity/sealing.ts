import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface Sealed {
  readonly iv: string
  readonly tag: string
  readonly sealed: string
}

/** AES-256-GCM at rest when ENCRYPTION_KEY (64 hex digits) is set, always in production. */
export function sealText(text: string, encryptionKey: string): Sealed {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(encryptionKey, 'hex'), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
  }
}

/** Throws in the name of the variable: the usual reason is another key than the one that sealed it. */
export function openText(sealed: Sealed, encryptionKey: string | undefined): string {
  if (!encryptionKey) throw new Error('A secret is encrypted: set ENCRYPTION_KEY to the key that sealed it.')
  try {
    const bytes = (part: string) => Buffer.from(part, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(encryptionKey, 'hex'), bytes(sealed.iv))
    decipher.setAuthTag(bytes(sealed.tag))
    return Buffer.concat([decipher.update(bytes(sealed.sealed)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(
      'ENCRYPTION_KEY does not open a secret of this database: set it to the key that sealed it ' +
        '(docs/how-to/back-up-and-restore.md).',
      { cause },
    )
  }
}

export function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'sealed' in value
}
