import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, redeemLink } from '../../contract/identity/links.ts'
import { signIn } from '../../contract/identity/identity.ts'
import { enterStore, leaveStore } from '../../contract/identity/support.ts'
import { placeOrder } from '../../contract/orders/orders.ts'
import { advanceOrders } from '../../contract/orders/work.ts'
import {
  countReferralClick,
  enableReferralProgram,
  getMyReferrals,
  referralTermsVersion,
  voidReferral,
} from '../../contract/referral/referral.ts'
import { saveMyModules } from '../../contract/stores/modules.ts'
import { startFreeTier } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { openStore } from '../onboarding/onboarding.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { lastMail } from '../testing/mail.ts'
import { ownOrder } from '../testing/orders.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { effectHandlers } from '../worker/effect-handlers.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
const hour = 3_600_000
const day = 24 * hour
const start = new Date('2026-11-23T15:00:00Z')

beforeAll(async () => {
  app = await testApp({ ROOT_USER_IDS: 'suporte-um', REFERRAL_REWARD_CENTS: '7500' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(start)
  shop = await standardShop(app)
})

async function supporter(uid: string): Promise<Person> {
  const made = await app.addPerson(uid)
  await app.db
    .insertInto('users')
    .values({ uid, email: `${uid}@balcao.example`, name: uid })
    .execute()
  await app.db.updateTable('sessions').set({ uid }).where('id', '=', made.sessionId).execute()
  const at = app.deps.now()
  const token = await app.deps.keyring.sign(
    { uid, sessionId: made.sessionId, version: 1, signedInAt: at },
    at,
  )
  return { ...made, uid, token }
}

const at = () => ({ storeId: shop.store })
/** While the owner's token is valid. */
async function read() {
  const now = app.deps.now()
  app.setClock(start)
  const { data } = await app.call(shop.owner, getMyReferrals, {}, at())
  app.setClock(now)
  return data
}
const save = (body: { enabled: boolean; acceptedTerms?: string; version: number }, person = shop.owner) =>
  app.call(person, enableReferralProgram, { body }, at())
const switchedOn = async () => {
  const answer = await save({ enabled: true, acceptedTerms: referralTermsVersion, version: 0 })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data.program.code ?? ''
}
/** Signs up by the link. The person signs in where the test's clock stands. */
async function signUp(attribution?: object): Promise<Person> {
  const email = `${randomUUID()}@nova.example`
  await app.call(null, createAccount, {
    body: { email, name: 'Nova Dona', ...(attribution ? { attribution } : {}) },
  })
  const token = (await lastMail(app, email))?.token ?? ''
  await app.call(null, redeemLink, { body: { token, password: 'Segura#Lua27' } })
  const { uid, idToken } = (await app.call(null, signIn, { body: { email, password: 'Segura#Lua27' } })).data
  return { uid, sessionId: '', token: idToken }
}
let phones = 0
const open = async (person: Person, changes: object = {}) => {
  phones += 1
  const answer = await app.call(person, startFreeTier, {
    body: {
      name: 'Pizza da Praça',
      phone: `(11) 9${String(81_000_000 + phones)}`,
      address: {
        street: 'Rua A',
        number: '1',
        district: 'Centro',
        city: 'São Paulo',
        state: 'SP' as const,
        zipCode: '01000-000',
      },
      ...changes,
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data.id
}
const touch = (code: string, daysAgo = 1) => ({
  referrerId: code,
  touchedAt: new Date(app.deps.now().getTime() - daysAgo * day).toISOString(),
})
const follow = (storeId: string) => relayOutbox(app.deps, [storeId], effectHandlers(app.deps))
const later = (ms: number) => app.setClock(new Date(app.deps.now().getTime() + ms))
async function sale(person: Person, storeId: string, columns: object = {}) {
  const placed = await app.call(person, placeOrder, { body: ownOrder() }, { storeId, key: randomUUID() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  await withStoreScope(app.db, [storeId], (tx) =>
    tx
      .updateTable('orders')
      .set({ status: 'concluded', open: false, completed_at: app.deps.now(), ...columns })
      .where('store_id', '=', storeId)
      .where('id', '=', placed.data.id)
      .execute(),
  )
}

test('the owner accepts the terms, and the store gets a link of its own that stays the same', async () => {
  expect((await read()).program).toMatchObject({ enabled: false, code: null, link: null, version: 0 })
  const code = await switchedOn()
  const { program } = await read()
  expect(program).toMatchObject({ enabled: true, code, acceptedBy: 'owner', rewardCents: 7_500, version: 1 })
  expect(program.link).toBe(`http://localhost:3000/?referrer_id=${code}`)
  await save({ enabled: false, version: 1 })
  const again = await save({ enabled: true, version: 2 })
  expect(again.data.program).toMatchObject({ enabled: true, code, version: 3 })
})

test('without the terms of now it stays off', async () => {
  for (const acceptedTerms of [undefined, '2020-01']) {
    const answer = await save({ enabled: true, version: 0, ...(acceptedTerms ? { acceptedTerms } : {}) })
    expect([answer.status, answer.body.error]).toEqual([422, 'referral/terms-not-accepted'])
  }
  expect((await read()).program.version).toBe(0)
})

test('only owners read and switch it, and a store of others is not found', async () => {
  const body = { enabled: true, acceptedTerms: referralTermsVersion, version: 0 }
  expect((await save(body, shop.manager)).status).toBe(403)
  expect((await save(body, shop.stranger)).status).toBe(404)
  expect((await app.call(shop.manager, getMyReferrals, {}, at())).status).toBe(403)
  expect((await app.call(shop.stranger, getMyReferrals, {}, at())).status).toBe(404)
})

test('of two owners at once one switches it, the other gets what holds now', async () => {
  const body = { enabled: true, acceptedTerms: referralTermsVersion, version: 0 }
  const both = await Promise.all([save(body), save(body)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    error: 'referral/stale',
    current: { enabled: true, version: 1 },
  })
})

test('clicked, signed up, first real order, reward: a test order and a cancelled one earn nothing', async () => {
  const code = await switchedOn()
  await app.call(null, countReferralClick, { body: { referrerId: code } })
  await app.call(null, countReferralClick, { body: { referrerId: code.toLowerCase() } })
  const person = await signUp(touch(code))
  expect(await read()).toMatchObject({
    counts: { clicked: 2, signedUp: 1, storesOpened: 0, rewarded: 0 },
    referrals: [{ state: 'signed-up', label: null }],
  })
  const store = await open(person)
  await follow(store)
  expect((await read()).referrals).toMatchObject([{ state: 'store-open', label: 'P••• d••• P•••' }])
  await sale(person, store, { is_test: true })
  await sale(person, store, { status: 'cancelled' })
  later(hour)
  await follow(store)
  expect((await read()).ledger).toEqual({ balanceCents: 0, entries: [] })
  await sale(person, store)
  later(hour)
  await follow(store)
  const mine = await read()
  expect(mine.referrals).toMatchObject([{ state: 'rewarded', firstOrderAt: expect.any(String) as string }])
  expect(mine.ledger).toMatchObject({ balanceCents: 7_500, entries: [{ kind: 'reward', cents: 7_500 }] })
  later(2 * hour)
  await follow(store)
  expect((await read()).ledger.balanceCents).toBe(7_500)
})

test('the first order that is concluded earns the reward a minute later, not at the next look', async () => {
  const code = await switchedOn()
  const person = await signUp(touch(code))
  const store = await open(person)
  await follow(store)
  const here = { storeId: store }
  const order = await app.call(person, placeOrder, { body: ownOrder() }, { ...here, key: randomUUID() })
  const orderId = order.data.id
  for (const action of ['confirm', 'ready', 'dispatch', 'deliver', 'conclude'] as const)
    await app.call(person, advanceOrders, { body: { orderIds: [orderId], action } }, here)
  await follow(store)
  expect((await read()).ledger.balanceCents).toBe(0)
  later(61_000)
  await follow(store)
  expect((await read()).ledger.balanceCents).toBe(7_500)
})

test('a store whose opening runs again is still followed once', async () => {
  const code = await switchedOn()
  const person = await signUp(touch(code))
  const store = await open(person)
  await follow(store)
  await openStore(app.deps, store, { uid: person.uid, label: 'Pizza', hadStores: false, attribution: null })
  const looks = await withStoreScope(app.deps.cells, [store], (tx) =>
    tx.selectFrom('outbox').select('due_at').where('kind', '=', 'referral-progress').execute(),
  )
  expect(looks.map(({ due_at: dueAt }) => dueAt.getTime() - start.getTime())).toEqual([hour])
})

test('two runs at once write one reward', async () => {
  const code = await switchedOn()
  const person = await signUp(touch(code))
  const store = await open(person)
  await sale(person, store)
  const { followReferral } = await import('./follow-referral.ts')
  await Promise.all([followReferral(app.deps, store, 0), followReferral(app.deps, store, 0)])
  expect((await read()).ledger.entries).toHaveLength(1)
})

test('the first link counts, for 90 days, and only while the program is on', async () => {
  const code = await switchedOn()
  await signUp(touch(code, 91))
  await signUp({ referrerId: 'NINGUEM1', touchedAt: start.toISOString() })
  expect((await read()).counts.signedUp).toBe(0)
  const person = await signUp(touch(code))
  const second = await standardShop(app)
  const other = (
    await app.call(
      second.owner,
      enableReferralProgram,
      { body: { enabled: true, acceptedTerms: referralTermsVersion, version: 0 } },
      { storeId: second.store },
    )
  ).data.program.code
  await open(person, { attribution: touch(other ?? '') })
  expect((await read()).counts).toMatchObject({ signedUp: 1, storesOpened: 1 })
  await save({ enabled: false, version: 1 })
  await signUp(touch(code))
  await app.call(null, countReferralClick, { body: { referrerId: code } })
  expect((await read()).counts).toMatchObject({ signedUp: 1, clicked: 0 })
})

test.each([
  ['same-document', { document: '11.444.777/0001-61' }, { document: '11444777000242' }],
  ['same-phone', { phone: '(11) 98888-7777' }, { phone: '+551188887777' }],
])('a store recommended by its own house is void: %s', async (reason, opened, ours) => {
  await withStoreScope(app.db, [shop.store], (tx) =>
    tx.updateTable('stores').set(ours).where('id', '=', shop.store).execute(),
  )
  const person = await signUp(touch(await switchedOn()))
  const store = await open(person, opened)
  await sale(person, store)
  await follow(store)
  expect(await read()).toMatchObject({
    referrals: [{ state: 'void', voidReason: reason }],
    ledger: { balanceCents: 0 },
  })
})

test('the same person, the same device and an owner of other stores are void', async () => {
  const code = await switchedOn()
  const reasonOf = async (person: Person) => {
    later(1_000)
    const store = await open(person, { attribution: touch(code) })
    await follow(store)
    return (await read()).referrals[0]?.voidReason
  }
  expect(await reasonOf(shop.manager)).toBe('same-person')
  later(1_000)
  const neighbour = await signUp(touch(code))
  for (const uid of [neighbour.uid, shop.owner.uid])
    await app.db
      .insertInto('known_devices')
      .values({ device_hash: Buffer.alloc(32, 7), uid, used_at: start })
      .execute()
  expect(await reasonOf(neighbour)).toBe('same-device')
  expect(await reasonOf(shop.stranger)).toBe('existing-customer')
})

test('a document that is filled in later still counts before the first order', async () => {
  await withStoreScope(app.db, [shop.store], (tx) =>
    tx.updateTable('stores').set({ document: '11444777000161' }).where('id', '=', shop.store).execute(),
  )
  const person = await signUp(touch(await switchedOn()))
  const store = await open(person)
  await follow(store)
  await withStoreScope(app.db, [store], (tx) =>
    tx.updateTable('stores').set({ document: '11444777000161' }).where('id', '=', store).execute(),
  )
  await sale(person, store)
  later(hour)
  await follow(store)
  expect((await read()).referrals).toMatchObject([{ voidReason: 'same-document', rewardedAt: null }])
})

test('a store without a real order in 180 days is void', async () => {
  const store = await open(await signUp(touch(await switchedOn())))
  await follow(store)
  later(181 * day)
  await follow(store)
  const rows = await withStoreScope(app.db, [shop.store], (tx) =>
    (tx as unknown as typeof app.db)
      .selectFrom('referrals')
      .select('void_reason')
      .where('store_id', '=', shop.store)
      .execute(),
  )
  expect(rows).toEqual([{ void_reason: 'expired' }])
})

test('with the module off the call is refused, and a store that opens then counts for nobody', async () => {
  const code = await switchedOn()
  const person = await signUp(touch(code))
  await app.call(shop.owner, saveMyModules, { body: { modules: { referral: false }, version: 0 } }, at())
  const refused = await app.call(shop.owner, getMyReferrals, {}, at())
  expect([refused.status, refused.body.error]).toEqual([422, 'module/off'])
  expect((await save({ enabled: true, version: 1 })).body.error).toBe('module/off')
  await app.call(null, countReferralClick, { body: { referrerId: code } })
  await follow(await open(person))
  await app.call(shop.owner, saveMyModules, { body: { modules: { referral: true }, version: 1 } }, at())
  expect(await read()).toMatchObject({
    counts: { clicked: 0 },
    referrals: [{ state: 'void', voidReason: 'program-off' }],
  })
})

test('support, inside the store, voids with a reason; the reward is taken back by an entry of its own', async () => {
  const code = await switchedOn()
  const person = await signUp(touch(code))
  const store = await open(person)
  await sale(person, store)
  await follow(store)
  const referralId = (await read()).referrals[0]?.id ?? ''
  const root = await supporter('suporte-um')
  const voiding = (as: Person, changes: object = {}) =>
    app.call(as, voidReferral, {
      body: { storeId: shop.store, referralId, reason: 'Loja de fachada', ...changes },
    })
  expect((await voiding(shop.owner)).body.error).toBe('support/denied')
  expect((await voiding(root)).status).toBe(404)
  await app.call(root, enterStore, { body: { storeId: shop.store, reason: 'Chamado 9' } })
  expect((await voiding(root, { referralId: randomUUID() })).body.error).toBe('referral/not-found')
  expect((await voiding(root, { reason: 'não' })).status).toBe(400)
  const both = await Promise.all([voiding(root), voiding(root)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await read()).toMatchObject({
    counts: { rewarded: 0, void: 1 },
    referrals: [{ state: 'void', voidReason: 'by-support', voidNote: 'Loja de fachada' }],
    ledger: { balanceCents: 0, entries: [{ kind: 'reversal', cents: -7_500 }, { kind: 'reward' }] },
  })
  await app.call(root, leaveStore, {})
})

test('another tenant sees none of it, and the ledger cannot be rewritten', async () => {
  const person = await signUp(touch(await switchedOn()))
  const store = await open(person)
  await sale(person, store)
  await follow(store)
  const strangers = await withStoreScope(app.db, [shop.other], (tx) =>
    (tx as unknown as typeof app.db).selectFrom('referrals').selectAll().execute(),
  )
  expect(strangers).toEqual([])
  await expect(
    withStoreScope(app.db, [shop.store], (tx) =>
      tx.updateTable('referral_ledger').set({ cents: 1 }).execute(),
    ),
  ).rejects.toThrow(/permission denied/)
})

test.each([
  ['nothing', {}],
  ['a NUL', { referrerId: 'A\u0000' }],
  ['SQL', { referrerId: "' or 1=1 --" }],
  ['an object', { referrerId: { $ne: '' } }],
  ['a long one', { referrerId: 'x'.repeat(5_000) }],
])('a click with %s as its code changes nothing', async (_what, body) => {
  await switchedOn()
  expect((await app.call(null, countReferralClick, { body: body as never })).status).toBeLessThan(500)
  expect((await read()).counts.clicked).toBe(0)
})
