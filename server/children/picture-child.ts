import sharp from 'sharp'
import { childTask } from './child-task.ts'
import type { Picture, PictureTask } from './redraw-picture.ts'

/** What cameras call 12 megapixels. A picture of a few hundred bytes can claim any number, and each takes memory. */
const maxPixels = 12_500_000
const options = { limitInputPixels: maxPixels, failOn: 'error', animated: false } as const

/** Shares of the side, with a quality. The first that is within the limit of bytes: only noise needs more than one. */
const tries = [
  { share: 1, quality: 82 },
  { share: 1, quality: 60 },
  { share: 0.625, quality: 50 },
  { share: 0.375, quality: 40 },
] as const
const formats: readonly (string | undefined)[] = ['png', 'jpeg', 'webp']

// Two children may draw at once on a machine of two processors.
sharp.concurrency(1)
sharp.cache(false)

/** Runs in a process of its own (redraw-picture.ts). */
export default childTask(draw)

async function draw({ bytes, sizes }: PictureTask): Promise<Picture | null> {
  try {
    const { format, width, height, hasAlpha } = await sharp(bytes, options).metadata()
    if (!formats.includes(format) || width * height > maxPixels) return null
    for (const { share, quality } of tries) {
      const side = Math.round(sizes.side * share)
      const drawn = sharp(bytes, options)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      const kept = hasAlpha ? drawn.webp({ quality }) : drawn.jpeg({ quality })
      const redrawn = await kept.toBuffer()
      if (redrawn.length <= sizes.maxBytesKept)
        return { contentType: hasAlpha ? 'image/webp' : 'image/jpeg', bytes: redrawn }
    }
    return null
  } catch {
    // Not a picture, cut off or too large.
    return null
  }
}
