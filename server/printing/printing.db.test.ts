import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as agentCalls from '../../contract/printing/print-agent.ts'
import * as contract from '../../contract/printing/printing.ts'
import * as orders from '../../contract/orders/orders.ts'
import * as edits from '../../contract/orders/edits.ts'
import { undoStep } from '../../contract/orders/work.ts'
import { withStoreScope } from '../db/scope.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { expirePrintJobs } from './printing.ts'
import { agentWith, printDesk, printer, textOf } from './testing/print-desk.ts'

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
const theirs = () => printDesk(app, other, stranger)
const later = (minutes: number) => app.setClock(new Date(Date.now() + minutes * 60_000))
const config = async () => (await desk().call(contract.readPrintConfig, {})).data
const print = (orderId: string, as = manager, printerId?: string) =>
  app.call(
    as,
    contract.printOrder,
    { body: { orderId, ...(printerId ? { printerId } : {}) } },
    { storeId: store },
  )

describe('printers', () => {
  test('a manager adds, changes and removes a printer, and a stale version is rejected', async () => {
    const made = await desk().addPrinter({ name: 'Cozinha' })
    expect(made).toMatchObject({ name: 'Cozinha', version: 1, state: 'out', cause: 'agent' })
    const body = { ...printer(), name: 'Chapa', paper: 58 as const, version: 1 }
    const changed = await desk().call(contract.savePrinter, { params: { id: made.id }, body })
    expect(changed.data).toMatchObject({ name: 'Chapa', paper: 58, version: 2 })
    const stale = await desk().call(contract.savePrinter, { params: { id: made.id }, body })
    expect([stale.status, stale.body.error]).toEqual([409, 'print/stale-printer'])
    expect(stale.body.current).toMatchObject({ name: 'Chapa', version: 2 })
    expect((await desk().call(contract.deletePrinter, { params: { id: made.id } })).status).toBe(200)
    expect((await desk().call(contract.deletePrinter, { params: { id: made.id } })).body.error).toBe(
      'print/printer-not-found',
    )
    expect((await config()).printers).toEqual([])
  })

  test('a printer keeps its letters, feed, cutter, buzzer and drawer, and its tickets are printed by them', async () => {
    const mechanics = {
      columns: 42,
      feedLines: 3,
      cutter: false,
      buzzer: 'common',
      drawer: 'pin2',
      ticket: 'delivery',
    } as const
    const made = await desk().addPrinter({ ...mechanics, name: 'Caixa' })
    expect(made).toMatchObject(mechanics)
    expect((await config()).printers).toMatchObject([mechanics])
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    const [job] = await agent.pull()
    const bytes = Buffer.from(job?.payload ?? '', 'base64').toString('latin1')
    expect(bytes).toContain(`\x1dW${String.fromCharCode((42 * 12) & 0xff, (42 * 12) >> 8)}`)
    expect(bytes.slice(0, 6)).toBe('\x1b@\x1bB\x03\x02')
    expect(bytes.slice(-6)).toBe('\x1bd\x03\x1dr1')
    expect(bytes).not.toContain('\x1dV')
    await desk().call(contract.testPrinter, { params: { id: made.id } })
    const [page] = (await agent.pull()).filter((one) => one.title === 'Página de teste')
    expect(Buffer.from(page?.payload ?? '', 'base64').toString('latin1')).toContain('\x1bp\x00')
  })

  test.each([
    ['columns', 23],
    ['columns', 65],
    ['columns', 42.5],
    ['feedLines', 21],
    ['feedLines', -1],
    ['buzzer', 'sino'],
    ['drawer', 'pin3'],
  ])('a printer with %s of %j is refused and says which field', async (path, value) => {
    const answer = await desk().call(contract.savePrinter, {
      params: { id: randomUUID() },
      body: { ...printer(), [path]: value },
    })
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path])
  })

  test('a printer that the version before saved prints by its paper', async () => {
    const made = await desk().addPrinter({ paper: 58 })
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('printers').set({ columns: null }).where('id', '=', made.id).execute(),
    )
    expect((await config()).printers).toMatchObject([{ paper: 58, columns: 32 }])
  })

  test('a basic user cannot change printers, nor can another store', async () => {
    const made = await desk().addPrinter()
    const input = { params: { id: made.id }, body: { ...printer(), version: 1 } }
    expect((await desk().call(contract.savePrinter, input, basic)).status).toBe(403)
    expect((await desk().call(contract.deletePrinter, { params: { id: made.id } }, basic)).status).toBe(403)
    expect((await theirs().call(contract.savePrinter, input)).body.error).toBe('print/printer-not-found')
    expect((await theirs().call(contract.deletePrinter, { params: { id: made.id } })).body.error).toBe(
      'print/printer-not-found',
    )
    expect((await theirs().call(contract.testPrinter, { params: { id: made.id } })).body.error).toBe(
      'print/printer-not-found',
    )
    expect((await config()).printers).toMatchObject([{ id: made.id, version: 1 }])
  })

  test('printer names are unique under concurrent adds, and repeating a call adds nothing', async () => {
    const add = (id: string) =>
      desk().call(contract.savePrinter, { params: { id }, body: { ...printer(), name: 'Balcão' } })
    const answers = await Promise.all([add(randomUUID()), add(randomUUID()), add(randomUUID())])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.details).toMatchObject([{ path: 'name' }])
    expect((await config()).printers).toHaveLength(1)
  })

  test.each([
    ['network', 'http://192.168.0.9', 'address'],
    ['network', '192.168.0.9:99999', 'address'],
    ['system', 'fila; rm -rf /', 'address'],
    ['usb', '/etc/passwd', 'address'],
    ['preview', '../fora', 'address'],
  ] as const)('a printer of kind %s rejects the address %s', async (kind, address, path) => {
    const { agentId } = await desk().pairedAgent()
    const answer = await desk().call(contract.savePrinter, {
      params: { id: randomUUID() },
      body: { ...printer(), kind, address, agentId },
    })
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([422, path])
  })

  test('a printer of Windows is added by its name, and a stranger one only when the computer has named it', async () => {
    const agent = await desk().pairedAgent()
    const add = (address: string) =>
      desk().call(contract.savePrinter, {
        params: { id: randomUUID() },
        body: { ...printer(), kind: 'system', address, agentId: agent.agentId },
      })
    for (const name of ['Cozinha São João (térmica) 80mm', '\\\\CAIXA\\Balcão', 'EPSON_TM-T20'])
      expect((await add(name)).data).toMatchObject({ address: name })
    expect((await add('Fila; do "bar"')).body.details?.[0]?.path).toBe('address')
    await agent.beat({ available: [{ kind: 'system', address: 'Fila; do "bar"', name: 'Windows' }] })
    expect((await add('Fila; do "bar"')).status).toBe(200)
    // Another computer has not named it.
    const second = await desk().pairedAgent()
    const elsewhere = await desk().call(contract.savePrinter, {
      params: { id: randomUUID() },
      body: { ...printer(), kind: 'system', address: 'Fila; do "bar"', agentId: second.agentId },
    })
    expect(elsewhere.body.details?.[0]?.path).toBe('address')
  })

  test('a fallback printer must be another printer of the same store', async () => {
    const foreign = await theirs().addPrinter()
    const own = await desk().addPrinter()
    for (const fallbackId of [foreign.id, own.id]) {
      const answer = await desk().call(contract.savePrinter, {
        params: { id: own.id },
        body: { ...printer(), version: 1, fallbackId },
      })
      expect(answer.body.details?.[0]?.path).toBe('fallbackId')
    }
  })
})

