import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withStoreScope } from '../../db/scope.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import {
  metaChange,
  textMessage,
  whatsappApp,
  type WhatsappProvider,
  type WhatsappShop,
} from '../../testing/whatsapp/shop.ts'
import { refusedCounts } from '../line/health.reads.ts'
import { watchLine } from '../whatsapp.ts'

const now = new Date('2026-11-24T15:00:00Z')
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let manager: Person

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  app.setClock(now)
  ;({ store, manager } = await standardShop(app))
})

const refused = async () => (await shop.view(manager, store)).health.refused
const nothing = { size: 0, form: 0, lastAt: null }
/** What the operator sees of refused calls. */
const counted = async (partner: string, cause: string) => {
  const { body } = await app.fastify.inject({ method: 'GET', url: '/metrics' })
  const line = `balcao_refused_webhooks_total{partner="${partner}",cause="${cause}"} `
  return Number(
    body
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.slice(line.length) ?? 0,
  )
}

describe('a call of the Cloud API', () => {
  let phoneId: string
  let accountId: string
  beforeEach(async () => {
    ;({ phoneId, accountId } = await shop.connectCloud(manager, store))
  })
  const call = (payload: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/webhooks/whatsapp',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', 'app-secret').update(payload).digest('hex')}`,
      },
      payload,
    })

  test.each([
    ['messages without a number', 'messages', { messages: [textMessage('5511922340001', 'oi', now)] }],
    ['a field that nobody knows', 'hologram_update', { hologram: true }],
  ])('with %s is counted for the lines of its account', async (_what, field, value) => {
    expect(await refused()).toEqual(nothing)
    const { statusCode } = await shop.meta([{ id: accountId, changes: [{ field, value }] }])
    expect(statusCode).toBe(200)
    expect(await refused()).toEqual({ size: 0, form: 1, lastAt: now.toISOString() })
  })

  test('about another product is counted for the operator', async () => {
    const before = await counted('whatsapp-cloud', 'form')
    expect((await call(JSON.stringify({ object: 'page', entry: [] }))).statusCode).toBe(200)
    expect(await counted('whatsapp-cloud', 'form')).toBe(before + 1)
    expect(await refused()).toEqual(nothing)
  })

  test('above the published 3 MB is counted for the operator: nothing read names its line', async () => {
    const before = await counted('whatsapp-cloud', 'size')
    expect((await call(JSON.stringify({ text: 'x'.repeat(3 * 1024 * 1024) }))).statusCode).toBe(413)
    expect(await counted('whatsapp-cloud', 'size')).toBe(before + 1)
    expect(await refused()).toEqual(nothing)
  })

  test('with a state that nobody knows is logged once, however often it arrives', async () => {
    const warn = vi.spyOn(app.deps.log, 'warn')
    for (const id of ['wamid.1', 'wamid.2', 'wamid.3']) await shop.report(phoneId, id, 'teleported')
    await shop.meta([metaChange(phoneId, { statuses: [{ id: 'wamid.4', status: 'teleported' }] })])
    expect(warn.mock.calls).toEqual([
      [
        { storeId: store, what: 'message state teleported' },
        'WhatsApp sent something that this version does not understand',
      ],
    ])
    expect(await refused()).toEqual(nothing)
    warn.mockRestore()
  })
})

describe('a call of an Evolution server', () => {
  let instance: string
  let secret: string
  beforeEach(async () => {
    await shop.connectEvolution(manager, store)
    ;({ instance, secret } = await shop.knownSecret(store))
  })

  test.each([
    ['an event that nobody knows', 'presence.of.the.year', {}],
    ['a status of another form', 'messages.update', { keyId: 'A1' }],
    ['a connection of another form', 'connection.update', { state: 7 }],
  ])('with %s is counted for its line', async (_what, event, data) => {
    expect((await shop.evolution(instance, secret, event, data)).statusCode).toBe(200)
    expect(await refused()).toEqual({ size: 0, form: 1, lastAt: now.toISOString() })
  })

  test('that names no line is refused, and counted for the line of its secret', async () => {
    const before = await counted('whatsapp-evolution', 'form')
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/webhooks/evolution',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      payload: JSON.stringify({ event: 'connection.update', data: { state: 'open' } }),
    })
    expect(statusCode).toBe(400)
    expect(await refused()).toEqual({ size: 0, form: 1, lastAt: now.toISOString() })
    expect(await counted('whatsapp-evolution', 'form')).toBe(before + 1)
  })

  test('that is too large, or holds a message that nobody can read, is counted for seven days', async () => {
    expect(await refused()).toEqual(nothing)
    const large = await shop.evolution(instance, secret, 'messages.upsert', {
      message: 'x'.repeat(3_000_000),
    })
    expect(large.statusCode).toBe(413)
    await shop.evolution(instance, secret, 'messages.upsert', { key: { id: 7 } })
    expect(await refused()).toEqual({ size: 1, form: 1, lastAt: now.toISOString() })
    const inEightDays = new Date(now.getTime() + 8 * 86_400_000)
    const later = await withStoreScope(app.db, [store], (tx) => refusedCounts(tx, store, inEightDays))
    expect(later).toEqual(nothing)
    app.setClock(inEightDays)
    await watchLine(app.deps, store)
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('whatsapp_refusals').selectAll().where('store_id', '=', store).execute(),
    )
    expect(rows).toEqual([])
  })

  test('of a stranger is refused before it is read, and counted for nobody', async () => {
    const before = await counted('whatsapp-evolution', 'size')
    const { statusCode } = await shop.evolution(instance, 'x'.repeat(40), 'messages.upsert', {
      message: 'x'.repeat(3_000_000),
    })
    expect(statusCode).toBe(401)
    expect(await refused()).toEqual(nothing)
    expect(await counted('whatsapp-evolution', 'size')).toBe(before)
  })
})
