import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { testApp, type TestApp } from '../testing/app.ts'

interface Line {
  readonly level: number
  readonly requestId?: string
  readonly code?: string
}

let app: TestApp
let listening: FastifyInstance
let port = 0
const lines: Line[] = []

beforeAll(async () => {
  app = await testApp()
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as Line) })
  const quick = { headersMs: 600, requestMs: 1_000, checkMs: 100 }
  listening = await buildApp({ ...app.deps, log }, await emptyPanel(), quick)
  await listening.listen({ port: 0, host: '127.0.0.1' })
  const address = listening.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(async () => {
  await listening.close()
  await app.close()
  rmSync(panel, { recursive: true, force: true })
})

const panel = mkdtempSync(join(tmpdir(), 'balcao-panel-'))

async function emptyPanel(): Promise<string> {
  await mkdir(join(panel, '.vite'))
  await mkdir(join(panel, 'assets'))
  await writeFile(join(panel, '.vite/pages.json'), JSON.stringify({ any: '<p>Balcão</p>', byPath: {} }))
  return panel
}

interface Reply {
  readonly status: number
  readonly body: { readonly error?: string; readonly message?: string; readonly requestId?: string }
  readonly head: string
  readonly ms: number
}

/** Sends these bytes, a piece every `everyMs`, and reads until the server closes. */
async function send(pieces: readonly string[], everyMs = 0): Promise<Reply> {
  const begun = performance.now()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) {
    if (socket.destroyed) break
    socket.write(piece)
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  await closed
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]),
    body: body.startsWith('{') ? (JSON.parse(body) as Reply['body']) : {},
    head,
    ms: performance.now() - begun,
  }
}

const request = (first: string, ...headers: string[]) =>
  [`${first} HTTP/1.1`, 'Host: painel', 'Connection: close', ...headers, '', ''].join('\r\n')

describe('what never becomes a request is answered in the shape of every error, in Portuguese, with a request id', () => {
  test.for([
    ['an address that cannot be decoded', request('GET /api/%zz'), 400, 'request/malformed'],
    ['two names of the host', request('GET /health/live', 'Host: outro'), 400, 'request/malformed'],
    ['a broken first line', 'GET /\r\nHost painel\r\n\r\n', 400, 'request/malformed'],
    [
      'a header beyond the limit',
      request('GET /health/live', `X-Long: ${'a'.repeat(40_000)}`),
      431,
      'request/headers-too-large',
    ],
  ] as const)('%s', async ([, text, status, error]) => {
    const reply = await send([text])
    expect([reply.status, reply.body.error]).toEqual([status, error])
    expect(reply.body.message).toMatch(/[a-zç]\.$/)
    expect(reply.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.head.toLowerCase()).toContain(`x-request-id: ${reply.body.requestId ?? ''}`)
    expect(reply.head.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(lines.find((line) => line.requestId === reply.body.requestId)?.level ?? 30).toBeLessThan(50)
  })
})

test('an address that begins like another host shows the panel as any other does', async () => {
  for (const path of ['//[', '//:', '//[?a=//[', '/%5B'])
    expect([path, (await send([request(`GET ${path}`)])).status]).toEqual([path, 200])
  expect((await send([request('GET //api/[')])).status).toBe(200)
  expect((await send([request('GET /api/[')])).status).toBe(404)
})

test('slow headers and slow bodies end at the stated limits', async () => {
  const drops = Array.from({ length: 60 }, (_none, index) => `X-${index}: 1\r\n`)
  const headers = await send(['GET /health/live HTTP/1.1\r\nHost: painel\r\n', ...drops], 100)
  expect([headers.status, headers.body.error]).toEqual([408, 'request/too-slow'])
  expect(headers.ms).toBeLessThan(4_000)
  const body = await send(
    [
      request('POST /api/identity/sign-in', 'Content-Type: application/json', 'Content-Length: 60'),
      ...Array.from({ length: 60 }, () => ' '),
    ],
    100,
  )
  expect(body.status).toBe(408)
  expect(body.ms).toBeLessThan(4_000)
})

test('a refused sender who never sends the rest of a large body is cut off', async () => {
  const head = ['POST /api/delivery/config/mine HTTP/1.1', 'Host: painel', 'Content-Type: application/json']
  const reply = await send([[...head, 'Content-Length: 4000000', '', ''].join('\r\n')])
  expect([reply.status, reply.head.includes('keep-alive')]).toEqual([401, true])
})

test('a body that its sender breaks off is no failure of ours, in the reply or in the log', async () => {
  const from = lines.length
  const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  async function* half() {
    yield '{"email"'
    await Promise.resolve()
    throw broken
  }
  const reply = await listening.inject({
    method: 'POST',
    url: '/api/identity/sign-in',
    headers: { 'content-type': 'application/json' },
    payload: Readable.from(half()),
  })
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([400, 'request/aborted'])
  expect(lines.slice(from).map((line) => line.level)).toEqual([30])
})

test('a process accepts a limited number of connections', () => {
  expect(listening.server.maxConnections).toBe(12_000)
})
