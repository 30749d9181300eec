import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as browser from '../../../contract/printing/browser-printing.ts'
import * as contract from '../../../contract/printing/printing.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { printDesk } from '../testing/print-desk.ts'

/** Tickets that a tab of the panel prints. */
let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, other, manager, basic, stranger } = await standardShop(app))
})
afterEach(() => app.setClock(null))

const desk = () => printDesk(app, store, manager)
const later = (minutes: number) => app.setClock(new Date(Date.now() + minutes * 60_000))
const addPrinter = (changes: Partial<contract.PrinterBody> = {}) =>
  desk().addPrinter({ name: 'Navegador', kind: 'browser', address: contract.browserAddress, ...changes })
const take = (id: string, jobId?: string, as = basic, storeId = store) =>
  app.call(as, browser.takeBrowserTicket, { params: { id }, body: jobId ? { jobId } : {} }, { storeId })
const confirm = (jobId: string, as = basic, storeId = store) =>
  app.call(as, browser.confirmBrowserTicket, { params: { jobId } }, { storeId })
const print = (orderId: string) =>
  app.call(basic, contract.printOrder, { body: { orderId } }, { storeId: store })
const timeline = async (orderId: string) =>
  (await app.call(manager, orders.readOrder, { params: { orderId } }, { storeId: store })).data.timeline.map(
    ({ type }) => type,
  )
async function accepted() {
  const order = await desk().place()
  await desk().accept(order.id)
  return order
}
/** Letters of the picture in their order; each is a `tspan` of its own. */
const textOf = (svg = ''): string => svg.replaceAll(/<[^>]*>/g, '').replaceAll('&#xa0;', ' ')

describe('a ticket handed to a browser', () => {
  test('of two tabs that ask at once one gets it, and it is never handed out again automatically', async () => {
    const printer = await addPrinter()
    const order = await accepted()
    const both = await Promise.all([take(printer.id), take(printer.id, undefined, manager)])
    const tickets = both.map(({ data }) => data.ticket).filter((ticket) => ticket !== null)
    expect(tickets).toHaveLength(1)
    expect(textOf(tickets[0]?.svg)).toContain(`#${order.displayId}`)
    later(1)
    expect((await take(printer.id)).data.ticket).toBeNull()
    // No agent gets it either, however long it stays.
    const agent = await desk().pairedAgent()
    expect(await agent.pull()).toEqual([])
  })

  test('is printed only when a person says so, once, and the timeline names both steps', async () => {
    const printer = await addPrinter()
    const order = await accepted()
    const { ticket } = (await take(printer.id)).data
    const jobId = ticket?.jobId ?? ''
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'handed', byBrowser: true }])
    later(30)
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'handed' }])
    const taps = await Promise.all([confirm(jobId), confirm(jobId, manager)])
    expect(taps.map(({ status, data }) => [status, data.state])).toEqual([
      [200, 'printed'],
      [200, 'printed'],
    ])
    const types = await timeline(order.id)
    expect(types.filter((type) => type === 'PRINTED')).toHaveLength(1)
    expect(types).toContain('PRINT_HANDED')
  })

  test('says REIMPRESSÃO when it is printed again, also when nobody has confirmed the first', async () => {
    const printer = await addPrinter()
    const order = await accepted()
    const first = (await take(printer.id)).data.ticket
    expect(textOf(first?.svg)).not.toContain('REIMPRESS')
    const [again] = (await print(order.id)).data.jobs
    expect(again).toMatchObject({ reprint: true, byBrowser: true, state: 'queued' })
    expect(textOf((await take(printer.id, again?.id)).data.ticket?.svg)).toContain('REIMPRESSÃO')
  })

  test('can be sent once more, here or to another printer, and then is a reprint', async () => {
    const printer = await addPrinter()
    await accepted()
    const jobId = (await take(printer.id)).data.ticket?.jobId ?? ''
    const retry = (printerId?: string) =>
      app.call(
        basic,
        contract.retryPrintJobs,
        { body: { jobIds: [jobId], ...(printerId ? { printerId } : {}) } },
        { storeId: store },
      )
    const both = await Promise.all([retry(), retry()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)?.data).toEqual({
      retried: 1,
      byBrowser: [{ jobId, printerId: printer.id }],
    })
    expect(textOf((await take(printer.id, jobId)).data.ticket?.svg)).toContain('REIMPRESSÃO')
    const network = await desk().addPrinter({ name: 'Rede', autoPrint: false })
    expect((await retry(network.id)).data.byBrowser).toEqual([])
    const agent = await desk().pairedAgent()
    expect(await agent.pull()).toMatchObject([{ id: jobId, printer: { id: network.id } }])
  })

  test('leaves the queue of the settings when its time is over, and is no failure on the board', async () => {
    const printer = await addPrinter()
    const order = await accepted()
    await take(printer.id)
    const queue = async () => (await desk().call(contract.readPrintConfig, {})).data.queue
    expect(await queue()).toMatchObject([{ state: 'handed' }])
    later(11)
    expect(await queue()).toEqual([])
    const states = await app.call(manager, contract.readPrintStates, { query: { selection: store } })
    expect(states.data.orders).toEqual([{ orderId: order.id, storeId: store, state: 'handed' }])
    expect(states.data.printers).toMatchObject([{ kind: 'browser', unprinted: [] }])
  })

  test('a change of the order after it was handed out comes as PEDIDO ALTERADO', async () => {
    const printer = await addPrinter({ ticket: 'kitchen' })
    const order = await accepted()
    await take(printer.id)
    const { withStoreScope } = await import('../../db/scope.ts')
    const { printChange } = await import('../print-changes.ts')
    await withStoreScope(app.db, [store], (tx) =>
      printChange(tx, {
        storeId: store,
        orderId: order.id,
        parts: ['notes'],
        note: 'Observação: sem sal',
        now: new Date(),
      }),
    )
    expect(textOf((await take(printer.id)).data.ticket?.svg)).toContain('PEDIDO ALTERADO')
  })
})

