import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { readMyUser } from '../../../contract/identity/identity.ts'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { readStoreAccess } from '../../../contract/identity/people.ts'
import { readStore } from '../../../contract/stores/stores.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { buildApp } from '../../app.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

interface Line {
  readonly level: number
  readonly requestId: string
  readonly [field: string]: unknown
}

const app = await testApp()
const { store, other, basic, manager } = await standardShop(app)
const lines: Line[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as Line) })
const logged = await buildApp({ ...app.deps, log })
afterAll(async () => {
  await logged.close()
  await app.close()
})

const info = 30
const error = 50

async function ask(
  person: Person | null,
  url: string,
  more: { storeId?: string; payload?: object; key?: string } = {},
) {
  const from = lines.length
  const reply = await logged.inject({
    method: more.payload ? 'POST' : 'GET',
    url,
    remoteAddress: '203.0.113.7',
    headers: {
      ...(person ? { [headers.userToken]: person.token, [headers.userId]: person.uid } : {}),
      ...(more.storeId ? { [headers.storeId]: more.storeId } : {}),
      ...(more.key ? { [headers.idempotencyKey]: more.key } : {}),
    },
    ...(more.payload ? { payload: more.payload } : {}),
  })
  const body = reply.body.startsWith('{') ? (JSON.parse(reply.body) as { requestId?: string }) : {}
  return { status: reply.statusCode, requestId: body.requestId, lines: lines.slice(from) }
}

describe('the request id on a person’s screen identifies exactly one log line', () => {
  test.for([
    [403, 'permission/denied', () => ask(basic, `/api${readStoreAccess.path}`, { storeId: store })],
    [404, 'store/not-found', () => ask(basic, `/api${readStoreAccess.path}`, { storeId: other })],
    [
      422,
      'idempotency/conflict',
      async () => {
        const place = (payload: object) =>
          ask(basic, `/api${placeOrder.path}`, { storeId: store, key: 'twice', payload })
        await place(ownOrder())
        return place(ownOrder({ notes: 'Outro' }))
      },
    ],
  ] as const)('%i', async ([status, code, refused]) => {
    const answer = await refused()
    expect(answer.status).toBe(status)
    const found = answer.lines.filter((line) => line.requestId === answer.requestId)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ level: info, status, code, uid: basic.uid, msg: 'request' })
    expect(found[0]?.ms).toBeTypeOf('number')
    expect(found[0]?.fault).toBeUndefined()
  })

  test('500, with the error', async () => {
    const broken = await buildApp({
      ...app.deps,
      log,
      marketplaces: app.deps.marketplaces,
      now: () => {
        throw new Error('the clock has stopped')
      },
    })
    const from = lines.length
    const reply = await broken.inject({
      url: `/api${readMyUser.path}`,
      headers: { [headers.userToken]: basic.token, [headers.userId]: basic.uid },
    })
    await broken.close()
    expect(reply.statusCode).toBe(500)
    const { requestId } = reply.json<{ requestId: string }>()
    const found = lines.slice(from).filter((line) => line.requestId === requestId)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ level: error, status: 500, code: 'server/failed' })
    expect(found[0]?.fault).toMatchObject({ type: 'Error', message: 'the clock has stopped' })
  })
})

test('a call is logged in one line with its route, person and store, without values of the request', async () => {
  const order = ownOrder()
  const placed = await ask(manager, `/api${placeOrder.path}`, { storeId: store, key: 'um', payload: order })
  expect(placed.lines).toMatchObject([
    { level: info, method: 'POST', route: `/api${placeOrder.path}`, uid: manager.uid, store, status: 200 },
  ])
  const read = await ask(manager, `/api${readStore.path.replace('{storeId}', store)}?q=segredo`)
  expect(read.lines).toHaveLength(1)
  expect(read.lines[0]?.route).toContain(':')
  const written = JSON.stringify([...placed.lines, ...read.lines])
  for (const value of ['segredo', order.customer?.name, '203.0.113.7', manager.token, '@balcao.example'])
    if (value) expect(written).not.toContain(value)
})

test('a successful probe is not logged, but an unknown address is', async () => {
  expect((await ask(null, '/health/live')).lines).toEqual([])
  const missing = await ask(null, '/api/nada?email=a@b.example')
  expect(missing.lines).toMatchObject([{ status: 404, code: 'route/not-found', route: 'unknown' }])
  expect(JSON.stringify(missing.lines)).not.toContain('a@b.example')
})

test('the metrics contain requests by route and status, streams and the use of connections', async () => {
  const text = (await logged.inject('/metrics')).body
  expect(text).toContain(
    `http_request_duration_seconds_count{route="/api${placeOrder.path}",method="POST",status="200"}`,
  )
  expect(text).toMatch(/^live_streams 0$/m)
  expect(text).toMatch(/^database_connections_in_use{pool="main"} \d+$/m)
  expect(text).toMatch(/^database_connections_waiting{pool="reports"} 0$/m)
})