describe('print settings', () => {
  test('a manager saves print settings, and of two saves with the same version one wins', async () => {
    const save = (expireMinutes: number, version: number, as = manager) =>
      desk().call(
        contract.savePrintSettings,
        { body: { expireMinutes, footer: 'Volte sempre', version } },
        as,
      )
    expect((await save(5, 0, basic)).status).toBe(403)
    const first = await Promise.all([save(5, 0), save(6, 0)])
    expect(first.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const second = await Promise.all([save(7, 1), save(8, 1)])
    expect(second.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await config()).settings).toMatchObject({ version: 2, footer: 'Volte sempre' })
    expect((await theirs().call(contract.readPrintConfig, {})).data.settings.version).toBe(0)
  })
})

describe('tickets of an accepted order', () => {
  test('tickets are queued once with the acceptance, however often the order is accepted', async () => {
    await desk().addPrinter({ name: 'Cozinha', copies: 2 })
    await desk().addPrinter({ name: 'Caixa', ticket: 'both' })
    await desk().addPrinter({ name: 'Só a pedido', autoPrint: false })
    const order = await desk().place()
    expect(await desk().jobsOf(order.id)).toEqual([])
    await Promise.all([desk().accept(order.id), desk().accept(order.id)])
    const jobs = await desk().jobsOf(order.id)
    expect(jobs.map((job) => `${job.printerName} ${job.ticket} ${String(job.copy)}`).toSorted()).toEqual([
      'Caixa delivery 1',
      'Caixa kitchen 1',
      'Cozinha kitchen 1',
      'Cozinha kitchen 2',
    ])
    expect(jobs.every((job) => job.state === 'queued' && job.askedBy === null && !job.reprint)).toBe(true)
    const undo = { params: { orderId: order.id }, body: { from: 'confirmed' as const } }
    await app.call(manager, undoStep, undo, { storeId: store })
    await desk().accept(order.id)
    expect(await desk().jobsOf(order.id)).toHaveLength(4)
  })

  test('tickets of an order cancelled before printing do not come out', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    await app.call(
      manager,
      orders.cancelOrder,
      { params: { orderId: order.id }, body: { code: 'duplicate' } },
      { storeId: store },
    )
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'expired', cause: 'cancelled' }])
    expect(await agent.pull()).toEqual([])
  })
})

