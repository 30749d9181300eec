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

export function openText(sealed: Sealed, encryptionKey: string | undefined): string {
  if (!encryptionKey) throw new Error('A secret is encrypted: set ENCRYPTION_KEY to the key that sealed it.')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(encryptionKey, 'hex'),
    Buffer.from(sealed.iv, 'base64'),
  )
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'))
  return Buffer.concat([decipher.update(Buffer.from(sealed.sealed, 'base64')), decipher.final()]).toString(
    'utf8',
  )
}

export function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'sealed' in value
}
