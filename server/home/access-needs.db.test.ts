import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHome } from '../../contract/home/home.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'

/** Friday, 20:14 in São Paulo. */
const now = new Date('2026-11-20T23:14:00Z')
const always = weekdays.map((weekday) => ({ weekday, start: '10:00', end: '23:30' }))
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

let app: TestApp
let store: string
let owner: Person
let basic: Person

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  store = await app.addStore({ openingHours: always, merchantId: `m-${uuidv7()}` })
  owner = await app.addPerson('owner', { [store]: 'owner' })
  basic = await app.addPerson('basic', { [store]: 'basic' })
})
afterAll(() => app.close())

/** What the list says of the channel: its kind, when it began and when it ends. */
const seen = async (person: Person) =>
  (await app.call(person, readHome, { query: {} })).data.needs.map(({ kind, since, deadline }) => ({
    kind,
    since,
    deadline,
  }))

const polling = (failedAt: Date) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('channel_operations')
      .values({
        store_id: store,
        type: 'ifood',
        merchant_id: '',
        operation: 'polling',
        ok_at: inHours(-2),
        failed_at: failedAt,
        failure: 'unauthorised',
      })
      .onConflict((conflict) =>
        conflict
          .columns(['store_id', 'type', 'merchant_id', 'operation'])
          .doUpdateSet({ failed_at: failedAt }),
      )
      .execute(),
  )

const credential = (its: { refused_at?: Date | null; renew_until: Date }) =>
  withStoreScope(app.db, [store], async (tx) => {
    await tx.deleteFrom('channel_credentials').where('store_id', '=', store).execute()
    await tx
      .insertInto('channel_credentials')
      .values({
        store_id: store,
        type: 'ifood',
        id: uuidv7(),
        sealed: JSON.stringify({}),
        access_until: inHours(1),
        created_at: now,
        ...its,
      })
      .execute()
  })

test('a channel that lets us in no more waits for its managers, in place of its silence', async () => {
  await polling(inHours(-1))
  expect(await seen(owner)).toEqual([{ kind: 'access', since: inHours(-1).toISOString(), deadline: null }])
  expect((await seen(basic)).map(({ kind }) => kind)).toEqual(['channel'])
  await polling(inHours(-3))
  expect((await seen(owner)).map(({ kind }) => kind)).toEqual(['channel'])
})

test('an access that nobody renews is named three days before its end, and a refused one has ended', async () => {
  await credential({ renew_until: inHours(73) })
  expect((await seen(owner)).map(({ kind }) => kind)).toEqual(['channel'])
  await credential({ renew_until: inHours(71) })
  expect(await seen(owner)).toContainEqual({
    kind: 'access',
    since: null,
    deadline: inHours(71).toISOString(),
  })
  await credential({ renew_until: inHours(71), refused_at: inHours(-1) })
  expect(await seen(owner)).toEqual([{ kind: 'access', since: inHours(-1).toISOString(), deadline: null }])
})

test('of a connection that its owner ended nothing waits', async () => {
  await withStoreScope(app.db, [store], (tx) =>
    tx.updateTable('integrations').set({ status: 'inactive' }).where('store_id', '=', store).execute(),
  )
  expect((await seen(owner)).filter(({ kind }) => kind === 'access')).toEqual([])
})
