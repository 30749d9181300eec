import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOrderBilling } from '../../../contract/reports/order-billing.ts'
import { askReconciliation, readReconciliations } from '../../../contract/reports/reconciliation.ts'
import { addDays, businessDayOf, defaultDayStart, defaultTimezone } from '../../../contract/shared/day.ts'
import { dayMs } from '../../../contract/shared/durations.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { importFromPartners } from '../../marketplaces/partner-imports.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'
import { orderInbox } from '../../orders/orders.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { ledgerImport, noteReconciliationFailed, reconcile } from '../reports.ts'

const merchantId = '5b1a00cd-0000-4000-8000-00000000000d'
const platform = 'ifood'
let shop: IfoodShop
let simulator: IfoodShop['simulator']
let control: IfoodShop['control']
let app: TestApp
let store: string
let other: string
let manager: Person
let ahead = 0

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, dishCents: 2_500 })
  ;({ simulator, control, app, store, other, manager } = shop)
  // The middle of a month: a week counts in the month that it begins in.
  const day = Number(businessDayOf(new Date(), defaultTimezone, '00:00').slice(8))
  await pass((day > 8 ? 40 - day : 10 - day) * dayMs)
})
afterAll(() => shop.stop())

/** Advances the clocks of both sides. */
async function pass(ms: number): Promise<void> {
  ahead += ms
  await control.advanceClock(ms)
  app.setClock(new Date(Date.now() + ahead))
  manager = await app.addPerson('manager', { [store]: 'manager' })
}

async function sold(): Promise<string> {
  const { orderId } = await control.placeOrder({ merchantId, method: 'PIX', type: 'TAKEOUT' })
  await control.emit(orderId, 'CONFIRMED')
  await control.conclude(orderId)
  for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
  return orderId
}

const importLedger = () => importFromPartners(app.deps, [{ ...ledgerImport, everyMs: 0 }], 'test')
const monthNow = () => businessDayOf(app.deps.now(), defaultTimezone, '00:00').slice(0, 7)
const ask = (month: string, who = manager, at = store) =>
  app.call(who, askReconciliation, { body: { platform, merchantId, month } }, { storeId: at })
