import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allRoutes } from '../../../contract/all.ts'
import { saveDeliveryConfig } from '../../../contract/delivery/zones.ts'
import { headers } from '../../../contract/shared/headers.ts'
import type { Route } from '../../../contract/shared/route.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let port = 0
let store = ''
let manager: Person

beforeAll(async () => {
  app = await testApp({ CALL_LIMIT_FACTOR: '1' })
  store = await app.addStore()
  manager = await app.addPerson('Gerente', { [store]: 'manager' })
  port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())
// The budget counts by the machine's clock: it stands still, however long the calls take.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  pass(60)
})
afterEach(() => void vi.useRealTimers())

let clock = Date.now()
function pass(seconds: number): void {
  clock += seconds * 1_000
  vi.setSystemTime(clock)
}

interface Reply {
  readonly status: number
  readonly body: { readonly error?: string; readonly message?: string }
  readonly head: string
}

/** A request of which only the head has been sent. */
function announce(
  { method, path }: Pick<Route, 'method' | 'path'>,
  bytes: number,
  given: Readonly<Record<string, string>> = {},
): { readonly socket: Socket; readonly reply: Promise<Reply> } {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': bytes, ...given })
  socket.write(
    [`${method} ${path} HTTP/1.1`, 'host: painel', ...lines.map((line) => line.join(': ')), '', ''].join(
      '\r\n',
    ),
  )
  const reply = new Promise<Reply>((resolve) => {
    let text = ''
    socket.on('data', function read(chunk) {
      text += chunk.toString()
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body === undefined || Buffer.byteLength(body) < length) return
      socket.off('data', read)
      const status = Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1])
      resolve({ status, body: body === '' ? {} : (JSON.parse(body) as Reply['body']), head })
    })
  })
  return { socket, reply }
}

async function answerToHead(...what: Parameters<typeof announce>): Promise<Reply> {
  const { socket, reply } = announce(...what)
  try {
    return await reply
  } finally {
    socket.destroy()
  }
}

const under = ({ method, path }: Route): Pick<Route, 'method' | 'path'> => ({
  method,
  path: `/api${path.replaceAll(/\{\w+\}/g, 'x')}`,
})

test('a stranger who announces a large body is refused before it is sent', async () => {
  const { status, body } = await answerToHead(under(saveDeliveryConfig), 4_000_000)
  expect([status, body.error]).toEqual([401, 'auth/missing-session'])
})

test('what refused senders still send is read a little at a time, and their connections stay of use', async () => {
  const arrived: Socket[] = []
  app.fastify.server.on('connection', (socket: Socket) => arrived.push(socket))
  const bytesRead = () => arrived.reduce((sum, { bytesRead: bytes }) => sum + bytes, 0)
  const bytes = 4_000_000
  const senders = Array.from({ length: 20 }, () => {
    const sender = announce(under(saveDeliveryConfig), bytes)
    sender.socket.write(Buffer.alloc(bytes, '['))
    return sender
  })
  const replies = await Promise.all(senders.map(({ reply }) => reply))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
  // Others are answered long before it is all read.
  for (let each = 0; each < 10; each += 1)
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200)
  expect(bytesRead()).toBeLessThan((senders.length * bytes) / 2)
  const [first, ...others] = senders
  for (const { socket } of others) socket.destroy()
  const next = new Promise<string>((resolve) => {
    first?.socket.once('data', (chunk: Buffer) => {
      resolve(chunk.toString())
    })
  })
  first?.socket.write('GET /health/live HTTP/1.1\r\nhost: painel\r\n\r\n')
  expect(await next).toMatch(/^HTTP\/1.1 200/)
  first?.socket.destroy()
})

const kinds = ['application/json', 'text/plain', 'multipart/form-data', 'application/octet-stream']

test('every call that needs a session or a token rejects a stranger before it reads a body', async () => {
  const guarded = allRoutes.filter(({ access, method }) => access.kind !== 'public' && method !== 'GET')
  expect(guarded.length).toBeGreaterThan(80)
  for (const [index, route] of guarded.entries()) {
    const kind = kinds[index % kinds.length] ?? ''
    const made: Readonly<Record<string, string>> = {
      [headers.userToken]: 'a.b.c',
      authorization: 'Bearer bpa_x',
    }
    for (const token of [{}, made]) {
      const reply = await answerToHead(under(route), 1_000, { 'content-type': kind, ...token })
      expect([route.name, reply.status]).toEqual([route.name, 401])
    }
  }
})

const asManager = (person = manager) => ({
  [headers.userToken]: person.token,
  [headers.storeId]: store,
  'content-type': 'application/json',
})
const send = async (payload: string, person = manager) => {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: `/api${saveDeliveryConfig.path}`,
    headers: asManager(person),
    payload,
  })
  return {
    status: reply.statusCode,
    body: reply.json<Reply['body']>(),
    retryAfter: Number(reply.headers['retry-after']),
  }
}

