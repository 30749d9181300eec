import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { sendError } from '../../http/error-reply.ts'
import { keepEvents, partnerEvent } from '../inbox/inbox.ts'

/**
 * iFood's webhook (docs/marketplaces/ifood.md section 4): the signature is checked over the raw bytes before
 * anything is parsed; 202 only after the event is committed.
 */
export function ifoodWebhook(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) => {
    done(null, body)
  })
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
  app.post('/webhooks/ifood', async (request, reply) => {
    const secret = deps.env.IFOOD_CLIENT_SECRET
    if (!secret) throw new AppError('route/not-found')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = request.headers['x-ifood-signature']
    if (typeof signature !== 'string' || !isSignedBy(secret, body, signature)) {
      throw new AppError('webhook/bad-signature')
    }
    const raw = parsed(body)
    const event = partnerEvent(raw, deps.now())
    if (!event) throw new AppError('validation/invalid')
    if (event.fullCode !== 'KEEPALIVE') {
      await keepEvents(deps, [event], 'webhook')
    }
    return reply.code(202).send()
  })
}

export function isSignedBy(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new AppError('validation/invalid')
  }
}
