import sharp from 'sharp'

export interface Picture {
  readonly contentType: 'image/jpeg' | 'image/webp'
  readonly bytes: Buffer
}

/** A picture of a few hundred bytes can claim any number of pixels, and each takes memory. */
const mostPixels = 40_000_000
const options = { limitInputPixels: mostPixels, failOn: 'error', animated: false } as const
export interface PictureSizes {
  /** Of the file as it was sent. */
  readonly mostBytes: number
  readonly mostBytesKept: number
  /** Pixels of the longer side. */
  readonly side: number
}

/** Shares of the side, with a quality. The first that is within the limit of bytes: only noise needs more than one. */
const tries = [
  { share: 1, quality: 82 },
  { share: 1, quality: 60 },
  { share: 0.625, quality: 50 },
  { share: 0.375, quality: 40 },
] as const
const timeLimitSeconds = 10
const formats: readonly (string | undefined)[] = ['png', 'jpeg', 'webp']

// Pictures share the process with calls: one thread each, and nothing of one person's kept for the next.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The picture drawn again from its pixels, or null if it is none that we take. Whatever else the file held is gone:
 * where it was taken, scripts, a second file behind it. Turned upright, no larger than the sizes say. Works on other
 * threads.
 */
export async function redraw(bytes: Buffer, sizes: PictureSizes): Promise<Picture | null> {
  if (bytes.length === 0 || bytes.length > sizes.mostBytes) return null
  try {
    const { format, width, height, hasAlpha } = await sharp(bytes, options).metadata()
    if (!formats.includes(format) || width * height > mostPixels) return null
    for (const { share, quality } of tries) {
      const side = Math.round(sizes.side * share)
      const drawn = sharp(bytes, options)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: timeLimitSeconds })
      const kept = hasAlpha ? drawn.webp({ quality }) : drawn.jpeg({ quality })
      const redrawn = await kept.toBuffer()
      if (redrawn.length <= sizes.mostBytesKept)
        return { contentType: hasAlpha ? 'image/webp' : 'image/jpeg', bytes: redrawn }
    }
    return null
  } catch {
    // Not a picture, cut off, too large or too slow.
    return null
  }
}
