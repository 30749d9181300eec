import { ECDH } from 'node:crypto'

/** Whether the browser's key (base64url) is an uncompressed point of P-256: nothing can be encrypted for any other. */
export function isPushKey(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}
