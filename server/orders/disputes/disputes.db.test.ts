import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerDispute, readDisputes, recordDays, type Dispute } from '../../../contract/orders/disputes.ts'
import { withStoreScope } from '../../db/scope.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { atOnceOver } from '../../testing/held-row.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { sendDisputeAnswer } from './answer-dispute.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'
import { orderInbox } from '../orders.ts'

const merchantId = '5b1a00ee-0000-4000-8000-00000000000e'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let other: string
let basic: Person
let stranger: Person

beforeAll(async () => {
  // Dear enough for every amount below, whatever discount the order has.
  shop = await ifoodShop({ merchantId, dishCents: 9_000 })
  ;({ control, app, store, other, basic, stranger } = shop)
})
afterAll(() => shop.stop())

const read = async (show: 'open' | 'all' = 'all'): Promise<Dispute[]> =>
  (await app.call(basic, readDisputes, { query: { selection: store, show } })).data.disputes
/** Polls until what the marketplace has still to say makes the sentence true. */
const hear = <T>(sentence: () => Promise<T>): Promise<T> =>
  vi.waitFor(
    async () => {
      for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
      return await sentence()
    },
    { timeout: 15_000, interval: 40 },
  )
const hearEnd = (id: string) =>
  hear(async () => expect((await now(id))?.state).not.toMatch(/^(open|answering|countered)$/))
const send = () =>
  relayOutbox(app.deps, [store], {
    'dispute-answer': {
      run: (effect) => sendDisputeAnswer(app.deps, effect.storeId, String(effect.payload.disputeId)),
    },
    'acceptance-reminder': { run: async () => {} },
    'auto-accept': { run: async () => {} },
    push: { run: async () => {} },
  })
const answer = (person: Person, disputeId: string, body: object, storeId = store) =>
  app.call(person, answerDispute, { params: { disputeId }, body: body as never }, { storeId })

async function argued(
  wish: Parameters<typeof control.dispute>[1] = { amount: 20 },
  beside = '',
): Promise<Dispute> {
  const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT' })
  await control.dispute(orderId, wish)
  return await hear(async () => {
    const open = await read('open')
    const found = open.find((one) => one.state === 'open' && one.id !== beside)
    if (!found) throw new Error('the negotiation did not arrive')
    return found
  })
}

/** An event that only the marketplace's own negotiations have. */
async function webhook(orderId: string, fullCode: string, metadata: object): Promise<void> {
  const createdAt = new Date().toISOString()
  const body = JSON.stringify({ id: randomUUID(), fullCode, orderId, merchantId, createdAt, metadata })
  const { statusCode } = await app.fastify.inject({
    method: 'POST',
    url: '/webhooks/ifood',
    headers: { 'x-ifood-signature': createHmac('sha256', 'secret').update(body).digest('hex') },
    payload: body,
  })
  expect(statusCode).toBe(202)
  await handleInbox(app.deps, store, orderInbox)
}

const record = async () => (await app.call(basic, readDisputes, { query: { selection: store } })).data.record
const now = async (id: string) => (await read()).find((one) => one.id === id)