describe('tickets of a changed order', () => {
  const payCash = (order: {
    readonly id: string
    readonly version: number
    readonly totals: { readonly orderCents: number }
  }) =>
    app.call(
      manager,
      edits.changePayment,
      {
        params: { orderId: order.id },
        body: {
          version: order.version,
          payments: [
            {
              method: 'CASH',
              brand: null,
              cents: order.totals.orderCents,
              prepaid: false,
              changeForCents: 100_000,
            },
          ],
        },
      },
      { storeId: store },
    )
  const accepted = async () => {
    const placed = await desk().place()
    return (await desk().accept(placed.id)).data
  }

  test('what is on paper and shows the change prints again and says what changed; the kitchen is left alone', async () => {
    await desk().addPrinter({ name: 'Cozinha' })
    await desk().addPrinter({ name: 'Caixa', ticket: 'delivery' })
    const agent = await desk().pairedAgent()
    const order = await accepted()
    for (const job of await agent.pull()) await agent.acknowledge(job.id)
    expect((await payCash(order)).status).toBe(200)
    const [job, ...rest] = await agent.pull()
    expect(rest).toEqual([])
    const text = textOf(job ?? { payload: '' })
    expect(text).toContain('PEDIDO ALTERADO')
    expect(text).toContain('Dinheiro')
    expect(text).toContain('substitui a anterior')
    expect(text).not.toContain('REIMPRESS')
    expect((await desk().jobsOf(order.id)).map((one) => one.printerName).toSorted()).toEqual([
      'Caixa',
      'Caixa',
      'Cozinha',
    ])
  })

  test('a ticket that still waits prints once, with the changed order', async () => {
    await desk().addPrinter({ ticket: 'delivery' })
    const agent = await desk().pairedAgent()
    const order = await accepted()
    await payCash(order)
    const jobs = await agent.pull()
    expect(jobs).toHaveLength(1)
    expect(textOf(jobs[0] ?? { payload: '' })).not.toContain('ALTERADO')
  })

  test('a second change before the new ticket is fetched is named on the same ticket', async () => {
    await desk().addPrinter({ ticket: 'delivery' })
    const agent = await desk().pairedAgent()
    const order = await accepted()
    for (const job of await agent.pull()) await agent.acknowledge(job.id)
    const changed = (await payCash(order)).data
    const back = await app.call(
      manager,
      edits.changePayment,
      { params: { orderId: order.id }, body: { version: changed.version, payments: order.payments } },
      { storeId: store },
    )
    expect(back.status).toBe(200)
    const jobs = await agent.pull()
    expect(jobs).toHaveLength(1)
    expect(textOf(jobs[0] ?? { payload: '' }).match(/Pagamento:/g)).toHaveLength(2)
  })

  test('a change of an order that is cancelled before the new ticket is fetched does not come out', async () => {
    await desk().addPrinter({ ticket: 'delivery' })
    const agent = await desk().pairedAgent()
    const order = await accepted()
    for (const job of await agent.pull()) await agent.acknowledge(job.id)
    await payCash(order)
    await app.call(
      manager,
      orders.cancelOrder,
      { params: { orderId: order.id }, body: { code: 'duplicate' } },
      { storeId: store },
    )
    expect(await agent.pull()).toEqual([])
  })
})

