import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { saveDeliveryConfig, type DeliveryZone } from '../../../contract/delivery/zones.ts'
import { headers } from '../../../contract/shared/headers.ts'
import type { TaskChannel } from '../../children/child-pool.ts'
import { readers } from '../../children/readers.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { maxBytesHere } from './read-large-body.ts'

let app: TestApp
let store = ''
let manager: Person
let neighbour: Person

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
  manager = await app.addPerson('Gerente', { [store]: 'manager' })
  neighbour = await app.addPerson('Vizinha', { [store]: 'manager' })
})
afterAll(() => app.close())
afterEach(() => void vi.restoreAllMocks())

interface Reply {
  readonly error?: string
  readonly message?: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
  readonly data?: { readonly zones: readonly DeliveryZone[]; readonly version: number }
}

async function send(payload: string, person = manager): Promise<{ status: number; body: Reply }> {
  const { statusCode, body } = await app.fastify.inject({
    method: 'POST',
    url: `/api${saveDeliveryConfig.path}`,
    headers: {
      [headers.userToken]: person.token,
      [headers.storeId]: store,
      'content-type': 'application/json',
    },
    payload,
  })
  return { status: statusCode, body: JSON.parse(body) as Reply }
}

const millionth = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
/** A circle of 480 points, each beside the one before. */
const ring = (index: number) =>
  Array.from({ length: 480 }, (_none, at): [number, number] => [
    millionth(-46 + index / 10 + Math.cos((at * Math.PI) / 240) / 100),
    millionth(-23.5 + Math.sin((at * Math.PI) / 240) / 100),
  ])
const zone = (index: number): DeliveryZone => ({
  id: `018f7d2c-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Área ${String(index)}`,
  shape: { kind: 'polygon', ring: ring(index) },
  deny: false,
  feeCents: 990,
  minutes: { min: 30, max: 50 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
})
const zones = Array.from({ length: 60 }, (_none, index) => zone(index))

const waitingChild = new URL('../../children/testing/waiting-child.ts', import.meta.url)

/** Both child processes work on something else until it is called. */
async function occupyChildren(): Promise<() => void> {
  const releases: (() => void)[] = []
  let begun = 0
  for (const key of ['ana', 'bia']) {
    const channel: TaskChannel = {
      onMessage: (send) => releases.push(() => send({ enough: true })),
      postMessage: () => (begun += 1),
    }
    void readers().run(waitingChild, {}, { key, channel })
  }
  await until(() => begun === 2)
  return () => {
    for (const release of releases) release()
  }
}

test('while a large body is read in a child process others are answered, and it arrives whole', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const release = await occupyChildren()
  const body = JSON.stringify({ zones, version: 0 })
  expect(body.length).toBeGreaterThan(2 * maxBytesHere)
  let answered = false
  const saved = send(body).then((reply) => {
    answered = true
    return reply
  })
  expect((await send('{}', neighbour)).body.error).toBe('validation/invalid')
  expect(answered).toBe(false)
  release()
  const { status, body: reply } = await saved
  const texts = parse.mock.calls.map(([text]) => text)
  expect(texts).not.toContain(body)
  expect([status, reply.data?.zones]).toEqual([200, zones])
})

test('a large body that is no JSON is refused in the words of a small one', async () => {
  const blanks = ' '.repeat(maxBytesHere)
  for (const wrong of ['{"zones":[', '{"zones":[],"version":0,"__proto__":{}}', '{"zones":[]}}', '']) {
    const small = await send(`${wrong} `)
    const large = await send(`${wrong}${blanks}`)
    expect(large.status).toBe(400)
    expect([large.status, { ...large.body, requestId: '' }]).toEqual([
      small.status,
      { ...small.body, requestId: '' },
    ])
    expect(large.body.message).toBeTypeOf('string')
  }
})

test('a large body that was filled in wrongly gets the same fields as a small one', async () => {
  const blanks = ' '.repeat(maxBytesHere)
  const wrong = JSON.stringify({ zones: [{ ...zone(1), name: '', feeCents: -1, odd: 1 }], version: 'x' })
  const [small, large] = [await send(wrong), await send(wrong + blanks)]
  expect(large.body.details?.length).toBeGreaterThan(2)
  expect(large.body.details).toEqual(small.body.details)
  const unstorable = JSON.stringify({ zones: [{ ...zone(1), name: 'Área \uD800' }], version: 1 })
  expect((await send(unstorable + blanks)).body.details).toEqual((await send(unstorable)).body.details)
})
