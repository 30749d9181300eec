import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { disconnectIntegration } from '../../contract/integrations/integrations.ts'
import {
  enableReferralProgram,
  getMyReferrals,
  referralTermsVersion,
} from '../../contract/referral/referral.ts'
import * as profile from '../../contract/stores/profile.ts'
import { readMyStores, startFreeTier } from '../../contract/stores/stores.ts'
import { asUser, inTransaction, withDirectoryScope, withStoreScope } from '../db/scope.ts'
import { followMerchants } from '../integrations/integrations.ts'
import { tell, tellPeople } from '../notifications/notifications.ts'
import { effects } from '../outbox/effects.ts'
import { reverseReward } from '../referral/referral.ts'
import { followSlug } from '../stores/profile/menu-slugs.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { atOnceOver } from '../testing/held-row.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { followRoutes } from '../whatsapp/whatsapp.ts'
import { reserveRoute } from '../whatsapp/line/routes.ts'
import { effectHandlers } from './effect-handlers.ts'

let app: TestApp
let store: string
let slug: string
let owner: Person
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  slug = `casa-${randomUUID()}`
  store = await app.addStore({ name: 'Casa', slug })
  owner = await app.addPerson('dona', { [store]: 'owner' })
})

/** The process dies at its first write to this table of the directory: everything before it is kept. */
async function dyingAt<T>(table: string, work: () => Promise<T>): Promise<T> {
  const directory = new pg.Client({ connectionString: app.directoryUrl })
  await directory.connect()
  await directory.query(
    "create or replace function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$",
  )
  await directory.query(
    `create trigger die before insert or update on ${table} for each row execute function die()`,
  )
  try {
    return await work()
  } finally {
    await directory.query(`drop trigger die on ${table}`)
    await directory.end()
  }
}
const relay = (storeId = store) => relayOutbox(app.deps, [storeId], effectHandlers(app.deps))

const opening = (name: string, menuSlug: string) => ({
  name,
  menuSlug,
  phone: '(11) 98765-4321',
  address: {
    street: 'Rua A',
    number: '1',
    district: 'Centro',
    city: 'São Paulo',
    state: 'SP' as const,
    zipCode: '01000-000',
  },
})
const createdBy = async (wished: string): Promise<string> => {
  const row = await app.db
    .selectFrom('old_menu_slugs')
    .select('store_id')
    .where('slug', '=', wished)
    .executeTakeFirstOrThrow()
  return row.store_id
}
const mine = async (person: Person) =>
  (await app.call(person, readMyStores, {})).data.stores.map((one) => one.menuSlug)

test('a store whose opening was cut off after its row is opened to its owner by the outbox, once', async () => {
  const person = await app.addPerson('nova')
  const wished = `praca-${randomUUID()}`
  const cut = await dyingAt('access_entries', () =>
    app.call(person, startFreeTier, { body: opening('Pizza da Praça', wished) }),
  )
  expect(cut.status).toBe(500)
  expect(await mine(person)).toEqual([])
  // The address stays reserved.
  const other = await app.addPerson('outra')
  const taken = await app.call(other, startFreeTier, { body: opening('Outra', wished) })
  expect(taken.body.error).toBe('store/slug-taken')
  const made = await createdBy(wished)
  await relay(made)
  expect(await mine(person)).toEqual([wished])
  await relay(made)
  expect(await mine(person)).toEqual([wished])
})

test('an opening that is refused gives its address back at once', async () => {
  const person = await app.addPerson('nova')
  const wished = `volta-${randomUUID()}`
  const cell = new pg.Client({ connectionString: app.ownerUrl })
  await cell.connect()
  await cell.query(
    "create or replace function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$",
  )
  await cell.query('create trigger die before insert on usage_data for each row execute function die()')
  const refused = await app.call(person, startFreeTier, { body: opening('Pizza', wished) })
  await cell.query('drop trigger die on usage_data')
  await cell.end()
  expect(refused.status).toBe(500)
  const again = await app.call(person, startFreeTier, { body: opening('Pizza', wished) })
  expect([again.status, again.data.menuSlug]).toEqual([200, wished])
})

async function saved(menuSlug: string, version?: number) {
  const { data } = await app.call(owner, profile.readStoreProfile, {}, { storeId: store })
  const { formerSlugs: _former, dayStart: _start, logo: _logo, ...body } = data
  const change = { ...body, phone: '(11) 98765-4321', menuSlug, version: version ?? body.version }
  const address = { ...body.address, zipCode: '01000-000' }
  return app.call(
    owner,
    profile.saveStoreProfile,
    { body: { ...change, address } as never },
    { storeId: store },
  )
}
const leadsTo = async (to: string) =>
  (await app.db.selectFrom('menu_slugs').select('store_id').where('slug', '=', to).executeTakeFirst())
    ?.store_id

test('an address that was saved while the directory could not follow leads to the store after the outbox', async () => {
  const next = `nova-${randomUUID()}`
  expect((await dyingAt('menu_slugs', () => saved(next))).status).toBe(500)
  expect([await leadsTo(slug), await leadsTo(next)]).toEqual([store, undefined])
  await relay()
  expect([await leadsTo(slug), await leadsTo(next)]).toEqual([undefined, store])
  const { data } = await app.call(owner, profile.readStoreProfile, {}, { storeId: store })
  expect([data.menuSlug, data.formerSlugs.map((former) => former.slug)]).toEqual([next, [slug]])
})