describe('printing by hand', () => {
  test('a ticket prints once, a second tap is rejected while it is queued, and a later one prints REIMPRESSÃO', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    const taps = await Promise.all([print(order.id, basic), print(order.id, basic), print(order.id)])
    expect(taps.map((tap) => tap.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const [first] = await agent.pull()
    expect(textOf(first ?? { payload: '' })).not.toContain('REIMPRESS')
    await agent.acknowledge(first?.id ?? '')
    const again = await print(order.id, basic)
    expect(again.data.jobs).toMatchObject([{ reprint: true, askedBy: 'basic' }])
    const [second] = await agent.pull()
    expect(textOf(second ?? { payload: '' })).toContain('REIMPRESSÃO')
    await agent.acknowledge(second?.id ?? '')
    const { data } = await app.call(
      manager,
      orders.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    expect(data.timeline.map((event) => event.type)).toEqual(
      expect.arrayContaining(['PRINT_ASKED', 'PRINTED', 'REPRINTED']),
    )
  })

  test('a second tap is rejected while the ticket is queued, even if its clock is slightly behind', async () => {
    await desk().addPrinter()
    const order = await desk().place()
    const now = Date.now()
    app.setClock(new Date(now + 2_000))
    expect((await print(order.id, basic)).status).toBe(200)
    app.setClock(new Date(now))
    expect((await print(order.id)).body.error).toBe('print/already-waiting')
    app.setClock(null)
    expect(await desk().jobsOf(order.id)).toHaveLength(1)
  })

  test('printing by hand requires a printer and an order of the same store', async () => {
    const order = await desk().place()
    expect((await print(order.id)).body.error).toBe('print/no-printer')
    const foreign = await theirs().addPrinter()
    expect((await print(order.id, manager, foreign.id)).body.error).toBe('print/printer-not-found')
    await desk().addPrinter()
    const foreignOrder = await theirs().place()
    expect((await print(foreignOrder.id)).body.error).toBe('order/not-found')
    expect((await print(order.id, stranger)).status).toBe(404)
  })

  test('a basic user prints a finished order without the customer’s contact', async () => {
    await desk().addPrinter({ ticket: 'delivery' })
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await app.call(
      manager,
      orders.cancelOrder,
      { params: { orderId: order.id }, body: { code: 'duplicate' } },
      { storeId: store },
    )
    await print(order.id, basic)
    const [masked] = await agent.pull()
    expect(textOf(masked ?? { payload: '' })).not.toContain('Rua das Flores')
    await agent.acknowledge(masked?.id ?? '')
    await print(order.id)
    const [whole] = await agent.pull()
    expect(textOf(whole ?? { payload: '' })).toContain('Rua das Flores')
  })
})

describe('test pages', () => {
  test('a test page is acknowledged, fails with a cause, or expires when no agent fetches it', async () => {
    const made = await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const testIt = () => desk().call(contract.testPrinter, { params: { id: made.id } })
    const last = async () => (await config()).queue.find((job) => job.ticket === 'test')
    expect((await desk().call(contract.testPrinter, { params: { id: made.id } }, basic)).status).toBe(403)
    const twice = await Promise.all([testIt(), testIt()])
    expect(twice.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [first] = await agent.pull()
    await agent.acknowledge(first?.id ?? '')
    expect(await last()).toMatchObject({ state: 'printed' })
    await testIt()
    const [second] = await agent.pull()
    await agent.acknowledge(second?.id ?? '', { outcome: 'failed', cause: 'paper' })
    expect(await last()).toMatchObject({ state: 'failed', cause: 'paper' })
    later(1)
    expect(await last()).toMatchObject({ state: 'expired', cause: 'paper' })
  })
})

describe('print agents', () => {
  test('an agent is paired once with a code valid for ten minutes, and a new code replaces the first machine', async () => {
    const { agentId, code } = await desk().newCode()
    const pair = (with_: string) =>
      app.call(null, agentCalls.pairAgent, { body: { code: with_, software: 't' } })
    const answers = await Promise.all([pair(code), pair(code), pair(code.toLowerCase())])
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    const first = agentWith(app, answers.find((one) => one.status === 200)?.data.token ?? '')
    expect((await first.tryPull()).status).toBe(200)
    const renewed = await desk().call(contract.renewPairingCode, { params: { id: agentId } })
    expect((await first.tryPull()).status).toBe(200)
    const second = agentWith(app, (await pair(renewed.data.code)).data.token)
    expect((await first.tryPull()).body.error).toBe('print/agent-unknown')
    expect((await second.tryPull()).status).toBe(200)
    const old = await desk().newCode()
    later(11)
    expect((await pair(old.code)).body.error).toBe('print/code-invalid')
  })

  test('only a manager of the store adds, renews and removes an agent', async () => {
    const { agentId } = await desk().newCode('Caixa')
    const input = { params: { id: agentId } }
    expect((await desk().call(contract.createPrintAgent, { body: { name: 'Outro' } }, basic)).status).toBe(
      403,
    )
    expect((await desk().call(contract.createPrintAgent, { body: { name: 'Caixa' } })).body.error).toBe(
      'print/name-taken',
    )
    for (const route of [contract.renewPairingCode, contract.deletePrintAgent]) {
      expect((await desk().call(route as typeof contract.deletePrintAgent, input, basic)).status).toBe(403)
      expect((await theirs().call(route as typeof contract.deletePrintAgent, input)).body.error).toBe(
        'print/agent-not-found',
      )
    }
    const gone = await Promise.all([
      desk().call(contract.deletePrintAgent, input),
      desk().call(contract.deletePrintAgent, input),
    ])
    expect(gone.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('an agent reads and acknowledges tickets of its own store only', async () => {
    await desk().addPrinter()
    const own = await desk().pairedAgent()
    const foreign = await theirs().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    expect(await foreign.pull()).toEqual([])
    const [job] = await own.pull()
    const printerId = job?.printer.id ?? ''
    for (const outcome of ['printed', 'failed', 'unsure'] as const)
      expect((await foreign.acknowledge(job?.id ?? '', { outcome })).body.error).toBe('print/job-not-found')
    await foreign.beat({ printers: [{ id: printerId, state: 'out', cause: 'paper' }] })
    expect((await config()).printers).toMatchObject([{ state: 'unknown' }])
    expect((await foreign.beat()).data.printers).toEqual([])
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'sent' }])
  })

  test.each([
    ['no token', ''],
    ['a person’s token', 'person'],
    ['another agent’s secret', 'mixed'],
    ['a malformed token', 'bpa_x.y.z'],
  ])('a pull with %s is rejected', async (_credential, kind) => {
    const one = await desk().pairedAgent()
    const two = await theirs().pairedAgent()
    const token =
      kind === 'person'
        ? manager.token
        : kind === 'mixed'
          ? `${one.token.split('.').slice(0, 2).join('.')}.${two.token.split('.')[2] ?? ''}`
          : kind
    const answer = await agentWith(app, token).tryPull()
    expect([answer.status, answer.body.error]).toEqual([401, 'print/agent-unknown'])
  })

  test('a waiting agent receives a new ticket immediately', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    const waiting = onceWaiting()
    const pulled = agent.pull([], 10)
    await waiting
    const accepted = performance.now()
    await desk().accept(order.id)
    expect(await pulled).toHaveLength(1)
    expect(performance.now() - accepted).toBeLessThan(1_000)
  })

  test('an agent that is removed while it waits is turned away at once, and gets no ticket', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    const waiting = onceWaiting()
    const pulled = agent.tryPull(20)
    await waiting
    const removed = performance.now()
    await desk().call(contract.deletePrintAgent, { params: { id: agent.agentId } })
    await desk().accept(order.id)
    const answer = await pulled
    expect([answer.status, answer.body.error]).toEqual([401, 'print/agent-unknown'])
    expect(performance.now() - removed).toBeLessThan(4_000)
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'queued' }])
  })

  /** When the next agent that found nothing waits for the bell. */
  function onceWaiting(): Promise<void> {
    const { printBell: bell } = app.deps
    const subscribe = bell.subscribe.bind(bell)
    return new Promise((resolve) => {
      bell.subscribe = (id) => {
        bell.subscribe = subscribe
        const subscription = subscribe(id)
        return {
          ...subscription,
          wait: (ms) => {
            resolve()
            return subscription.wait(ms)
          },
        }
      }
    })
  }

  test('a ticket queued between the check and the wait reaches the agent through the print bell', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    const { printBell: bell } = app.deps
    const now = app.deps.now.bind(app.deps)
    const subscribe = bell.subscribe.bind(bell)
    const steps: string[] = []
    bell.subscribe = (id) => {
      steps.push('listens')
      const subscription = subscribe(id)
      // Runs after the check that found nothing, so only the bell can end the wait.
      const wait = async () => {
        steps.push('waits')
        await desk().accept(order.id)
        return subscription.wait(60_000)
      }
      return { ...subscription, wait }
    }
    Object.assign(app.deps, { now: () => (steps.push('checks for tickets'), now()) })
    try {
      expect(await agent.pull([], 20)).toHaveLength(1)
      expect(steps.slice(steps.indexOf('listens')).slice(0, 3)).toEqual([
        'listens',
        'checks for tickets',
        'waits',
      ])
    } finally {
      Object.assign(app.deps, { now })
      bell.subscribe = subscribe
    }
  })
})

