import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import * as contract from '../../../contract/whatsapp/whatsapp.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import {
  metaChange,
  verifyToken,
  whatsappApp,
  whatsappEnvironment,
  whatsappOf,
  type WhatsappProvider,
  type WhatsappShop,
} from '../../testing/whatsapp/shop.ts'
import { watchLine } from '../whatsapp.ts'

let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let other: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person
let now = new Date('2026-11-24T15:00:00Z')

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  pass(0)
  ;({ store, other, owner, manager, basic, stranger } = await standardShop(app))
})

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
  app.setClock(now)
}

const here = () => ({ storeId: store })
const view = () => shop.view(manager, store)
const lineRow = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('whatsapp_lines').selectAll().where('store_id', '=', store).executeTakeFirst(),
  )
const audits = () =>
  withStoreScope(app.db, [store], async (tx) => {
    const rows = await tx
      .selectFrom('audit_entries')
      .select('action')
      .where('store_id', '=', store)
      .where('action', 'like', 'whatsapp/%')
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  })

describe('a line by the Cloud API', () => {
  test('a number that works at Meta is open at once, and no secret is shown', async () => {
    const answer = await shop.connectCloud(manager, store)
    expect([answer.status, answer.data.state]).toEqual([200, 'open'])
    expect((await view()).line).toMatchObject({ driver: 'cloud', state: 'open', number: '5511988887777' })
    expect(provider.calls).toContain(`POST /v23.0/${answer.accountId}/subscribed_apps`)
    expect(JSON.stringify(await view())).not.toMatch(/token|sealed|secret/i)
    const row = await lineRow()
    expect(Object.keys(row?.sealed as object).toSorted()).toEqual(['iv', 'sealed', 'tag'])
    expect(await audits()).toEqual(['whatsapp/connection-started'])
  })

  test('a number that is not registered at Meta gets registered', async () => {
    provider.state.phoneStatus = 'DISCONNECTED'
    const answer = await shop.connectCloud(manager, store)
    expect(provider.calls).toContain(`POST /v23.0/${answer.phoneId}/register`)
    expect(answer.data.state).toBe('syncing')
  })

  test('templates are submitted to Meta, and their state is shown', async () => {
    const { accountId } = await shop.connectCloud(manager, store)
    expect((await view()).kinds.map(({ template }) => template)).toEqual([
      'pending',
      'pending',
      'pending',
      'pending',
    ])
    pass(60)
    const value = {
      event: 'APPROVED',
      message_template_name: 'balcao_pedido_saiu',
      message_template_language: 'pt_BR',
    }
    await shop.meta([{ id: accountId, changes: [{ field: 'message_template_status_update', value }] }])
    expect((await view()).kinds.find(({ kind }) => kind === 'dispatched')?.template).toBe('approved')
  })

  test('a line whose token Meta revoked is closed and shown as down', async () => {
    await shop.connectCloud(manager, store)
    provider.state.phoneStatus = 'BANNED'
    pass(600)
    await watchLine(app.deps, store)
    expect((await view()).line?.state).toBe('banned')
  })

  test('a number belongs to one store: another gets 409, and its own line is unchanged', async () => {
    const { phoneId } = await shop.connectCloud(manager, store)
    const taken = await shop.connectCloud(stranger, other, {
      meta: { phoneId, accountId: '12345', token: 'theirs' },
    })
    expect([taken.status, taken.body.error]).toEqual([409, 'whatsapp/number-taken'])
    expect((await app.call(stranger, contract.readWhatsapp, {}, { storeId: other })).data.line).toBeNull()
  })
})

