import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface CuttingProxy {
  readonly url: string
  /** Requests so far whose line, as in `GET /path`, meets the pattern. */
  count(pattern: RegExp): number
  /** The next such request reaches its target; instead of passing the answer on, `strike` is called. */
  cutNext(pattern: RegExp, strike: () => void): Promise<void>
  stop(): Promise<void>
}

/** Stands before a partner's HTTP API and can lose an answer at the very moment it is given. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const lines: string[] = []
  let cut: { readonly pattern: RegExp; readonly strike: () => void } | null = null
  const server = createServer((request, response) => {
    void (async () => {
      const line = `${request.method} ${request.url}`
      lines.push(line)
      const answer = await passOn(target, request)
      const body = Buffer.from(await answer.arrayBuffer())
      if (cut?.pattern.test(line)) {
        const { strike } = cut
        cut = null
        strike()
        response.destroy()
        return
      }
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      })
      response.end(body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (pattern) => lines.filter((line) => pattern.test(line)).length,
    cutNext: (pattern, strike) =>
      new Promise((resolve) => {
        cut = {
          pattern,
          strike: () => {
            strike()
            resolve()
          },
        }
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

/** These are of one connection, not of the call. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])

async function passOn(target: string, request: IncomingMessage): Promise<Response> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !ofConnection.has(name) ? [[name, value] as const] : [],
  )
  const body = await buffer(request)
  return fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(body.length > 0 ? { body } : {}),
  })
}
