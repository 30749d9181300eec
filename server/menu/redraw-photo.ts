import sharp from 'sharp'
import { photoBytesLimit } from '../../contract/menu/menu.ts'

export interface Photo {
  readonly contentType: 'image/jpeg' | 'image/webp'
  readonly bytes: Buffer
}

/** A picture of a few hundred bytes can claim any number of pixels, and each takes memory. */
const mostPixels = 40_000_000
const options = { limitInputPixels: mostPixels, failOn: 'error', animated: false } as const
/** The first that is within the limit of bytes: only noise needs more than one. */
const sizes = [
  { side: 1_600, quality: 82 },
  { side: 1_600, quality: 60 },
  { side: 1_000, quality: 50 },
  { side: 600, quality: 40 },
] as const
const timeLimitSeconds = 10
const formats: readonly (string | undefined)[] = ['png', 'jpeg', 'webp']

// Photos share the process with calls: one thread each, and nothing of one person's kept for the next.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The picture drawn again from its pixels, or null if it is none that we take. Whatever else the file held is gone:
 * where it was taken, scripts, a second file behind it. Turned upright, at most 1,600 pixels a side. Works on other
 * threads.
 */
export async function redraw(bytes: Buffer): Promise<Photo | null> {
  if (bytes.length === 0 || bytes.length > photoBytesLimit) return null
  try {
    const { format, width, height, hasAlpha } = await sharp(bytes, options).metadata()
    if (!formats.includes(format) || width * height > mostPixels) return null
    for (const { side, quality } of sizes) {
      const drawn = sharp(bytes, options)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: timeLimitSeconds })
      const kept = hasAlpha ? drawn.webp({ quality }) : drawn.jpeg({ quality })
      const redrawn = await kept.toBuffer()
      if (redrawn.length <= photoBytesLimit)
        return { contentType: hasAlpha ? 'image/webp' : 'image/jpeg', bytes: redrawn }
    }
    return null
  } catch {
    // Not a picture, cut off, too large or too slow.
    return null
  }
}
