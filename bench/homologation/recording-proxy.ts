import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of ours to the marketplace, as it went over the wire. */
export interface Exchange {
  /** ms since 1970, when it arrived here. */
  readonly at: number
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly sent: string
  readonly status: number
  readonly answered: string
}

export interface RecordingProxy {
  readonly url: string
  /** Oldest first. */
  readonly exchanges: readonly Exchange[]
  readonly stop: () => Promise<void>
}

/** The product calls it in place of the marketplace: it passes each call on, on loopback, and keeps the exchange. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const exchanges: Exchange[] = []
  const forward = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const at = Date.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks)
    const { method = 'GET', url: path = '/' } = request
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && !hopByHop.includes(entry[0]),
      ),
    )
    // Links in answers lead here too.
    const through = { ...headers, 'x-forwarded-host': request.headers.host ?? '' }
    const answer = await fetch(target + path, {
      method,
      headers: through,
      ...(sent.length > 0 ? { body: sent } : {}),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    exchanges.push({
      at,
      method,
      path,
      headers,
      sent: sent.toString(),
      status: answer.status,
      answered: body.toString(),
    })
    const type = answer.headers.get('content-type')
    reply.writeHead(answer.status, type ? { 'content-type': type } : {}).end(body)
  }
  const server = createServer((request, reply) => {
    // As a marketplace that is down.
    forward(request, reply).catch(() => reply.writeHead(502).end())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    exchanges,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

const hopByHop = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'expect']
