import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a path answers instead of the panel's reply; null: the panel's own. */
type Instead = (path: string, body: () => Promise<string>) => Promise<string | null>

/** A server in front of the panel, so that a test can deploy another build of it. */
export async function frontServer(panelUrl: string) {
  let instead: Instead = () => Promise.resolve(null)
  const pass = (incoming: IncomingMessage, reply: ServerResponse) => {
    const { host: _host, 'accept-encoding': _encoding, ...headers } = incoming.headers
    const onward = request(
      new URL(incoming.url ?? '/', panelUrl),
      { method: incoming.method ?? 'GET', headers: { ...headers, host: incoming.headers.host } },
      (answer) => void answered(incoming.url ?? '/', answer, reply),
    )
    onward.on('error', () => reply.destroy())
    reply.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  const answered = async (path: string, answer: IncomingMessage, reply: ServerResponse) => {
    const whole = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString()
    }
    const other = await instead(path, whole)
    const { 'content-length': _length, ...headers } = answer.headers
    reply.writeHead(answer.statusCode ?? 502, other === null ? answer.headers : headers)
    if (other === null) answer.pipe(reply)
    else reply.end(other)
  }
  const server = createServer(pass)
  let cut = false
  server.on('connection', (socket) => {
    if (cut) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerInstead: (next: Instead) => void (instead = next),
    /** As a network that goes: open connections end, and new ones are refused until `mend`. */
    cut: () => {
      cut = true
      server.closeAllConnections()
    },
    mend: () => void (cut = false),
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