test('of two who save another address at once one wins, and the other’s address stays free', async () => {
  const wishes = [`um-${randomUUID()}`, `dois-${randomUUID()}`]
  const { data } = await app.call(owner, profile.readStoreProfile, {}, { storeId: store })
  // Both have reserved their address when the store's row is free.
  const answers = await atOnceOver(
    app.ownerUrl,
    { table: 'stores', id: store },
    wishes.map((wish) => () => saved(wish, data.version)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const lost = wishes[answers.findIndex(({ status }) => status === 409)] ?? ''
  const person = await app.addPerson('outra')
  expect((await app.call(person, startFreeTier, { body: opening('Livre', lost) })).status).toBe(200)
})

test('a slow process that carries an older address does not replace the newer one', async () => {
  const next = `depois-${randomUUID()}`
  expect((await saved(next)).status).toBe(200)
  const older = { storeId: store, slug, version: 1 }
  await inTransaction(app.deps.directory, (tx) => followSlug(tx, older, app.deps.now()))
  expect([await leadsTo(next), await leadsTo(slug)]).toEqual([store, undefined])
})

const program = (enabled: boolean, version: number) =>
  app.call(
    owner,
    enableReferralProgram,
    { body: { enabled, version, acceptedTerms: referralTermsVersion } },
    { storeId: store },
  )
const isOpen = async () =>
  (
    await app.db
      .selectFrom('referral_codes')
      .select('open')
      .where('store_id', '=', store)
      .executeTakeFirstOrThrow()
  ).open

test('a referral code counts, or no longer, as the store’s own program says', async () => {
  expect((await program(true, 0)).status).toBe(200)
  expect(await isOpen()).toBe(true)
  expect((await dyingAt('referral_codes', () => program(false, 1))).status).toBe(500)
  expect(await isOpen()).toBe(true)
  await relay()
  expect(await isOpen()).toBe(false)
  const { data } = await app.call(owner, getMyReferrals, {}, { storeId: store })
  expect(data.program).toMatchObject({ enabled: false, version: 2 })
})

test('a referral that is voided before its reward was written ends at nothing, whatever runs first', async () => {
  const person = await app.addPerson('indicada')
  const id = randomUUID()
  const at = app.deps.now()
  await withDirectoryScope(app.deps.directory, [store], (tx) =>
    tx
      .insertInto('referrals')
      .values({
        store_id: store,
        id,
        referred_uid: person.uid,
        signed_up_at: at,
        rewarded_at: at,
        voided_at: at,
        void_reason: 'by-support',
      })
      .execute(),
  )
  await reverseReward(app.deps, store, id)
  await reverseReward(app.deps, store, id)
  const { data } = await app.call(owner, getMyReferrals, {}, { storeId: store })
  expect([data.ledger.entries.map(({ kind }) => kind).toSorted(), data.ledger.balanceCents]).toEqual([
    ['reversal', 'reward'],
    0,
  ])
})

test('a notice that three workers carry at once leaves once', async () => {
  await asUser(app.deps.directory, owner.uid, (tx) =>
    tx
      .insertInto('notification_choices')
      .values({
        uid: owner.uid,
        choices: JSON.stringify({ cancelled: ['mail'] }),
        saved_at: app.deps.now(),
      })
      .execute(),
  )
  const about = { event: 'cancelled', orderId: randomUUID(), displayId: '12', minutes: null } as const
  await withStoreScope(app.deps.cells, [store], (tx) => tell(tx, store, about, app.deps.now()))
  const waiting = async (kind: 'notice' | 'notice-mail') =>
    withStoreScope(app.deps.cells, [store], (tx) =>
      tx
        .selectFrom('outbox')
        .select(['id', 'lane', 'payload'])
        .where('store_id', '=', store)
        .where('kind', '=', kind)
        .execute(),
    )
  const [row] = await waiting('notice')
  if (!row) throw new Error('no notice')
  const notice = { storeId: store, ...row, payload: effects.notice.parse(row.payload) }
  await Promise.all([1, 2, 3].map(() => tellPeople(app.deps, notice)))
  expect([await waiting('notice'), (await waiting('notice-mail')).length]).toEqual([[], 1])
})

test('a number that was reserved by an attempt that died is free again after its sweep', async () => {
  const route = { driver: 'cloud', store_id: store, secret_hash: null, account_id: '9' }
  const key = randomUUID()
  await reserveRoute(app.deps, { ...route, line_key: key })
  const other = await app.addStore()
  const theirs = { ...route, line_key: key, store_id: other }
  await expect(reserveRoute(app.deps, theirs)).rejects.toMatchObject({ code: 'whatsapp/number-taken' })
  await followRoutes(app.deps, store)
  expect(await reserveRoute(app.deps, theirs)).toBeNull()
})

test('a channel that was disconnected while the directory could not follow leads nowhere after the outbox', async () => {
  const merchantId = randomUUID()
  const of = { storeId: store, type: 'ifood' }
  await withStoreScope(app.deps.cells, [store], (tx) =>
    tx
      .insertInto('integrations')
      .values({ store_id: store, type: of.type, merchant_id: merchantId, route_version: 1 })
      .execute(),
  )
  await followMerchants(app.deps, of)
  const routed = async () =>
    (await app.db.selectFrom('merchant_routes').select('store_id').where('store_id', '=', store).execute())
      .length
  const body = { type: of.type, storeName: 'Casa' }
  const cut = await dyingAt('merchant_route_versions', () =>
    app.call(owner, disconnectIntegration, { body }, { storeId: store }),
  )
  expect([cut.status, await routed()]).toEqual([500, 1])
  await relay()
  expect(await routed()).toBe(0)
})
