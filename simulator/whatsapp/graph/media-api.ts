import { createHash, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { GraphError } from './graph-errors.ts'
import type { GraphWorld } from './graph-world.ts'

const maxBytes = 16 * 1024 * 1024

/** Files by id: upload, download, delete. */
export function mediaApi(app: FastifyInstance, world: GraphWorld): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => done(null, body),
  )
  app.post('/:version/:phoneId/media', (request) => {
    const { phoneId } = request.params as { phoneId: string }
    if (!world.phones.has(phoneId)) throw new GraphError(33, `Object with ID '${phoneId}' does not exist.`)
    const file = fileOf(request.body, request.headers['content-type'] ?? '')
    const id = String(randomInt(1e14, 2e14))
    world.media.set(id, { id, ...file })
    return { id }
  })
  app.get('/:version/:mediaId/content', (request, reply) => {
    const media = world.media.get((request.params as { mediaId: string }).mediaId)
    if (!media) throw new GraphError(33, 'The file does not exist.')
    const digest = createHash('sha256').update(media.bytes).digest('hex')
    return reply.type(media.mimeType).header('etag', `"${digest}"`).send(media.bytes)
  })
  app.delete('/:version/:mediaId', (request) => {
    const { mediaId } = request.params as { mediaId: string }
    if (!world.media.delete(mediaId)) throw new GraphError(33, `Object with ID '${mediaId}' does not exist.`)
    return { success: true }
  })
}

/** The part with a file name, from a form of several parts. */
function fileOf(body: unknown, contentType: string): { readonly mimeType: string; readonly bytes: Buffer } {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!boundary || !Buffer.isBuffer(body)) throw new GraphError(100, 'The parameter file is required.')
  const mark = Buffer.from(`--${boundary}`)
  let at = body.indexOf(mark)
  while (at >= 0) {
    const next = body.indexOf(mark, at + mark.length)
    if (next < 0) break
    const part = body.subarray(at + mark.length + 2, next - 2)
    const headEnd = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, Math.max(0, headEnd)).toString('latin1')
    if (/filename="/i.test(head)) {
      const mimeType = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1]?.trim() ?? 'application/octet-stream'
      return { mimeType, bytes: Buffer.from(part.subarray(headEnd + 4)) }
    }
    at = next
  }
  throw new GraphError(100, 'The parameter file is required.')
}