describe('ticket delivery', () => {
  const sent = async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    const [job] = await agent.pull()
    if (!job) throw new Error('no job')
    return { agent, order, job }
  }

  test('a ticket goes to only one of two agents that pull at once', async () => {
    await desk().addPrinter()
    const agents = [await desk().pairedAgent(), await desk().pairedAgent()]
    for (let n = 0; n < 8; n += 1) await desk().accept((await desk().place()).id)
    // An agent that pulls again without reporting its tickets gets the same ones; the other agent does
    // not.
    const each = await Promise.all(
      agents.map(async (agent) => {
        const jobs = (await Promise.all([agent.pull(), agent.pull()])).flat()
        return [...new Set(jobs.map(({ id }) => id))]
      }),
    )
    expect(each.flat()).toHaveLength(8)
    expect(new Set(each.flat()).size).toBe(8)
  })

  test('a ticket lost on the way is sent again, unchanged, to the same agent only', async () => {
    const { agent, job } = await sent()
    const second = await desk().pairedAgent()
    expect(await second.pull()).toEqual([])
    expect(await agent.pull([job.id])).toEqual([])
    expect(await agent.pull()).toMatchObject([{ id: job.id, turn: 1 }])
  })

  test('an offline agent’s ticket goes to another as a reprint, and the first agent can still report it printed', async () => {
    const { agent, order, job } = await sent()
    const second = await desk().pairedAgent()
    later(2)
    const [again] = await second.pull()
    expect(again).toMatchObject({ id: job.id, turn: 2 })
    expect(textOf(again ?? { payload: '' })).toContain('REIMPRESSÃO')
    expect((await agent.acknowledge(job.id, { turn: 1 })).data.state).toBe('printed')
    expect(
      (await second.acknowledge(job.id, { turn: 2, outcome: 'failed', cause: 'paper' })).body.error,
    ).toBe('print/already-printed')
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'printed' }])
  })

  test('concurrent and repeated acknowledgements leave one outcome', async () => {
    const { agent, order, job } = await sent()
    const answers = await Promise.all([
      agent.acknowledge(job.id),
      agent.acknowledge(job.id),
      agent.acknowledge(job.id, { outcome: 'failed', cause: 'paper' }),
    ])
    expect(answers.filter((one) => one.status === 200).length).toBeGreaterThanOrEqual(2)
    expect((await agent.acknowledge(job.id)).data.state).toBe('printed')
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'printed' }])
    const { data } = await app.call(
      manager,
      orders.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    expect(data.timeline.filter((event) => event.type === 'PRINTED')).toHaveLength(1)
  })

  test('a failed ticket is retried automatically with growing delays, and acknowledgements of old turns are ignored', async () => {
    const { agent, job } = await sent()
    expect((await agent.acknowledge(job.id, { outcome: 'failed', cause: 'paper' })).data.state).toBe('failed')
    expect((await agent.acknowledge(job.id, { outcome: 'failed', cause: 'paper' })).data.state).toBe('failed')
    expect(await agent.pull()).toEqual([])
    app.setClock(new Date(Date.now() + 2_100))
    expect(await agent.pull()).toMatchObject([{ id: job.id, turn: 2 }])
  })

  test('after three failed tries a ticket moves to the fallback printer and says so on paper', async () => {
    const fallback = await desk().addPrinter({ name: 'Caixa', autoPrint: false })
    const first = await desk().addPrinter({ name: 'Cozinha', fallbackId: fallback.id })
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    for (let turn = 1; turn <= 3; turn += 1) {
      app.setClock(new Date(Date.now() + turn * 20_000))
      const [job] = await agent.pull()
      expect(job?.printer.id).toBe(first.id)
      await agent.acknowledge(job?.id ?? '', { turn, outcome: 'failed', cause: 'unreachable' })
    }
    const [moved] = await agent.pull()
    expect(moved?.printer.id).toBe(fallback.id)
    expect(textOf(moved ?? { payload: '' })).toContain('Saiu aqui porque "Cozinha" não imprimiu.')
    expect(await desk().jobsOf(order.id)).toMatchObject([{ printerName: 'Caixa', movedFrom: 'Cozinha' }])
  })

  test('an expired ticket never prints automatically', async () => {
    await desk().addPrinter()
    const agent = await desk().pairedAgent()
    const order = await desk().place()
    await desk().accept(order.id)
    later(11)
    expect(await agent.pull()).toEqual([])
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'expired', cause: 'agent' }])
    // Effects of one order run one after the other.
    while ((await relayOutbox(app.deps, [store], handlers())) > 0);
    const { data } = await app.call(
      manager,
      orders.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    expect(data.timeline.map((event) => event.type)).toContain('PRINT_EXPIRED')
    const states = await app.call(manager, contract.readPrintStates, { query: { selection: store } })
    expect(states.data.orders).toEqual([{ orderId: order.id, storeId: store, state: 'expired' }])
    expect(states.data.printers).toMatchObject([{ unprinted: [expect.any(String)] }])
  })

  test('tickets of an offline computer move to the fallback printer on another computer', async () => {
    const dead = await desk().pairedAgent()
    const alive = await desk().pairedAgent()
    const fallback = await desk().addPrinter({
      name: 'Caixa',
      kind: 'preview',
      address: 'caixa',
      agentId: alive.agentId,
      autoPrint: false,
    })
    await desk().addPrinter({
      name: 'Cozinha',
      kind: 'usb',
      address: '/dev/usb/lp0',
      agentId: dead.agentId,
      fallbackId: fallback.id,
    })
    const order = await desk().place()
    await desk().accept(order.id)
    expect(await alive.pull()).toEqual([])
    later(2)
    const [moved] = await alive.pull()
    expect(moved).toMatchObject({ printer: { id: fallback.id }, format: 'svg' })
    expect(await desk().jobsOf(order.id)).toMatchObject([{ movedFrom: 'Cozinha', reprint: false }])
  })
})