describe('disputes', () => {
  test('a dispute arrives with its request, its deadline and the action taken on timeout', async () => {
    const dispute = await argued({ amount: 12.5, message: 'Faltou o molho', expiresInMinutes: 10 })
    expect(dispute).toMatchObject({
      kind: 'PROPOSED_AMOUNT_REFUND',
      askedCents: 1_250,
      message: 'Faltou o molho',
      state: 'open',
      timeoutAction: 'ACCEPT_CANCELLATION',
      alternatives: [{ type: 'REFUND', mostCents: 1_250 }],
    })
    await answer(basic, dispute.id, { answer: 'reject', reason: 'WRONG_ORDER' })
    expect((await now(dispute.id))?.state).toBe('answering')
    await send()
    await hearEnd(dispute.id)
    expect(await now(dispute.id)).toMatchObject({ state: 'rejected', lostCents: 0, savedCents: 1_250 })
  })

  test('a dispute names the contested dish, its pictures and how many were won lately', async () => {
    const before = await record()
    const photos = ['https://fotos.example/1.jpg', 'javascript:alert(1)']
    const dispute = await argued({ amount: 12.5, photos })
    expect(dispute).toMatchObject({
      source: 'ifood',
      claims: [{ code: 'A-1', line: 1, cents: 1_250 }],
      photos: 1,
    })
    expect(dispute.customer).not.toBe('')
    await answer(basic, dispute.id, { answer: 'reject', reason: 'WRONG_ORDER' })
    await send()
    await hearEnd(dispute.id)
    expect(await record()).toEqual({ ended: before.ended + 1, won: before.won + 1 })
    // What ended longer ago no longer counts.
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('disputes')
        .set({ settled_at: new Date(app.deps.now().getTime() - (recordDays * 24 + 1) * 3_600_000) })
        .where('store_id', '=', store)
        .where('id', '=', dispute.id)
        .execute(),
    )
    expect(await record()).toEqual(before)
  })

  test('an accepted dispute costs the requested amount and a counter-offer the offered one', async () => {
    const lost = await argued({ amount: 20 })
    await answer(basic, lost.id, { answer: 'accept' })
    await send()
    await hearEnd(lost.id)
    expect(await now(lost.id)).toMatchObject({ state: 'accepted', lostCents: 2_000, savedCents: 0 })
    const partly = await argued({ amount: 20 })
    const alternativeId = partly.alternatives[0]?.id ?? ''
    const tooMuch = await answer(basic, partly.id, { answer: 'alternative', alternativeId, cents: 2_001 })
    expect([tooMuch.status, tooMuch.body.details?.[0]?.path]).toEqual([422, 'cents'])
    await answer(basic, partly.id, { answer: 'alternative', alternativeId, cents: 800 })
    await send()
    await hearEnd(partly.id)
    expect(await now(partly.id)).toMatchObject({ state: 'accepted', lostCents: 800, savedCents: 1_200 })
  })

  test('an amount above what the customer paid is neither offered nor counted', async () => {
    const dispute = await argued({ amount: 2_500 })
    expect(dispute.alternatives).toEqual([])
    expect(dispute.askedCents).toBeLessThan(250_000)
    await answer(basic, dispute.id, { answer: 'accept' })
    await send()
    await hearEnd(dispute.id)
    expect(await now(dispute.id)).toMatchObject({ state: 'accepted', lostCents: dispute.askedCents })
  })

  test('a dispute about one option asks for its R$ 3,00, not for the whole order', async () => {
    const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT' })
    const disputeId = randomUUID()
    await webhook(orderId, 'HANDSHAKE_DISPUTE', {
      disputeId,
      action: 'PARTIAL_CANCELLATION',
      handshakeType: 'AFTER_DELIVERY',
      message: 'Faltou o queijo extra',
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      timeoutAction: 'ACCEPT_CANCELLATION',
      alternatives: [],
      metadata: { garnishItems: [{ id: 'g-1', quantity: 1, amount: { value: '300', currency: 'BRL' } }] },
    })
    const ours = async () => (await read()).find((one) => one.message === 'Faltou o queijo extra')
    const wish = { kind: 'PARTIAL_CANCELLATION', askedCents: 300 }
    await hear(async () => expect(await ours()).toMatchObject({ ...wish, state: 'open' }))
    await webhook(orderId, 'HANDSHAKE_SETTLEMENT', { disputeId, status: 'REJECTED' })
    await hear(async () => expect(await ours()).toMatchObject({ ...wish, state: 'rejected', lostCents: 0 }))
  })

  test('a dispute without an answer ends with the announced timeout action', async () => {
    const dispute = await argued({ amount: 9, expiresInMinutes: 5 })
    await control.advanceClock(5 * 60_000)
    await hearEnd(dispute.id)
    expect(await now(dispute.id)).toMatchObject({ state: 'expired', lostCents: 900 })
    expect((await answer(basic, dispute.id, { answer: 'accept' })).body.error).toBe('dispute/closed')
  })

  test('accepting a dispute about the whole order costs the order and cancels it', async () => {
    const dispute = await argued({ action: 'CANCELLATION' })
    expect(dispute.acceptReasons).toContain('HIGH_STORE_DEMAND')
    const without = await answer(basic, dispute.id, { answer: 'accept' })
    expect([without.status, without.body.details?.[0]?.path]).toEqual([422, 'reason'])
    await answer(basic, dispute.id, { answer: 'accept', reason: 'HIGH_STORE_DEMAND' })
    await send()
    await hearEnd(dispute.id)
    expect(await now(dispute.id)).toMatchObject({ state: 'accepted', lostCents: dispute.askedCents })
  })
})

