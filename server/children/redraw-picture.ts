import { ChildTaskError } from './child-pool.ts'
import { readers } from './readers.ts'

export interface Picture {
  readonly contentType: 'image/jpeg' | 'image/webp'
  readonly bytes: Buffer
}

export interface PictureSizes {
  /** Of the file as it was sent. */
  readonly maxBytes: number
  readonly maxBytesKept: number
  /** Pixels of the longer side. */
  readonly side: number
}

export interface PictureTask {
  readonly bytes: Uint8Array
  readonly sizes: PictureSizes
}

const maxMs = 10_000
const pictureChild = new URL('./picture-child.ts', import.meta.url)

/**
 * The picture drawn again from its pixels, or null if it is none that we take. Whatever else the file held is gone:
 * where it was taken, scripts, a second file behind it. Turned upright, no larger than the sizes say. Drawn in a child
 * process, one at a time for each key: the user or store it is for. Throws when too many wait.
 */
export async function redraw(bytes: Buffer, sizes: PictureSizes, key: string): Promise<Picture | null> {
  if (bytes.length === 0 || bytes.length > sizes.maxBytes) return null
  try {
    const task: PictureTask = { bytes, sizes }
    const drawn = await readers().run<Picture | null>(pictureChild, task, { key, maxMs })
    return drawn && { ...drawn, bytes: Buffer.from(drawn.bytes) }
  } catch (error) {
    if (!(error instanceof ChildTaskError)) throw error
    return null
  }
}
