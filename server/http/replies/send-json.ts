import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** In order of preference: zstd output is a third smaller than gzip's, in half the time. */
const codings = [
  {
    name: 'zstd',
    zip: (whole: Buffer) => zstd(whole, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  },
  { name: 'gzip', zip: (whole: Buffer) => gzipped(whole, { level: constants.Z_BEST_SPEED }) },
] as const
const zstd = promisify(zstdCompress)
const gzipped = promisify(gzip)
/** Smaller replies fit the first packets uncompressed; those with a token are smaller. */
const compressFromBytes = 2_048
/** Above this, compressing takes longer than it saves on a fair line: the board of a hundred stores. */
const compressToBytes = 512 * 1_024

/** Sends serialised JSON, in one piece or several, compressed if the client accepts it. */
export async function sendJson(reply: FastifyReply, pieces: readonly (string | Buffer)[]): Promise<void> {
  if (reply.sent) return
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  void reply
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .type('application/json; charset=utf-8')
  const coding = codings.find(({ name }) => accepts(reply, name))
  if (coding && bytes >= compressFromBytes && bytes <= compressToBytes) {
    const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
    void reply.header('content-encoding', coding.name).send(await coding.zip(whole))
    return
  }
  const [only, ...more] = pieces
  if (only !== undefined && more.length === 0) {
    void reply.send(only)
    return
  }
  // Not joined, because copying megabytes per call causes long garbage collections.
  const stream = new Readable({ read: () => {} })
  for (const piece of pieces) stream.push(piece)
  stream.push(null)
  void reply.header('content-length', bytes).send(stream)
}

export const accepts = (reply: FastifyReply, coding: (typeof codings)[number]['name']): boolean =>
  new RegExp(String.raw`\b${coding}\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))`).test(
    String(reply.request.headers['accept-encoding']),
  )
