import { photoBytesLimit } from '../../contract/menu/menu.ts'

export interface Photo {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly bytes: Buffer
}

/** Detects the type from the bytes instead of the declared type; null if it is no supported picture. */
export function photoOf(dataUrl: string): Photo | null {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (bytes.length === 0 || bytes.length > photoBytesLimit) return null
  const contentType = typeOf(bytes)
  return contentType ? { contentType, bytes } : null
}

function typeOf(bytes: Buffer): Photo['contentType'] | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  const riff = bytes.subarray(0, 4).toString('latin1') === 'RIFF'
  return riff && bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : null
}
