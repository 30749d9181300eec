import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ProxyAnswer {
  readonly status: number
  readonly body: Buffer | string
}

export interface CuttingProxy {
  readonly url: string
  /** Requests so far whose line, as in `GET /path`, meets the pattern. */
  count(pattern: RegExp): number
  /**
   * The next such request reaches its target, or does not when it is cut `before`; instead of passing the answer on,
   * `strike` is called.
   */
  cutNext(pattern: RegExp, strike: () => void, before?: boolean): Promise<void>
  /** What the caller gets instead of the target's answer; null: that answer. */
  answerWith(change: (line: string, answer: ProxyAnswer) => ProxyAnswer | null): void
  /** Takes calls and answers none, or answers 503; null: the target is up. */
  setDown(how: 'silent' | 'refusing' | null): void
  stop(): Promise<void>
}

/** Stands before a partner's HTTP API and can lose or spoil an answer at the very moment it is given. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const lines: string[] = []
  let cut: { readonly pattern: RegExp; readonly strike: () => void; readonly before: boolean } | null = null
  let changed: (line: string, answer: ProxyAnswer) => ProxyAnswer | null = () => null
  let down: 'silent' | 'refusing' | null = null
  const server = createServer((request, response) => {
    void (async () => {
      const line = `${request.method} ${request.url}`
      lines.push(line)
      if (down === 'refusing') response.writeHead(503, { 'content-type': 'application/json' }).end('{}')
      if (down !== null) return
      const strikes = cut?.pattern.test(line) ? cut : null
      if (strikes) cut = null
      const answer = strikes?.before === true ? null : await passOn(target, request)
      if (strikes || answer === null) {
        strikes?.strike()
        response.destroy()
        return
      }
      const { status, body } = changed(line, answer) ?? answer
      response.writeHead(status, { 'content-type': answer.type }).end(body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (pattern) => lines.filter((line) => pattern.test(line)).length,
    cutNext: (pattern, strike, before = false) =>
      new Promise((resolve) => {
        cut = {
          pattern,
          before,
          strike: () => {
            strike()
            resolve()
          },
        }
      }),
    answerWith: (change) => {
      changed = change
    },
    setDown: (how) => {
      down = how
      // Those that were never answered must not be answered late.
      if (how === null) server.closeAllConnections()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

/** With the host that was asked: a partner may sign the address. */
async function passOn(target: string, given: IncomingMessage): Promise<ProxyAnswer & { type: string }> {
  const sent = await buffer(given)
  const { hostname, port } = new URL(target)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { connection: _ofThisConnection, ...headers } = given.headers
    const asked = ask({ hostname, port, path: given.url, method: given.method, headers }, resolve)
    asked.on('error', reject)
    asked.end(sent)
  })
  return {
    status: answer.statusCode ?? 502,
    body: await buffer(answer),
    type: answer.headers['content-type'] ?? 'application/json',
  }
}