describe('unprinted tickets', () => {
  const expired = async () => {
    const made = await desk().addPrinter()
    const order = await desk().place()
    await desk().accept(order.id)
    later(11)
    const [job] = await desk().jobsOf(order.id)
    return { made, order, jobId: job?.id ?? '' }
  }
  const retry = (jobIds: string[], as = basic, printerId?: string) =>
    app.call(
      as,
      contract.retryPrintJobs,
      { body: { jobIds, ...(printerId ? { printerId } : {}) } },
      { storeId: as === stranger ? other : store },
    )

  test('a basic user reprints an unprinted ticket on any printer of the store, and concurrent retries reprint it once', async () => {
    const { order, jobId } = await expired()
    const second = await desk().addPrinter({ name: 'Caixa' })
    expect((await retry([jobId], stranger)).body.error).toBe('print/nothing-to-retry')
    const foreign = await theirs().addPrinter()
    expect((await retry([jobId], basic, foreign.id)).body.error).toBe('print/printer-not-found')
    const both = await Promise.all([retry([jobId], basic, second.id), retry([jobId], manager, second.id)])
    expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const agent = await desk().pairedAgent()
    const [job] = await agent.pull()
    await agent.acknowledge(job?.id ?? '', { turn: 2 })
    expect((await retry([jobId])).body.error).toBe('print/nothing-to-retry')
    expect(await desk().jobsOf(order.id)).toMatchObject([{ state: 'printed' }])
  })

  test('only a manager of the store dismisses an unprinted ticket, and the order keeps its record', async () => {
    const { order, jobId } = await expired()
    const dismiss = (as = manager, storeId = store) =>
      app.call(as, contract.dismissPrintJobs, { body: { jobIds: [jobId] } }, { storeId })
    expect((await dismiss(basic)).status).toBe(403)
    expect((await dismiss(stranger, other)).data.dismissed).toBe(0)
    const both = await Promise.all([dismiss(), dismiss()])
    expect(both.map((one) => one.data.dismissed).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect((await config()).queue).toEqual([])
    expect(await desk().jobsOf(order.id)).toHaveLength(1)
  })

  test('a ticket that has not expired cannot be dismissed', async () => {
    await desk().addPrinter()
    const order = await desk().place()
    await desk().accept(order.id)
    const [job] = await desk().jobsOf(order.id)
    const answer = await desk().call(contract.dismissPrintJobs, { body: { jobIds: [job?.id ?? ''] } })
    expect(answer.data.dismissed).toBe(0)
  })
})

test('a statement scoped to another store reads no printing rows', async () => {
  await desk().addPrinter()
  await desk().accept((await desk().place()).id)
  const seen = await withStoreScope(app.db, [other], async (tx) => ({
    printers: await tx.selectFrom('printers').selectAll().execute(),
    jobs: await tx.selectFrom('print_jobs').selectAll().execute(),
    agents: await tx.selectFrom('print_agents').selectAll().execute(),
  }))
  expect(seen).toEqual({ printers: [], jobs: [], agents: [] })
})

const handlers = () => ({
  'print-expiry': {
    run: (effect: { storeId: string; lane: string }) =>
      expirePrintJobs(app.deps, effect.storeId, effect.lane),
  },
  'acceptance-reminder': { run: () => Promise.resolve() },
})
