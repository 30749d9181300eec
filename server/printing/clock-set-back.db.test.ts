import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { consumersOf } from '../worker/consumers.ts'
import { printDesk } from './testing/print-desk.ts'

/** The clock of the machine was a day ahead, and is then set right. */
let app: TestApp
let store: string
let manager: Person
let start: number
const day = 86_400_000
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(null)
  start = app.deps.now().getTime()
  app.setClock(new Date(start))
  ;({ store, manager } = await standardShop(app))
})

const desk = () => printDesk(app, store, manager)
/** A session that works while the clock is ahead began then. */
async function acceptedThen(): Promise<{ readonly id: string }> {
  app.setClock(new Date(start + day))
  const then = await app.addPerson('then', { [store]: 'manager' })
  const desk = printDesk(app, store, then)
  const order = await desk.place()
  expect((await desk.accept(order.id)).status).toBe(200)
  return order
}
/** One look a minute, as the worker has them. */
async function setRight(minutes = 0): Promise<void> {
  for (let minute = 0; minute <= minutes; minute += 1) {
    app.setClock(new Date(start + minute * 60_000))
    for (const consumer of consumersOf(app.deps))
      if (consumer.name === 'clock-set-back' && 'run' in consumer)
        await consumer.run({ signal: new AbortController().signal, progressed: () => {} })
  }
}

test('a ticket that a computer fetched then, before it died, prints on another within minutes, once', async () => {
  await desk().addPrinter()
  const dead = await desk().pairedAgent()
  const alive = await desk().pairedAgent()
  await acceptedThen()
  const [fetched] = await dead.pull()
  expect(fetched).toBeDefined()
  await setRight(2)
  const again = await alive.pull()
  expect(again).toMatchObject([{ id: fetched?.id, turn: 2 }])
  expect(await alive.pull(again.map(({ id }) => id))).toEqual([])
})

test('a ticket that an agent still prints when the clock is set right goes to nobody else', async () => {
  await desk().addPrinter()
  const prints = await desk().pairedAgent()
  const other = await desk().pairedAgent()
  const order = await acceptedThen()
  const [fetched] = await prints.pull()
  await setRight()
  expect(await other.pull()).toEqual([])
  await prints.acknowledge(fetched?.id ?? '')
  await setRight(3)
  expect([await other.pull(), await prints.pull()]).toEqual([[], []])
  expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'printed' }])
})

test('a ticket that failed then is tried at once', async () => {
  await desk().addPrinter()
  const agent = await desk().pairedAgent()
  await acceptedThen()
  const [fetched] = await agent.pull()
  await agent.acknowledge(fetched?.id ?? '', { outcome: 'failed', cause: 'paper' })
  await setRight()
  expect(await agent.pull()).toMatchObject([{ id: fetched?.id }])
})

test('a ticket of an order that was accepted then prints at once, and shows as late like any other', async () => {
  await desk().addPrinter()
  const agent = await desk().pairedAgent()
  const order = await acceptedThen()
  await setRight()
  const expiries = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('due_at')
      .where('store_id', '=', store)
      .where('kind', '=', 'print-expiry')
      .orderBy('due_at')
      .execute(),
  )
  expect(expiries[0]?.due_at).toEqual(new Date(start + 600_000))
  expect(await agent.pull()).toHaveLength(1)
  expect(await agent.pull([(await desk().jobsOf(order.id))[0]?.id ?? ''])).toEqual([])
})

test('a ticket that waits for the preparation of tomorrow stays for tomorrow', async () => {
  await desk().addPrinter()
  const agent = await desk().pairedAgent()
  const tomorrow = new Date(start + day)
  const order = await desk().place({
    schedule: { start: tomorrow.toISOString(), end: new Date(start + day + 1_800_000).toISOString() },
  } as never)
  await desk().accept(order.id)
  const dueAt = async () => (await desk().jobsOf(order.id))[0]?.waitsUntil
  const planned = await dueAt()
  expect(planned).not.toBeNull()
  await setRight(2)
  expect([await dueAt(), await agent.pull()]).toEqual([planned, []])
})
