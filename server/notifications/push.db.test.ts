import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as orders from '../../contract/orders/orders.ts'
import { sessionLogin } from '../../contract/identity/identity.ts'
import * as contract from '../../contract/notifications/push.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import { createPushService } from './push-service.ts'
import { handleInbox } from '../marketplaces/inbox/handle-inbox.ts'
import { orderInbox, remindOfAcceptance } from '../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { ownOrder } from '../testing/orders.ts'
import { playPushService, type PlayedBrowser, type PlayedPushService } from '../testing/push-service.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { until } from '../testing/until.ts'
import { vapidKeys } from './vapid-keys.ts'

let service: PlayedPushService
let app: TestApp
let store: string
let owner: Person
let manager: Person
let basic: Person

beforeAll(async () => {
  service = await playPushService()
  app = await testApp({ PUSH_SERVICES: service.host, ENCRYPTION_KEY: 'ab'.repeat(32) })
  // The real client, configured to trust the test service's self-signed certificate.
  Object.assign(app.deps, { push: createPushService(app.deps.env, service.certificate) })
  app.startWorker()
  store = await app.addStore({ name: 'Brasa', merchantId: 'merchant-push' })
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
beforeEach(async () => {
  owner = await app.addPerson('dona', { [store]: 'owner' })
  manager = await app.addPerson('gerente', { [store]: 'manager' })
  basic = await app.addPerson('atendente', { [store]: 'basic' })
})

const register = async (person: Person, more: object = {}): Promise<[PlayedBrowser, contract.PushDevice]> => {
  const browser = service.browser()
  return [browser, (await add(person, browser, more)).data]
}
const add = (person: Person, { endpoint, keys }: PlayedBrowser, more: object = {}) =>
  app.call(
    person,
    contract.addPushDevice,
    { body: { endpoint, keys, ...more } },
    { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile' } },
  )
const devicesOf = async (person: Person) =>
  (await app.call(person, contract.readPushDevices, {})).data.devices
/** 65 bytes that are no point of P-256. */
const offCurve = [Buffer.alloc(65, 4), Buffer.from(`04${'00'.repeat(64)}`, 'hex'), Buffer.alloc(65)].map(
  (bytes) => bytes.toString('base64url'),
)
const place = async (storeId = store, as = basic) =>
  (await app.call(as, orders.placeOrder, { body: ownOrder() }, { storeId, key: randomUUID() })).data
/** Resolves when no push effects are pending. */
const allPushesSent = () =>
  until(async () => {
    const left = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('outbox')
        .select('id')
        .where('store_id', '=', store)
        .where('kind', 'in', ['notice', 'push'])
        .execute(),
    )
    return left.length === 0
  })

describe('reminders of an order that nobody accepts', () => {
  test('every device is notified after one minute, managers after three and owners after five, each once', async () => {
    const [counter] = await register(basic)
    const [office] = await register(manager)
    const [pocket] = await register(owner)
    const order = await place()
    await Promise.all([0, 0, 0].map((step) => remindOfAcceptance(app.deps, store, order.id, step)))
    await until(() => [counter, office, pocket].every((one) => one.taken.length === 1))
    await remindOfAcceptance(app.deps, store, order.id, 1)
    await until(() => office.taken.length === 2 && pocket.taken.length === 2)
    await remindOfAcceptance(app.deps, store, order.id, 2)
    await until(() => pocket.taken.length === 3)
    await allPushesSent()
    expect([counter.taken.length, office.taken.length]).toEqual([1, 2])
    const { publicKey } = await vapidKeys(app.deps)
    expect(pocket.taken[2]).toEqual({
      message: {
        title: `Pedido #${order.displayId} ainda sem aceite`,
        body: 'Brasa: ninguém respondeu há 5\u00a0min. O cliente espera.',
        path: `/menu/orders?pedido=${order.id}&loja=${store}`,
        tag: `not-accepted:${order.id}`,
      },
      topic: order.id.replaceAll('-', ''),
      ttl: 300,
      urgency: 'high',
      publicKey,
      subject: 'mailto:suporte@balcao.example',
    })
    for (const { message } of pocket.taken)
      expect(JSON.stringify(message)).not.toMatch(/Ana|Souza|98765|Flores/)
  })

  test('a pending notification is not sent after the order was accepted', async () => {
    const [counter] = await register(basic)
    counter.answer = 503
    const order = await place()
    await remindOfAcceptance(app.deps, store, order.id, 0)
    await until(async () => (await devicesOf(basic))[0]?.failing === true)
    await app.call(
      basic,
      orders.confirmOrder,
      { params: { orderId: order.id }, body: {} },
      { storeId: store },
    )
    counter.answer = 201
    await allPushesSent()
    expect(counter.taken).toEqual([])
  })
})

describe('a browser that replaced its subscription', () => {
  const cookieOf = async (person: Person) => {
    const { data } = await app.call(null, sessionLogin, { body: { idToken: person.token } })
    return { headers: { cookie: `b-session=${data.sessionCookie}` } }
  }
  const renew = (
    { endpoint, keys }: PlayedBrowser,
    formerEndpoint: string | null,
    headers: { readonly headers: Readonly<Record<string, string>> } = { headers: {} },
  ) => app.call(null, contract.renewPushDevice, { body: { endpoint, keys, formerEndpoint } }, headers)

  test('keeps its device, its settings and its name, and is notified at the new place', async () => {
    const [former, device] = await register(basic, { events: ['not-accepted'], storeIds: [store] })
    const browser = service.browser()
    const renewed = await renew(browser, former.endpoint, await cookieOf(basic))
    expect(renewed.status).toBe(200)
    expect(await devicesOf(basic)).toEqual([
      { ...device, endpointHash: renewed.data.endpointHash, failing: false },
    ])
    const order = await place()
    await remindOfAcceptance(app.deps, store, order.id, 0)
    await until(() => browser.taken.length === 1)
    expect(former.taken).toEqual([])
    // Sent again, by another tab or a second event, nothing changes.
    expect((await renew(browser, former.endpoint, await cookieOf(basic))).data.id).toBe(device.id)
  })

  test('that does not say which it had is the device of its session', async () => {
    const cookie = await cookieOf(basic)
    const [, device] = await register(basic)
    const browser = service.browser()
    const renewed = await renew(browser, null, cookie)
    expect([renewed.status, renewed.data?.id]).toEqual([200, device.id])
  })

  test('needs the cookie of its own person, a known service and a device', async () => {
    const [former] = await register(basic)
    const browser = service.browser()
    expect((await renew(browser, former.endpoint)).body.error).toBe('auth/missing-session')
    const others = await cookieOf(manager)
    expect((await renew(browser, former.endpoint, others)).body.error).toBe('push/device-not-found')
    const own = await cookieOf(basic)
    const elsewhere = { ...browser, endpoint: 'https://elsewhere.example/x' } as PlayedBrowser
    expect((await renew(elsewhere, former.endpoint, own)).body.error).toBe('push/unknown-service')
    const crossSite = { headers: { ...own.headers, 'sec-fetch-site': 'cross-site' } }
    expect((await renew(browser, former.endpoint, crossSite)).body.error).toBe('auth/cross-site')
    expect((await devicesOf(basic)).map(({ failing }) => failing)).toEqual([false])
  })
})

describe('push devices', () => {
  test('a failed notification is retried without blocking the order', async () => {
    const [counter] = await register(basic)
    counter.answer = 500
    const order = await place()
    await remindOfAcceptance(app.deps, store, order.id, 0)
    await until(async () => (await devicesOf(basic))[0]?.failing === true)
    counter.answer = 201
    await until(() => counter.taken.length === 1)
    await until(async () => (await devicesOf(basic))[0]?.reachedAt !== null)
    expect((await devicesOf(basic))[0]?.failing).toBe(false)
  })

  test.each([404, 410])('a device whose subscription is gone (%i) is deleted', async (answer) => {
    const [counter] = await register(basic)
    counter.answer = answer
    await remindOfAcceptance(app.deps, store, (await place()).id, 0)
    await until(async () => (await devicesOf(basic)).length === 0)
    const [other, device] = await register(basic)
    other.answer = answer
    const test = await app.call(basic, contract.testPushDevice, { params: { deviceId: device.id } })
    expect([test.status, test.body.error]).toEqual([409, 'push/device-gone'])
    expect(await devicesOf(basic)).toEqual([])
  })

  test('a device is notified only of its selected stores and events', async () => {
    const other = await app.addStore({ name: 'Outra' })
    const both = await app.addPerson('duas', { [store]: 'basic', [other]: 'basic' })
    const [one] = await register(both, { storeIds: [other] })
    const [muted, device] = await register(both)
    const changed = await app.call(both, contract.changePushDevice, {
      params: { deviceId: device.id },
      body: { events: ['cancelled'], storeIds: null },
    })
    expect(changed.data.events).toEqual(['cancelled'])
    const [here, there] = [await place(store, both), await place(other, both)]
    await remindOfAcceptance(app.deps, store, here.id, 0)
    await remindOfAcceptance(app.deps, other, there.id, 0)
    await until(() => one.taken.length === 1)
    await allPushesSent()
    expect(one.taken[0]?.message.body).toContain('Outra')
    expect(muted.taken).toEqual([])
  })

  test('a device is not notified after its session was revoked or its owner lost the store', async () => {
    const [signedOut] = await register(basic)
    await app.db
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('id', '=', basic.sessionId)
      .execute()
    const [left] = await register(manager)
    await withStoreScope(app.db, [store], (tx) =>
      tx.deleteFrom('access_entries').where('store_id', '=', store).where('uid', '=', manager.uid).execute(),
    )
    const [still] = await register(owner)
    await remindOfAcceptance(app.deps, store, (await place(store, owner)).id, 0)
    await until(() => still.taken.length === 1)
    await allPushesSent()
    expect([signedOut.taken, left.taken]).toEqual([[], []])
  })

  test('a device is notified of a marketplace’s cancellation and of a dispute with its deadline', async () => {
    const [counter] = await register(basic)
    const orderId = randomUUID()
    await app.deps.intake.take(
      simpleOrder(store, orderId, 'externo-1', { platform: 'ifood', merchant_id: 'merchant-push' }),
    )
    await fromIfood('HSD', 'HANDSHAKE_DISPUTE', {
      disputeId: 'negociacao-1',
      expiresAt: new Date(Date.now() + 330_000).toISOString(),
    })
    await until(() => counter.taken.length === 1)
    expect(counter.taken[0]?.message.body).toBe('Brasa: responda em 5\u00a0min.')
    await fromIfood('CAN', 'CANCELLED', {})
    await until(() => counter.taken.length === 2)
    expect(counter.taken[1]?.message.title).toMatch(/^Pedido #.* cancelado$/)
  })
})

async function fromIfood(short: string, code: string, metadata: object): Promise<void> {
  const id = randomUUID()
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('inbox')
      .values({
        store_id: store,
        source: 'ifood',
        event_id: id,
        order_external_id: 'externo-1',
        code,
        payload: JSON.stringify({ id, code: short, metadata }),
        partner_at: app.deps.now(),
        via: 'test',
        next_try_at: app.deps.now(),
      })
      .execute(),
  )
  await handleInbox(app.deps, store, orderInbox)
  app.deps.worker()?.wake('outbox')
}

describe('managing own devices', () => {
  test('registering the same browser again, even concurrently, updates one device and keeps its settings', async () => {
    const browser = service.browser()
    const [first] = await Promise.all([add(basic, browser), add(basic, browser)])
    await app.call(basic, contract.changePushDevice, {
      params: { deviceId: first.data.id },
      body: { events: ['dispute'], storeIds: [store] },
    })
    await add(basic, browser)
    expect(await devicesOf(basic)).toMatchObject([
      { name: 'Chrome no Android', events: ['dispute'], storeIds: [store], reachedAt: null, failing: false },
    ])
  })

  test('a test notification is sent, or reports that the push service did not respond', async () => {
    const [browser, device] = await register(basic)
    const send = () => app.call(basic, contract.testPushDevice, { params: { deviceId: device.id } })
    expect((await send()).data).toEqual({ taken: true })
    expect(browser.taken[0]?.message.title).toBe('Aviso de teste')
    browser.answer = 502
    expect((await send()).body.error).toBe('push/unreachable')
    expect((await devicesOf(basic))[0]?.failing).toBe(true)
  })

  test('test notifications of one person are limited, on however many devices', async () => {
    const [, one] = await register(manager)
    const [, two] = await register(manager)
    const send = (deviceId: string) => app.call(manager, contract.testPushDevice, { params: { deviceId } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send((n % 2 ? one : two).id)))
    const sent = answers.filter(({ status }) => status === 200).length
    expect(sent).toBeLessThanOrEqual(5)
    // At once only some are looked at; what is left of the five goes one after the other.
    for (let left = 5 - sent; left > 0; left -= 1) expect((await send(two.id)).status).toBe(200)
    expect((await send(one.id)).body.error).toBe('rate-limit/exceeded')
  })

  test('of two concurrent removals of a device, one succeeds', async () => {
    const [, device] = await register(basic)
    const remove = () => app.call(basic, contract.removePushDevice, { params: { deviceId: device.id } })
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await devicesOf(basic)).toEqual([])
  })

  test('another person’s device is not found and cannot be tested, changed or removed', async () => {
    const [browser, device] = await register(basic)
    const params = { deviceId: device.id }
    for (const answer of [
      await app.call(owner, contract.testPushDevice, { params }),
      await app.call(owner, contract.removePushDevice, { params }),
      await app.call(owner, contract.changePushDevice, { params, body: { events: [], storeIds: null } }),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'push/device-not-found'])
    expect(browser.taken).toEqual([])
    expect(await devicesOf(owner)).toEqual([])
    expect((await app.call(null, contract.readPushDevices, {})).status).toBe(401)
  })

  test('registration rejects a foreign store, an unknown push service, invalid keys and a 21st device', async () => {
    const foreign = await app.addStore({ name: 'Alheia' })
    const browser = service.browser()
    expect((await add(basic, browser, { storeIds: [foreign] })).body.error).toBe('store/not-found')
    const elsewhere = { ...browser, endpoint: 'https://169.254.169.254/latest/meta-data' }
    expect((await add(basic, elsewhere)).body.error).toBe('push/unknown-service')
    expect((await add(basic, { ...browser, endpoint: 'http://localhost/x' })).status).toBe(400)
    expect((await add(basic, { ...browser, keys: { p256dh: 'AAAA', auth: 'x' } })).status).toBe(400)
    for (const p256dh of offCurve) {
      const answer = await add(basic, { ...browser, keys: { ...browser.keys, p256dh } })
      expect([answer.status, answer.body.error]).toEqual([422, 'push/invalid-key'])
    }
    const many = await app.addPerson('muitos', { [store]: 'basic' })
    for (let count = 0; count < 20; count += 1) await register(many)
    expect((await add(many, browser)).body.error).toBe('push/too-many-devices')
  })
})

test('a device that was kept with a key that nothing can be encrypted for is forgotten at its first notice', async () => {
  const [, device] = await register(basic)
  await asUser(app.db, basic.uid, (tx) =>
    tx.updateTable('push_devices').set({ p256dh: offCurve[0] }).where('id', '=', device.id).execute(),
  )
  await remindOfAcceptance(app.deps, store, (await place()).id, 0)
  await until(async () => (await devicesOf(basic)).length === 0)
})

describe('an endpoint that names a push service and leads elsewhere', () => {
  const toThisMachine = [';', '{', '`', "'", '"'].map((end) => `https://127.0.0.1${end}.push.apple.com/x`)

  test('is rejected however it is written', async () => {
    const real = await testApp()
    const person = await real.addPerson('estranha')
    const { keys } = service.browser()
    for (const endpoint of [
      ...toThisMachine,
      'https://127.0.0.1/.push.apple.com',
      'https://x@web.push.apple.com/x',
      'https://web.push.apple.com:22/x',
      'https://push.apple.com.evil.example/x',
    ]) {
      const answer = await real.call(person, contract.addPushDevice, { body: { endpoint, keys } })
      expect([answer.status, answer.body.error], endpoint).toEqual([422, 'push/unknown-service'])
    }
    const endpoint = 'https://web.push.apple.com/QLC'
    expect((await real.call(person, contract.addPushDevice, { body: { endpoint, keys } })).status).toBe(200)
    await real.close()
  })

  test('is never called when it was registered before, and its device is removed', async () => {
    let connections = 0
    const listener = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => listener.listen(443, '127.0.0.1', resolve).on('error', resolve))
    const push = createPushService({ ...app.deps.env, PUSH_SERVICES: ['.push.apple.com'] })
    const { keys } = service.browser()
    const options = { keys: await vapidKeys(app.deps), seconds: 60, topic: 'test' }
    for (const endpoint of toThisMachine)
      expect(await push.send({ endpoint, ...keys }, 'x', options)).toBe('gone')
    expect(connections).toBe(0)
    await new Promise((resolve) => listener.close(resolve))
  })
})

test('the installation’s VAPID key is created once under concurrency and stored encrypted', async () => {
  const fresh = await testApp({ ENCRYPTION_KEY: 'cd'.repeat(32) })
  const [one, two] = await Promise.all([vapidKeys(fresh.deps), vapidKeys(fresh.deps)])
  expect(one).toEqual(two)
  const row = await fresh.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row.private_key)).not.toContain(one.privateKey)
  await fresh.close()
})
