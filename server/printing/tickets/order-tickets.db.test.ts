import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/printing/printing.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { undoStep } from '../../../contract/orders/work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { preparationDue } from '../../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { printDesk, textOf } from '../testing/print-desk.ts'

/** Tickets when an order's acceptance is undone, the order is cancelled, or it is scheduled for later. */
let app: TestApp
let store: string
let manager: Person
let basic: Person

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, manager, basic } = await standardShop(app))
})
afterEach(() => app.setClock(null))

const desk = () => printDesk(app, store, manager)
const later = (minutes: number) => app.setClock(new Date(Date.now() + minutes * 60_000))
const print = (orderId: string) =>
  app.call(basic, contract.printOrder, { body: { orderId } }, { storeId: store })
const undoAction = (orderId: string) =>
  app.call(manager, undoStep, { params: { orderId }, body: { from: 'confirmed' } }, { storeId: store })
const timeline = async (orderId: string) =>
  (await app.call(manager, orders.readOrder, { params: { orderId } }, { storeId: store })).data.timeline

describe('tickets of an undone acceptance', () => {
  test('undoing the acceptance recalls waiting tickets, and accepting again requeues them', async () => {
    await desk().addPrinter({ name: 'Cozinha' })
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    const [waiting] = await desk().jobsOf(order.id)
    expect((await undoAction(order.id)).status).toBe(200)
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'expired', cause: 'returned' }])
    expect(await agent.pull()).toEqual([])
    expect((await desk().call(contract.readPrintConfig, {})).data.queue).toEqual([])
    const recalled = (await timeline(order.id)).find((event) => event.type === 'PRINT_RECALLED')
    expect(recalled?.note).toBe('Via da cozinha em Cozinha. O aceite foi desfeito antes de sair.')
    await desk().accept(order.id)
    expect(await desk().jobsOf(order.id)).toMatchObject([{ id: waiting?.id, state: 'queued', cause: null }])
    const [ticket] = await agent.pull()
    expect(ticket?.turn).toBe(2)
    expect(textOf(ticket ?? { payload: '' })).not.toContain('REIMPRESS')
  })

  test('a ticket that may be on paper is not recalled, and prints again only on request, as a reprint', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    const [out] = await agent.pull()
    await undoAction(order.id)
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'sent' }])
    await agent.acknowledge(out?.id ?? '')
    await desk().accept(order.id)
    expect(await agent.pull()).toEqual([])
    await print(order.id)
    const [again] = await agent.pull()
    expect(textOf(again ?? { payload: '' })).toContain('REIMPRESSÃO')
  })

  test('a ticket that fails after the acceptance was undone is not retried', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    const [out] = await agent.pull()
    await undoAction(order.id)
    await agent.acknowledge(out?.id ?? '', { outcome: 'failed', cause: 'paper' })
    later(1)
    expect(await agent.pull()).toEqual([])
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'expired', cause: 'returned' }])
  })

  test('a ticket fetched while its acceptance is undone is either sent or recalled, never both', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    for (let round = 0; round < 8; round += 1) {
      const order = await desk().place()
      await desk().accept(order.id)
      const [pulled] = await Promise.all([agent.pull(), undoAction(order.id)])
      const [job] = await desk().jobsOf(order.id)
      expect(job?.state).toBe(pulled.length === 1 ? 'sent' : 'expired')
      for (const one of pulled) await agent.acknowledge(one.id)
    }
  })
})

describe('tickets of a scheduled order', () => {
  const scheduled = (minutes: number) =>
    desk().place({
      type: 'TAKEOUT',
      schedule: {
        start: new Date(Date.now() + minutes * 60_000).toISOString(),
        end: new Date(Date.now() + (minutes + 30) * 60_000).toISOString(),
      },
    })
  const toPreparationStart = (order: orders.Order) =>
    app.setClock(new Date(Date.parse(order.preparationStartAt ?? '') + 1_000))
  const states = async () =>
    (await desk().call(contract.readPrintStates, { query: { selection: store } })).data.orders

  test('a scheduled order prints when its preparation starts and shows the time until then', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await scheduled(26)
    await desk().accept(order.id)
    expect(await agent.pull()).toEqual([])
    const [job] = await desk().jobsOf(order.id)
    expect(job).toMatchObject({ state: 'queued', waitsUntil: order.preparationStartAt })
    expect(await states()).toEqual([])
    toPreparationStart(order)
    expect(await agent.pull()).toHaveLength(1)
    expect(await states()).toMatchObject([{ state: 'sent' }])
  })

  test('every board is notified once when a scheduled order’s preparation is due', async () => {
    const order = await scheduled(26)
    await desk().accept(order.id)
    const countEvents = async () =>
      (await timeline(order.id)).filter((event) => event.type === 'PREPARATION_DUE').length
    await preparationDue(app.deps, store, order.id)
    expect(await countEvents()).toBe(0)
    toPreparationStart(order)
    await preparationDue(app.deps, store, order.id)
    await preparationDue(app.deps, store, order.id)
    expect(await countEvents()).toBe(1)
  })

  test('a scheduled order printed by hand does not print again at its scheduled time', async () => {
    await desk().addPrinter({ ticket: 'both' })
    const agent = await desk().pairedAgent()
    const order = await scheduled(26)
    await desk().accept(order.id)
    const requested = await print(order.id)
    expect(requested.data.jobs).toHaveLength(2)
    for (const job of requested.data.jobs)
      expect(job).toMatchObject({ askedBy: 'basic', reprint: false, waitsUntil: null })
    expect((await print(order.id)).body.error).toBe('print/already-waiting')
    for (const job of await agent.pull()) await agent.acknowledge(job.id)
    toPreparationStart(order)
    expect(await agent.pull()).toEqual([])
    expect(await desk().jobsOf(order.id)).toHaveLength(2)
  })

  test('a cancelled scheduled order does not print and its tickets show why', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await scheduled(26)
    await desk().accept(order.id)
    const body = { code: 'duplicate' as const }
    await app.call(manager, orders.cancelOrder, { params: { orderId: order.id }, body }, { storeId: store })
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'expired', cause: 'cancelled' }])
    toPreparationStart(order)
    expect(await agent.pull()).toEqual([])
  })

  test('a scheduled order whose preparation time has passed prints immediately', async () => {
    await desk().addPrinter()
    const order = await scheduled(1)
    await desk().accept(order.id)
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'queued', waitsUntil: null }])
  })
})

test('a change of a printer’s state is published to every board immediately, and an unchanged state is not', async () => {
  const made = await desk().addPrinter()
  const agent = await desk().pairedAgent()
  const countEvents = () =>
    withStoreScope(app.db, [store], async (tx) => {
      const rows = await tx
        .selectFrom('live_events')
        .select('seq')
        .where('store_id', '=', store)
        .where('type', '=', 'printers')
        .execute()
      return rows.length
    })
  const beat = (state: 'ok' | 'out', cause: contract.PrintCause | null) =>
    agent.beat({ printers: [{ id: made.id, state, cause }] })
  await beat('ok', null)
  expect(await countEvents()).toBe(1)
  await beat('ok', null)
  expect(await countEvents()).toBe(1)
  await beat('out', 'paper')
  await beat('out', 'paper')
  expect(await countEvents()).toBe(2)
  await beat('out', 'cover')
  expect(await countEvents()).toBe(3)
})
