import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveEvent } from '../../contract/live/live.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'

let app: TestApp
let url: string
let store: string
let other: string
let person: Person

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
  other = await app.addStore()
  person = await app.addPerson('basic', { [store]: 'basic' })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  app.deps.live.start(app.ownerUrl)
})
afterAll(() => app.close())

interface Heard {
  readonly events: (LiveEvent & { id: string })[]
  readonly ended: Promise<void>
  close(): void
}

async function listen(caller: Person, after?: string): Promise<Heard> {
  const stop = new AbortController()
  const reply = await fetch(`${url}/api/events${after ? `?after=${after}` : ''}`, {
    headers: { 'x-user-token': caller.token, 'x-user-id': caller.uid },
    signal: stop.signal,
  })
  if (!reply.ok || !reply.body) throw new Error(`events answered ${reply.status}`)
  const events: Heard['events'] = []
  const ended = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of reply.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const id = /^id: (.+)$/m.exec(part)?.[1]
          const data = /^data: (.+)$/m.exec(part)?.[1]
          if (id && data) events.push({ ...(JSON.parse(data) as LiveEvent), id })
        }
      }
    } catch {
      // Closed by the test.
    }
  })()
  return { events, ended, close: () => stop.abort() }
}

const place = (storeId: string) => app.deps.intake.take(simpleOrder(storeId, uuidv7(), randomUUID()))
const settle = (ms = 400) => new Promise((resolve) => setTimeout(resolve, ms))
/**
 * Long transactions of other test files hold back the stream's cursor, which knows one server only:
 * so the orders are waited for, and then a moment longer for what should not come.
 */
async function heardOrders(heard: Heard, count: number): Promise<void> {
  for (let look = 0; look < 400 && ordersIn(heard).length < count; look += 1) await settle(50)
  await settle()
}
const ordersIn = (heard: Heard) =>
  heard.events.flatMap((event) => (event.kind === 'order' ? [event.orderId] : []))

test('a stream hears every order of its stores, ids only, and nothing of others', async () => {
  const heard = await listen(person)
  const own = await Promise.all(Array.from({ length: 40 }, () => place(store)))
  await place(other)
  await heardOrders(heard, 40)
  heard.close()
  expect(ordersIn(heard).toSorted()).toEqual(own.map((taken) => taken.orderId).toSorted())
  for (const event of heard.events)
    expect(Object.keys(event).toSorted().join()).toMatch(/^(at,id,kind|at,id,kind,orderId,storeId,type)$/)
})

test('a browser that slept past ten events hears exactly those when it comes back', async () => {
  const before = await listen(person)
  await place(store)
  await heardOrders(before, 1)
  before.close()
  const last = before.events.at(-1)?.id ?? ''
  const missed = await Promise.all(Array.from({ length: 10 }, () => place(store)))
  await settle(100)
  const back = await listen(person, last)
  const fresh = await place(store)
  await heardOrders(back, 11)
  back.close()
  expect(ordersIn(back).toSorted()).toEqual([...missed, fresh].map((taken) => taken.orderId).toSorted())
})

test('a resume at a place that is no place is refused', async () => {
  await expect(listen(person, 'nonsense')).rejects.toThrow('400')
})

test('a revoked session’s stream is closed within two seconds', async () => {
  const leaving = await app.addPerson('leaving', { [store]: 'basic' })
  const heard = await listen(leaving)
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('id', '=', leaving.sessionId)
    .execute()
  const began = performance.now()
  await heard.ended
  expect(performance.now() - began).toBeLessThan(2_000)
})