describe('a line by a linked phone', () => {
  test('a linked phone needs the risk to be accepted', async () => {
    const refused = await shop.connectEvolution(manager, store, { acceptRisk: false })
    expect(refused.status).toBe(400)
    expect(refused.body.details?.map(({ path }) => path)).toEqual(['acceptRisk'])
  })

  test('a linked phone gets three QRs of 20 seconds, then pairing stops', async () => {
    await shop.connectEvolution(manager, store)
    expect((await view()).line).toMatchObject({
      state: 'pairing',
      tries: 1,
      stepEndsAt: new Date(now.getTime() + 20_000).toISOString(),
    })
    const seen = new Set<string | null | undefined>()
    for (let look = 0; look < 12; look += 1) {
      seen.add((await view()).line?.qr)
      pass(10)
      await shop.run(store)
    }
    expect((await view()).line).toMatchObject({ state: 'expired', tries: 3, qr: null })
    expect([...seen].filter(Boolean)).toHaveLength(3)
    expect(provider.calls.filter((call) => call.includes('/instance/connect/'))).toHaveLength(2)
    expect(provider.calls.filter((call) => call.includes('/instance/logout/'))).toHaveLength(1)
  })

  test('a linked phone syncs and opens by webhooks, and the close after the scan is ignored', async () => {
    await shop.connectEvolution(manager, store)
    const { instance, secret } = await shop.knownSecret(store)
    const news = (data: object) => shop.evolution(instance, secret, 'connection.update', data)
    await news({ state: 'connecting' })
    expect((await view()).line?.state).toBe('pairing')
    await news({ state: 'close', statusReason: 515 })
    expect((await view()).line).toMatchObject({ state: 'syncing', qr: null })
    await news({ state: 'open', statusReason: 200 })
    expect((await view()).line).toMatchObject({ state: 'open', openedAt: now.toISOString() })
    await news({ state: 'close', statusReason: 401 })
    expect((await view()).line).toMatchObject({ state: 'closed', cause: 'unlinked' })
  })

  test('a failed line stays down while new codes are not scanned; one that a person ended does not', async () => {
    const seen = async () => {
      const { stores } = (await app.call(manager, readStoresNow, { query: { selection: store } })).data
      return stores[0]?.whatsapp?.trouble
    }
    const opens = async () => {
      await shop.connectEvolution(manager, store)
      const { instance, secret } = await shop.knownSecret(store)
      await shop.evolution(instance, secret, 'connection.update', { state: 'open', statusReason: 200 })
      return (data: object) => shop.evolution(instance, secret, 'connection.update', data)
    }
    const nobodyScans = async () => {
      await shop.connectEvolution(manager, store)
      for (let look = 0; look < 12; look += 1) {
        pass(10)
        await shop.run(store)
      }
      expect((await view()).line?.state).toBe('expired')
    }
    const news = await opens()
    const openedAt = now.toISOString()
    await news({ state: 'close', statusReason: 401 })
    expect(await seen()).toBe('down')
    await nobodyScans()
    expect([await seen(), (await view()).line?.openedAt]).toEqual(['down', openedAt])
    // “Conectado” refers to the last opening.
    pass(60)
    await opens()
    expect((await view()).line).toMatchObject({ state: 'open', openedAt: now.toISOString() })
    await app.call(manager, contract.disconnectWhatsapp, {}, here())
    await nobodyScans()
    expect([await seen(), (await view()).line?.openedAt]).toEqual([null, null])
  })

  test('a failed line is kept when the provider refuses a new connection', async () => {
    await shop.connectEvolution(manager, store)
    const { instance, secret } = await shop.knownSecret(store)
    for (const data of [
      { state: 'open', statusReason: 200 },
      { state: 'close', statusReason: 401 },
    ])
      await shop.evolution(instance, secret, 'connection.update', data)
    const before = (await view()).line
    provider.state.creates = false
    expect((await shop.connectEvolution(manager, store)).status).toBe(503)
    expect((await view()).line).toEqual(before)
    provider.state.creates = true
    expect((await shop.connectEvolution(manager, store)).status).toBe(200)
  })

  test('a line that gets no QR is restarted once and then left to a person', async () => {
    provider.state.noQr = true
    await shop.connectEvolution(manager, store)
    for (let look = 0; look < 40; look += 1) {
      pass(30)
      await watchLine(app.deps, store)
      await shop.run(store)
    }
    expect((await view()).line).toMatchObject({ state: 'closed', cause: 'stuck' })
    expect(provider.calls.filter((call) => call === 'POST /instance/create')).toHaveLength(2)
    expect(provider.calls.filter((call) => call.includes('/instance/connect/'))).toHaveLength(0)
  })

  test('a provider that sends hundreds of QRs is stopped', async () => {
    await shop.connectEvolution(manager, store)
    const { instance, secret } = await shop.knownSecret(store)
    for (let sent = 0; sent < 30; sent += 1)
      await shop.evolution(instance, secret, 'qrcode.updated', {
        qrcode: { code: `2@flood-${String(sent)}` },
      })
    await shop.run(store)
    expect((await view()).line).toMatchObject({ state: 'expired', tries: 3 })
    expect(provider.calls.filter((call) => call.includes('/instance/connect/'))).toHaveLength(0)
  })
})