test('a body nested deeper than any form of ours is refused in words before it becomes a value', async () => {
  const nested = (depth: number) => `{"zones":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)},"version":0}`
  const refused = await send(nested(65))
  expect([refused.status, refused.body.error]).toEqual([400, 'validation/invalid'])
  expect(refused.body.message).toMatch(/^O conteúdo enviado tem níveis demais/)
  // As deep as allowed it is a form that was filled in wrongly.
  const read = await send(nested(64))
  expect([read.status, read.body.error]).toEqual([400, 'validation/invalid'])
  expect(read.body.message).not.toMatch(/níveis/)
  const inText = await send(JSON.stringify({ zones: [], version: 0, note: '[{"'.repeat(100) }))
  expect(inText.body.message).not.toMatch(/níveis/)
})

test('a body with more fields or values than its form has is refused in words before it becomes a value', async () => {
  const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_none, index) => [`k${index}`, 1]))
  for (const crowded of [JSON.stringify(fields), JSON.stringify(Array(1_900_000).fill(0))]) {
    const { status, body } = await send(crowded)
    expect([status, body.error]).toEqual([400, 'validation/invalid'])
    expect(body.message).toMatch(/^O conteúdo enviado tem campos ou valores demais/)
  }
  const anonymous = await app.fastify.inject({
    method: 'POST',
    url: '/api/identity/sign-in',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(Array(30_000).fill(0)),
  })
  expect(anonymous.statusCode).toBe(400)
  expect(anonymous.json<Reply['body']>().message).toMatch(/campos ou valores demais/)
})

test('large bodies on their way are few for one account and for all, and one that ends makes room', async () => {
  const people = await Promise.all(
    ['Ana', 'Bia', 'Caio'].map((name) => app.addPerson(name, { [store]: 'manager' })),
  )
  const announced: ReturnType<typeof announce>[] = []
  const refused: Reply[] = []
  for (const [index, person] of people.entries()) {
    const given = asManager(person)
    for (let each = 0; each < 5; each += 1) {
      const one = announce(under(saveDeliveryConfig), 4_000_000, given)
      announced.push(one)
      void one.reply.then((reply) => refused.push(reply))
    }
    // 12 MB for one account, 32 MB for the process: three, three and two have room.
    await until(() => refused.length === [2, 4, 7][index])
  }
  const told = refused.map(({ status, body }) => [status, body.error])
  expect(told.slice(0, 4)).toEqual(Array(4).fill([429, 'rate-limit/exceeded']))
  expect(told.slice(4)).toEqual(Array(3).fill([503, 'server/overloaded']))
  expect(refused[0]?.body.message).toMatch(/envios grandes/)
  for (const { head } of refused) expect(head).toMatch(/retry-after: \d+/i)
  const webhook = { method: 'POST', path: '/webhooks/whatsapp' } as const
  expect((await answerToHead(webhook, 3_000_000)).status).toBe(503)
  // Small bodies need no room.
  expect((await send('{}')).body.error).toBe('validation/invalid')
  for (const { socket } of announced) socket.destroy()
  const one = await app.addPerson('Duda', { [store]: 'manager' })
  const large = JSON.stringify({ zones: [], version: 0, note: ' '.repeat(3_900_000) })
  await until(async () => (await send(large, one)).status === 400)
  // What was answered has made room, too: more than an account may have at once.
  for (let each = 0; each < 4; each += 1) {
    pass(4)
    expect((await send(large, one)).status).toBe(400)
  }
})

test('an account that sends large bodies one after the other gets the time to wait', async () => {
  const person = await app.addPerson('Apressada', { [store]: 'manager' })
  const large = JSON.stringify({ zones: [], version: 0, note: ' '.repeat(3_900_000) })
  for (let each = 0; each < 3; each += 1) expect((await send(large, person)).status).toBe(400)
  const refused = await send(large, person)
  expect([refused.status, refused.body.error]).toEqual([429, 'rate-limit/exceeded'])
  // Another account is not concerned.
  expect((await send(large)).status).toBe(400)
  pass(refused.retryAfter)
  expect((await send(large, person)).status).toBe(400)
})

test('a large call of an unknown sender is read a little at a time, and answered', async () => {
  const arrived: Socket[] = []
  app.fastify.server.on('connection', (socket: Socket) => arrived.push(socket))
  const callers = Array.from({ length: 10 }, () => {
    const caller = announce({ method: 'POST', path: '/webhooks/whatsapp' }, 3_000_000)
    caller.socket.write(Buffer.alloc(3_000_000, '['))
    return caller
  })
  for (let each = 0; each < 10; each += 1)
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200)
  expect(arrived.reduce((sum, { bytesRead }) => sum + bytesRead, 0)).toBeLessThan(15_000_000)
  const replies = await Promise.all(callers.map(({ reply }) => reply))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
  for (const { socket } of callers) socket.destroy()
})