describe('what is refused', () => {
  test('a ticket of an order that was cancelled before a tab asked does not come out, and the next one does', async () => {
    const printer = await addPrinter()
    const gone = await accepted()
    const kept = await accepted()
    const { withStoreScope } = await import('../../db/scope.ts')
    // As if the recall had been lost.
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', gone.id).execute(),
    )
    expect(textOf((await take(printer.id)).data.ticket?.svg)).toContain(`#${kept.displayId}`)
    expect(await desk().jobsOf(gone.id)).toMatchObject([{ state: 'expired', cause: 'cancelled' }])
  })

  test('another store neither takes nor confirms a ticket, and an expired one is not handed out', async () => {
    const printer = await addPrinter()
    const order = await accepted()
    const [job] = await desk().jobsOf(order.id)
    expect((await take(printer.id, job?.id, stranger, other)).body.error).toBe('print/printer-not-found')
    expect((await take(printer.id, job?.id, stranger)).status).toBe(404)
    expect((await confirm(job?.id ?? '', stranger, other)).body.error).toBe('print/job-not-found')
    later(11)
    expect((await take(printer.id, job?.id)).data.ticket).toBeNull()
  })

  test('only a browser printer hands out tickets, and only a handed one can be confirmed', async () => {
    const network = await desk().addPrinter({ name: 'Rede' })
    const order = await accepted()
    const [job] = await desk().jobsOf(order.id)
    expect((await take(network.id, job?.id)).body.error).toBe('print/printer-not-found')
    expect((await confirm(job?.id ?? '')).body.error).toBe('print/not-handed')
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'queued' }])
  })

  test('an agent neither watches a browser printer nor says how it is, nor that its ticket failed', async () => {
    const printer = await addPrinter()
    const order = await accepted()
    const jobId = (await take(printer.id)).data.ticket?.jobId ?? ''
    const agent = await desk().pairedAgent()
    const heard = await agent.beat({ printers: [{ id: printer.id, state: 'out', cause: 'paper' }] })
    expect(heard.data.printers).toEqual([])
    await agent.acknowledge(jobId, { outcome: 'failed', cause: 'paper' })
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'handed' }])
  })

  test('a browser printer has no address and no computer', async () => {
    const { agentId } = await desk().pairedAgent()
    for (const wrong of [{ agentId }, { address: '192.168.0.9' }])
      await expect(addPrinter(wrong)).rejects.toThrow('Uma impressora do navegador')
  })

  test('a basic user gets the ticket of an ended order without the customer’s contact', async () => {
    const printer = await addPrinter({ ticket: 'delivery' })
    const order = await desk().place()
    await app.call(
      manager,
      orders.cancelOrder,
      { params: { orderId: order.id }, body: { code: 'duplicate' } },
      { storeId: store },
    )
    const [job] = (
      await app.call(manager, contract.printOrder, { body: { orderId: order.id } }, { storeId: store })
    ).data.jobs
    expect(textOf((await take(printer.id, job?.id)).data.ticket?.svg)).not.toContain('Rua das Flores')
  })
})

test('a browser printer is out until a tab asks for its tickets, and again a minute after the last one', async () => {
  const printer = await addPrinter()
  const health = async () => (await desk().call(contract.readPrintConfig, {})).data.printers[0]
  expect(await health()).toMatchObject({ state: 'out', cause: 'browser' })
  await take(printer.id)
  expect(await health()).toMatchObject({ state: 'ok', cause: null })
  later(2)
  expect(await health()).toMatchObject({ state: 'out', cause: 'browser' })
})

test('a test page is handed to the tab that asked for it, and a second test may follow at once', async () => {
  const printer = await addPrinter({ autoPrint: false })
  const testIt = () => desk().call(contract.testPrinter, { params: { id: printer.id } })
  const made = await testIt()
  expect(made.data).toMatchObject({ state: 'queued', byBrowser: true })
  const { ticket } = (await take(printer.id, made.data.id, manager)).data
  expect(ticket).toMatchObject({ jobId: made.data.id, title: 'Página de teste', paper: 80 })
  expect((await testIt()).status).toBe(200)
})