describe('every call of the line', () => {
  test('a connection attempt gives 503 while the provider is down, and leaves nothing behind', async () => {
    const lonely = await testApp(whatsappEnvironment('http://127.0.0.1:9'))
    try {
      const its = await standardShop(lonely)
      const answer = await whatsappOf(lonely).connectEvolution(its.manager, its.store)
      expect([answer.status, answer.body.error]).toEqual([503, 'whatsapp/unavailable'])
      const { data } = await lonely.call(its.manager, contract.readWhatsapp, {}, { storeId: its.store })
      expect(data.line).toBeNull()
    } finally {
      await lonely.close()
    }
  })

  test('a driver without settings on this server is shown as unavailable', async () => {
    const bare = await testApp()
    try {
      const its = await standardShop(bare)
      const { data } = await bare.call(its.manager, contract.readWhatsapp, {}, { storeId: its.store })
      expect(data.drivers).toEqual([
        { driver: 'cloud', ready: false },
        { driver: 'evolution', ready: false },
      ])
      const answer = await whatsappOf(bare).connectEvolution(its.manager, its.store)
      expect([answer.status, answer.body.error]).toEqual([422, 'whatsapp/not-offered'])
    } finally {
      await bare.close()
    }
  })

  test('of two people who connect at once, one connects', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => shop.connectEvolution(manager, store)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(provider.calls.filter((call) => call === 'POST /instance/create')).toHaveLength(1)
  })

  test('a line is disconnected once, keeps its history, and can be connected again', async () => {
    const { phoneId } = await shop.connectCloud(manager, store)
    const disconnect = () => app.call(manager, contract.disconnectWhatsapp, {}, here())
    const answers = await Promise.all([disconnect(), disconnect()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await shop.run(store)
    expect(provider.calls.filter((call) => call === `POST /v23.0/${phoneId}/deregister`)).toHaveLength(1)
    expect((await view()).line).toMatchObject({ state: 'closed', cause: 'disconnected' })
    expect((await shop.connectCloud(manager, store)).data.state).toBe('open')
  })

  test('unpaired lines are listed from our own table, by time and driver', async () => {
    const list = (query: object = {}) => app.call(manager, contract.readUnpairedSessions, { query }, here())
    expect((await list()).data.sessions).toEqual([])
    await shop.connectEvolution(manager, store)
    const calls = provider.calls.length
    expect((await list()).data.sessions).toMatchObject([{ driver: 'evolution', state: 'pairing' }])
    expect((await list({ driver: 'cloud' })).data.sessions).toEqual([])
    expect((await list({ since: new Date(now.getTime() + 1_000).toISOString() })).data.sessions).toEqual([])
    expect(provider.calls).toHaveLength(calls)
  })

  test('a removed line loses its secrets here and at the provider; a second removal is rejected', async () => {
    const { data } = await shop.connectEvolution(manager, store)
    const close = (connectionId: string) =>
      app.call(manager, contract.closePhoneConnection, { body: { connectionId } }, here())
    expect((await close('0197f3a0-0000-7000-8000-000000000000')).body.error).toBe('whatsapp/not-connected')
    const answers = await Promise.all([close(data.connectionId), close(data.connectionId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(provider.calls.some((call) => call.startsWith('DELETE /instance/delete/'))).toBe(true)
    expect((await lineRow())?.sealed).toBeNull()
    expect((await view()).line).toBeNull()
    expect(
      (await app.call(manager, contract.readUnpairedSessions, { query: {} }, here())).data.sessions,
    ).toEqual([])
  })

  test('conversations are turned on only with a line, and off at any time', async () => {
    const set = (body: object, person = owner) =>
      app.call(person, contract.enableConversational, { body: { enabled: true, ...body } }, here())
    expect((await set({})).body.error).toBe('whatsapp/not-connected')
    await shop.connectCloud(manager, store)
    const on = await set({ hours: 'always', texts: { greeting: 'Oi! Aqui é a Brasa.' } })
    expect(on.data).toEqual({ enabled: true, hours: 'always', texts: { greeting: 'Oi! Aqui é a Brasa.' } })
    expect((await set({ enabled: false })).data).toMatchObject({ enabled: false, hours: 'always' })
    expect((await set({}, basic)).status).toBe(403)
    expect((await set({}, stranger)).status).toBe(404)
  })
})

describe('the webhooks', () => {
  test('the webhook’s challenge is answered to Meta only', async () => {
    const ask = (token: string, challenge: string) =>
      app.fastify.inject({
        url: '/webhooks/whatsapp',
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': challenge },
      })
    const proved = await ask(verifyToken, '1158201444')
    expect([proved.statusCode, proved.body]).toEqual([200, '1158201444'])
    expect(proved.headers['content-type']).toMatch(/^text\/plain/)
    expect((await ask('wrong-token', '1')).statusCode).toBe(403)
    expect((await ask(verifyToken, '<script>')).statusCode).toBe(403)
  })

  test('a webhook that is unsigned, too large or not JSON is rejected', async () => {
    const { phoneId } = await shop.connectCloud(manager, store)
    const entry = [
      metaChange(phoneId, {
        messages: [{ id: 'm', from: '5511911112222', type: 'text', text: { body: 'Oi' } }],
      }),
    ]
    expect((await shop.meta(entry, 'another-secret')).statusCode).toBe(401)
    const bare = await app.fastify.inject({ method: 'POST', url: '/webhooks/whatsapp', payload: { entry } })
    expect(bare.statusCode).toBe(401)
    const bomb = metaChange(phoneId, { messages: [{ id: 'm', type: 'x'.repeat(3_200_000) }] })
    expect((await shop.meta([bomb])).statusCode).toBe(413)
    expect((await shop.meta([{ id: 'x', changes: 'no list' } as never])).statusCode).toBe(200)
    expect((await view()).line?.lastInAt).toBeNull()
  })

  test('a webhook about an unknown number is accepted and ignored', async () => {
    const entry = metaChange('40400', {
      messages: [{ id: 'm', from: '5511911112222', type: 'text', text: { body: 'Oi' } }],
    })
    expect((await shop.meta([entry])).statusCode).toBe(200)
  })

  test('a linked phone’s webhook without its secret is rejected, even a forged “fromMe”', async () => {
    await shop.connectEvolution(manager, store)
    const { instance, secret } = await shop.knownSecret(store)
    const forged = {
      key: { remoteJid: '5511911112222@s.whatsapp.net', fromMe: true, id: 'F1' },
      message: { conversation: 'Oi' },
    }
    for (const wrong of ['x'.repeat(40), `${secret}x`])
      expect((await shop.evolution(instance, wrong, 'messages.upsert', forged)).statusCode).toBe(401)
    expect((await shop.evolution('balcao-nobody', secret, 'messages.upsert', forged)).statusCode).toBe(401)
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('whatsapp_contacts').selectAll().where('store_id', '=', store).execute(),
    )
    expect(rows).toEqual([])
  })

  test('webhooks are kept for a week, without the line’s key', async () => {
    await shop.connectEvolution(manager, store)
    const { instance, secret } = await shop.knownSecret(store)
    await shop.evolution(instance, secret, 'connection.update', { state: 'open' })
    const kept = () =>
      withStoreScope(app.db, [store], (tx) =>
        tx.selectFrom('whatsapp_deliveries').select('body').where('store_id', '=', store).execute(),
      )
    expect((await kept()).map(({ body }) => body)).toHaveLength(1)
    expect(JSON.stringify(await kept())).not.toContain('instance-token')
    pass(8 * 24 * 3_600)
    await watchLine(app.deps, store)
    expect(await kept()).toEqual([])
  })

  test('a message is stored once, from any sender and in any form', async () => {
    const { phoneId } = await shop.connectCloud(manager, store)
    const message = (id: string, from: string, more: object) => ({
      id,
      from,
      timestamp: '1795000000',
      ...more,
    })
    const odd = [
      message('1', '551188887777', {
        type: 'text',
        text: { body: '\u202E\u200B\u0000' + 'a'.repeat(5_000) },
      }),
      message('2', '5511988887777', { type: 'text', text: { body: 'Oi' } }),
      message('2', '5511988887777', { type: 'text', text: { body: 'Oi' } }),
      message('3', '551188887777', { type: 'location', location: { latitude: 0, longitude: 0 } }),
      message('4', 'BR.1234567890', { type: 'text', text: { body: 'Sem número' } }),
      message('5', '14155550123', { type: 'image', image: { id: 'x', file_size: 9e9 } }),
      // Text typed letter by letter, a lone surrogate, and a character across the limit of a message.
      message('6', '5511988887777', { type: 'text', text: { body: String.raw`C:\u0000\u0000` } }),
      message('7', '5511988887777', { type: 'text', text: { body: 'metade \uD83C' } }),
      message('8', '5511988887777', { type: 'text', text: { body: `${'a'.repeat(4_095)}🍕` } }),
      { id: '', from: null, type: 7 },
    ]
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const answer = await shop.meta([metaChange(phoneId, { messages: odd })])
      expect(answer.statusCode).toBe(200)
    }
    const [messages, contacts] = await withStoreScope(app.db, [store], async (tx) => [
      await tx.selectFrom('incoming_messages').select('provider_id').where('store_id', '=', store).execute(),
      await tx
        .selectFrom('whatsapp_contacts')
        .select(['phone', 'user_id'])
        .where('store_id', '=', store)
        .execute(),
    ])
    expect(messages.map((row) => row.provider_id).toSorted()).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ])
    // With and without the ninth digit, it is one contact.
    expect(contacts).toHaveLength(3)
    expect((await view()).line?.lastInAt).not.toBeNull()
  })
})