const read = async () => {
  const reply = await app.call(manager, readReconciliations, { query: { selection: store } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.data
}
const work = () =>
  relayOutbox(app.deps, [store], {
    reconciliation: {
      run: ({ storeId, payload }) => reconcile(app.deps, storeId, payload.reconciliationId),
      giveUp: ({ storeId, payload }) => noteReconciliationFailed(app.deps, storeId, payload.reconciliationId),
    },
  })
/** The request, the wait for the file, and the comparison. */
async function workThrough(): Promise<void> {
  await work()
  await pass(20_000)
  await work()
}

describe('the statement of a month', () => {
  let month: string
  let plain: string
  let unstated: string
  let dearer: string
  let cancelled: string
  let unknown: string

  test('is asked for by a manager, of a connected merchant, and of a month that has begun', async () => {
    const basic = await app.addPerson('basic', { [store]: 'basic' })
    expect((await ask(monthNow(), basic)).status).toBe(403)
    const stranger = await app.addPerson('stranger', { [other]: 'owner' })
    expect((await ask(monthNow(), stranger)).body.error).toBe('store/not-found')
    expect((await ask(monthNow(), stranger, other)).body.error).toBe('report/no-statement')
    expect((await ask('2090-01')).body).toMatchObject({ error: 'validation/refused' })
    expect((await read()).merchants).toEqual([{ storeId: store, storeName: 'Brasa', platform, merchantId }])
  })

  test('is of no store when none is chosen', async () => {
    const none = await app.call(manager, readReconciliations, { query: { selection: '' } })
    expect([none.status, none.data]).toEqual([200, { merchants: [], reconciliations: [] }])
  })

  test('that has no lines at iFood fails and says so', async () => {
    expect((await ask('2026-01')).status).toBe(200)
    await workThrough()
    expect((await read()).reconciliations).toMatchObject([
      {
        month: '2026-01',
        state: 'failed',
        problem: expect.stringContaining('sem lançamentos neste mês') as string,
      },
    ])
  })

  test('asked for by two at once is asked once', async () => {
    ;[plain, unstated, dearer, cancelled, unknown] = [
      await sold(),
      await sold(),
      await sold(),
      await sold(),
      'aaaaaaaa-0000-4000-8000-000000000009',
    ]
    month = monthNow()
    await control.setBooks({
      unstated: [unstated],
      sales: {
        [dearer]: { saleGrossValue: { bag: 99.9, deliveryFee: 0, serviceFee: 0 } },
        [cancelled]: { currentStatus: 'CANCELLED' },
      },
      strays: [{ merchantId, orderId: unknown, name: 'SALE', amount: 31.5, date: new Date().toISOString() }],
    })
    await importLedger()
    // A week later all of it is older than what a running month leaves out.
    await pass(7 * dayMs)
    const replies = await Promise.all([ask(month), ask(month)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('report/reconciliation-under-way')
  })

  test('is waited for while iFood makes it', async () => {
    await work()
    expect((await read()).reconciliations[0]).toMatchObject({ month, state: 'making', endedAt: null })
    expect(simulator.world.statements.size).toBe(2)
  })

  test('is compared with ours, order by order, and each difference is named', async () => {
    await pass(20_000)
    await work()
    const [first] = (await read()).reconciliations
    expect(first).toMatchObject({ month, state: 'done', there: { sales: 3 }, here: { sales: 4 } })
    const kinds = first?.listed.map(({ kind }) => kind).toSorted()
    expect(kinds).toEqual(['cancelledThere', 'linesOnlyHere', 'saleDiffers'])
    const of = (kind: string) => first?.listed.find((one) => one.kind === kind)
    expect(of('saleDiffers')).toMatchObject({ thereCents: 9_990 })
    expect(of('linesOnlyHere')?.thereCents).toBeNull()
    expect(of('linesOnlyHere')?.orderId).not.toBeNull()
    expect(first?.differences).toBe(3)
    expect((first?.here.cents ?? 0) - (first?.there.cents ?? 0)).toBe(of('linesOnlyHere')?.hereCents)
    expect(plain).not.toBe(unstated)
  })

  test('asked for again replaces the one before', async () => {
    await control.setBooks({ unstated: [], sales: {} })
    expect((await ask(month)).status).toBe(200)
    await workThrough()
    const ofMonth = (await read()).reconciliations.filter((one) => one.month === month)
    expect(ofMonth).toMatchObject([{ state: 'done', differences: 0, listed: [] }])
    expect(ofMonth[0]?.there).toEqual(ofMonth[0]?.here)
  })

  test('is asked for again later when iFood does not answer, and a request that has expired is said', async () => {
    expect((await ask(month)).status).toBe(200)
    await control.fail(503, 60_000, '/financial')
    await work()
    expect((await read()).reconciliations[0]).toMatchObject({ state: 'asked', problem: null })
    await pass(61_000)
    await work()
    expect((await read()).reconciliations[0]).toMatchObject({ state: 'making' })
    await pass(dayMs + 1_000)
    await work()
    expect((await read()).reconciliations[0]).toMatchObject({
      state: 'failed',
      problem: 'O pedido venceu antes de o extrato ser lido. Peça de novo.',
    })
  })
})

describe('a payout that was anticipated', () => {
  const today = () => businessDayOf(app.deps.now(), defaultTimezone, defaultDayStart)
  const billing = async () => {
    const reply = await app.call(manager, readOrderBilling, {
      query: { selection: store, from: addDays(today(), -40), comparison: 'none' },
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.data
  }

  test('shows what was paid before its day and what that cost, and is due no more', async () => {
    await control.setBooks({ anticipations: [{ merchantId, feePercentage: 2 }] })
    await sold()
    await pass(11 * dayMs)
    await importLedger()
    const report = await billing()
    const early = report.payouts.find((week) => week.anticipations.some(({ status }) => status === 'paid'))
    const [paid] = early?.anticipations ?? []
    expect(paid).toMatchObject({ originalCents: early?.parts.netCents, status: 'paid' })
    expect(paid?.feeCents).toBe(Math.round((early?.parts.netCents ?? 0) * 0.02))
    expect(paid?.cents).toBe((paid?.originalCents ?? 0) - (paid?.feeCents ?? 0))
    expect(paid?.paidOn && paid.originalOn && paid.paidOn < paid.originalOn).toBe(true)
    expect(early?.status).not.toBe('divergent')
    expect(report.upcoming.map(({ id }) => id)).not.toContain(early?.id)
  })

  test('imported again changes nothing', async () => {
    const before = (await billing()).payouts
    await importLedger()
    expect((await billing()).payouts).toEqual(before)
  })
})