describe('answers to disputes', () => {
  test('an answer is rejected for another store and for a person without access', async () => {
    const dispute = await argued()
    expect((await answer(stranger, dispute.id, { answer: 'accept' })).body.error).toBe('store/not-found')
    expect((await answer(stranger, dispute.id, { answer: 'accept' }, other)).body.error).toBe(
      'dispute/not-found',
    )
    const read = await app.call(stranger, readDisputes, { query: { selection: store } })
    expect(read.body.error).toBe('store/not-found')
    await answer(basic, dispute.id, { answer: 'reject', reason: 'WRONG_ORDER' })
    await send()
    await hearEnd(dispute.id)
  })

  test('of two concurrent answers one wins', async () => {
    const dispute = await argued()
    const both = await atOnceOver(app.ownerUrl, { table: 'disputes', id: dispute.id }, [
      () => answer(basic, dispute.id, { answer: 'accept' }),
      () => answer(basic, dispute.id, { answer: 'reject', reason: 'WRONG_ORDER' }),
    ])
    expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find((one) => one.status === 409)?.body.error).toBe('dispute/answer-pending')
    await send()
    await hearEnd(dispute.id)
    expect((await answer(basic, dispute.id, { answer: 'accept' })).body.error).toBe('dispute/closed')
  })

  test('an answer that the marketplace rejects leaves the dispute open and shows the reason', async () => {
    const dispute = await argued()
    await answer(basic, dispute.id, { answer: 'reject', reason: 'WRONG_ORDER' })
    await control.fail(422, 60_000, '/order/v1.0/disputes')
    await send()
    await control.fail(422, 0, '/order/v1.0/disputes')
    expect(await now(dispute.id)).toMatchObject({
      state: 'open',
      refusal: 'O iFood não aceitou esta resposta.',
    })
  })
})

test('a negotiation whose time is over is listed below those that can still be answered', async () => {
  const over = await argued({ amount: 5 })
  const later = await argued({ amount: 6, expiresInMinutes: 30 }, over.id)
  await withStoreScope(app.deps.cells, [store], (tx) =>
    tx
      .updateTable('disputes')
      .set({ expires_at: new Date(0) })
      .where('id', '=', over.id)
      .execute(),
  )
  const waiting = (await read('open')).map(({ id }) => id)
  expect(waiting.indexOf(later.id)).toBeLessThan(waiting.indexOf(over.id))
})

test('duplicated and reordered events lead to the same state', async () => {
  const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT' })
  await control.emit(orderId, 'HANDSHAKE_SETTLEMENT', {
    disputeId: 'd-1',
    status: 'REJECTED',
    reason: 'WRONG_ORDER',
  })
  await control.emit(orderId, 'HANDSHAKE_DISPUTE', {
    disputeId: 'd-1',
    action: 'PROPOSED_AMOUNT_REFUND',
    metadata: { items: [{ amount: { value: '7.00', currency: 'BRL' } }] },
  })
  await control.emit(orderId, 'HANDSHAKE_DISPUTE', { disputeId: 'd-1', action: 'PROPOSED_AMOUNT_REFUND' })
  await hear(async () => {
    const all = await read()
    const disputes = all.filter((one) => one.kind === 'PROPOSED_AMOUNT_REFUND' && one.expiresAt === null)
    expect(disputes).toMatchObject([{ state: 'rejected', askedCents: 700, savedCents: 700 }])
  })
})
