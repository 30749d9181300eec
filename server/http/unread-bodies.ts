import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A turn reads up to 64 KiB of one sender: some 16 MB a second of all. */
const turnMs = 4

/**
 * A refused sender hears why only if what is still on its way is read. Node.js would read it as fast as it comes, which
 * takes the process from everybody else; here refused senders take turns. `requestTimeout` ends them.
 */
export function readRefusedSlowly(app: FastifyInstance): void {
  const line = new Set<IncomingMessage>()
  let timer: NodeJS.Timeout | null = null
  const next = (): void => {
    const [first] = line
    if (first) {
      line.delete(first)
      first.resume()
    } else if (timer) {
      clearInterval(timer)
      timer = null
    }
  }
  const wait = (request: IncomingMessage): void => {
    request.pause()
    line.add(request)
    timer ??= setInterval(next, turnMs).unref()
  }
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (!raw.complete && isLarge(raw)) {
      raw.on('data', () => {
        wait(raw)
      })
      raw.on('close', () => line.delete(raw))
      wait(raw)
    }
    done()
  })
  app.addHook('onClose', (_instance, done) => {
    if (timer) clearInterval(timer)
    done()
  })
}

const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 64 * 1024
