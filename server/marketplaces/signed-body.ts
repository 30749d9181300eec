import { createHmac, timingSafeEqual } from 'node:crypto'
import { readJsonOr } from './sanitise/read-json.ts'

/** Whether the signature is the body's HMAC-SHA256 by the secret. */
export function isSignedBy(
  secret: string,
  body: Buffer,
  signature: string,
  encoding: 'hex' | 'base64' = 'hex',
): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!shapes[encoding].test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, encoding))
}

/** 32 bytes. */
const shapes = { hex: /^[0-9a-f]{64}$/i, base64: /^[\w+/]{43}=$/ } as const

/** The text itself when it is not JSON: the marketplace signed it, so it is kept. */
export function signedJson(platform: string, body: Buffer): unknown {
  const text = body.toString('utf8')
  return readJsonOr(platform, text, text)
}
