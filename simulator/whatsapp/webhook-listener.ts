import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface HeardCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw: Buffer
}

/** A business's webhook in tests: keeps what it hears, answers the handshake, refuses on demand. */
export async function webhookListener(verifyToken: string) {
  const heard: HeardCall[] = []
  let answers = 200
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET') {
      const right = url.searchParams.get('hub.verify_token') === verifyToken
      response.writeHead(right ? 200 : 403).end(right ? url.searchParams.get('hub.challenge') : '')
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ path: url.pathname, headers: request.headers, raw: Buffer.concat(chunks) })
      response.writeHead(answers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    answerWith: (status: number) => {
      answers = status
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
