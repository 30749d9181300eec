import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { redraw as redrawTo } from './redraw-picture.ts'

const sizes = { maxBytes: 400_000, maxBytesKept: 400_000, side: 1_600 }
const redraw = (bytes: Buffer) => redrawTo(bytes, sizes, 'dona')

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of that size in few bytes; the pixels are there unless they are left out. */
function png(width: number, height: number, pixels = true): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel.
  header[8] = 1
  const rows = pixels ? Buffer.alloc((Math.ceil(width / 8) + 1) * height) : Buffer.alloc(9)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a photo', () => {
  test('of a camera of 12 megapixels is taken', async () => {
    expect((await redraw(png(4_032, 3_024)))?.contentType).toBe('image/jpeg')
  })

  test('is kept as a JPEG of at most 1,600 pixels a side, with its proportions', async () => {
    const kept = await redraw(await drawing(3_200, 1_600).png().toBuffer())
    expect(kept?.contentType).toBe('image/jpeg')
    expect(await sharp(kept?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1_600, height: 800 })
    const small = await redraw(await drawing(300, 200).webp().toBuffer())
    expect(await sharp(small?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
  })

  test('that grows when it is drawn again is kept within the limit of bytes', async () => {
    const pixels = Buffer.alloc(1_600 * 1_600 * 3)
    for (let at = 0, value = 1; at < pixels.length; at += 1) {
      value = (value * 1_103_515_245 + 12_345) % 2_147_483_648
      pixels[at] = value >> 16
    }
    const noise = sharp(pixels, { raw: { width: 1_600, height: 1_600, channels: 3 } })
    const sent = await noise.jpeg({ quality: 5 }).toBuffer()
    expect(sent.length).toBeLessThan(400_000)
    const kept = await redraw(sent)
    expect(kept?.bytes.length).toBeGreaterThan(1_000)
    expect(kept?.bytes.length).toBeLessThanOrEqual(400_000)
  })

  test('with transparency stays transparent', async () => {
    const clear = sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    })
    const kept = await redraw(await clear.png().toBuffer())
    expect(kept?.contentType).toBe('image/webp')
    expect((await sharp(kept?.bytes).metadata()).hasAlpha).toBe(true)
  })

  test('loses where it was taken, and is turned upright first', async () => {
    const sent = await drawing(40, 20)
      .withExif({ IFD0: { Copyright: 'Dona' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const kept = await redraw(sent)
    const { exif, xmp, icc, iptc, orientation, width, height } = await sharp(kept?.bytes).metadata()
    expect([exif, xmp, icc, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect([width, height]).toEqual([20, 40])
    expect(kept?.bytes.toString('latin1')).not.toMatch(/Exif|GPS|Dona/)
  })

  test.each(['png', 'jpeg', 'webp'] as const)(
    'in %s with another file behind it keeps the picture only',
    async (format) => {
      const behind = Buffer.from('<script>alert(1)</script>PK\u0003\u0004')
      const kept = await redraw(Buffer.concat([await drawing(20, 20).toFormat(format).toBuffer(), behind]))
      expect(kept).not.toBeNull()
      expect(kept?.bytes.includes('<script>')).toBe(false)
    },
  )
})

describe('no photo is', () => {
  test.each([
    ['a picture that claims ten thousand million pixels', png(100_000, 100_000, false)],
    ['a picture with more pixels than are drawn', png(5_000, 2_501)],
    ['a header without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 8, 0x45, 0x78, 0x69, 0x66, 0, 0])],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a web page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256))],
  ])('%s', async (_what, bytes) => {
    expect(await redraw(bytes)).toBeNull()
  })

  test('a GIF, a TIFF, or a cut-off JPEG', async () => {
    for (const bytes of [
      await drawing(9, 9).gif().toBuffer(),
      await drawing(9, 9).tiff().toBuffer(),
      (await drawing(900, 900).jpeg().toBuffer()).subarray(0, 2_000),
    ])
      expect(await redraw(bytes)).toBeNull()
  })
})
