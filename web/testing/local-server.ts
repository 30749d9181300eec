import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

type Answer = (received: Received, response: ServerResponse) => unknown

/**
 * A small HTTP server that a test's hooks really call. A reply contains `data`; a handler that writes the
 * response itself (an event stream, an error) returns `undefined`.
 */
export async function startLocalServer() {
  const answers = new Map<string, Answer>()
  const received: Received[] = []
  const server = createServer((request, response) => void respond(request, response))
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://local')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const call: Received = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
    received.push(call)
    const answer = answers.get(`${call.method} ${call.path}`)
    if (!answer) {
      refuse(response, 404, 'route/not-found')
      return
    }
    const data = await answer(call, response)
    if (data !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  pointPageAt(origin)
  return {
    origin,
    received,
    /** Calls of one address so far. */
    callsOf: (path: string) => received.filter((call) => call.path === path),
    on: (method: string, path: string, answer: Answer) => void answers.set(`${method} ${path}`, answer),
    /** Simulates a lost network: breaks all open connections and accepts no new ones. */
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    restore: () =>
      new Promise<void>((resolve) => server.listen(Number(new URL(origin).port), '127.0.0.1', resolve)),
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export function refuse(
  response: ServerResponse,
  status: number,
  error: string,
  message = 'Não deu.',
): undefined {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error, message }))
  return undefined
}

/** The panel requests paths; Node needs full URLs. */
function pointPageAt(origin: string): void {
  const { fetch: nodeFetch, EventSource: NodeEventSource } = globalThis
  globalThis.fetch = (input, init) => nodeFetch(new URL(input as string, origin), init)
  globalThis.EventSource = class extends NodeEventSource {
    constructor(path: string | URL) {
      super(new URL(path, origin))
    }
  }
}
