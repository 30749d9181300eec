import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { readBulk } from '../../contract/bulk/bulk.ts'
import { readMenuPublications } from '../../contract/menu/publications.ts'
import type { Platform } from '../../contract/shared/channels.ts'
import { withStoreScope } from '../db/scope.ts'
import { putMenu } from '../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { actsIn } from './testing/chain.ts'

const compared = 'A comparação com o iFood espera confirmação no cardápio da loja.'
let app: TestApp
let from: string
/** Sells at iFood and at Keeta, which takes no menu from us. */
let connected: string
let alone: string
let manager: Person

beforeAll(async () => {
  app = await testApp({
    IFOOD_BASE_URL: 'http://127.0.0.1:9',
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
    KEETA_BASE_URL: 'http://127.0.0.1:9',
    KEETA_CLIENT_ID: 'test',
    KEETA_CLIENT_SECRET: 'secret',
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(new Date('2026-11-20T22:00:00Z'))
  from = await app.addStore({ name: 'Matriz' })
  connected = await app.addStore({ name: 'Ligada' })
  alone = await app.addStore({ name: 'Sozinha' })
  manager = await app.addPerson('manager', {
    [from]: 'manager',
    [connected]: 'manager',
    [alone]: 'manager',
  })
  await putMenu(app, from)
  for (const platform of ['ifood', 'keeta'] as const) {
    await app.db
      .insertInto('merchant_routes')
      .values({ platform, merchant_id: `${platform} ${connected}`, store_id: connected })
      .execute()
    await withStoreScope(app.db, [connected], (tx) =>
      tx
        .insertInto('integrations')
        .values({ store_id: connected, type: platform, merchant_id: `${platform} ${connected}` })
        .execute(),
    )
  }
})

const taking = (...channels: Platform[]): BulkAction => ({
  kind: 'menu',
  from,
  category: null,
  keeps: { prices: false, hours: false, ownItems: false },
  channels,
})
const acts = () => actsIn(app, [connected, alone])
const publications = async (storeId: string) =>
  (await app.call(manager, readMenuPublications, {}, { storeId })).data.publications

test('a store that takes the menu compares it with the chosen marketplaces it sells at, and its person confirms', async () => {
  const id = await acts().done(taking('ifood'), manager)
  const { parts } = (await app.call(manager, readBulk, { params: { id }, query: {} })).data
  const words = new Map(parts.map((part) => [part.storeId, part.words]))
  expect(words.get(connected)).toContain(compared)
  expect(words.get(alone)).not.toContain('comparação')
  expect(await publications(connected)).toMatchObject([
    { platform: 'ifood', merchantId: `ifood ${connected}`, state: 'reading', askedByName: 'manager' },
  ])
  expect(await publications(alone)).toEqual([])
})

test('a second run of the same part begins no second comparison', async () => {
  await acts().done(taking('ifood'), manager)
  await acts().work()
  expect(await publications(connected)).toHaveLength(1)
})

test('a rehearsal says that the comparison comes, and begins none', async () => {
  const { parts } = (await acts().foresee(taking('ifood'), manager)).data
  expect(parts.find(({ storeId }) => storeId === connected)?.words).toContain(compared)
  expect(await publications(connected)).toEqual([])
})

test('without a chosen marketplace only the menu of the stores changes', async () => {
  await acts().done(taking(), manager)
  expect(await publications(connected)).toEqual([])
})

test('a chosen marketplace that takes no menu from us is named, and one that was not chosen is not', async () => {
  const unsupported = async (...channels: Platform[]) => {
    const { parts } = (await acts().foresee(taking(...channels), manager)).data
    return parts.map((part) => [part.storeId, part.unsupported])
  }
  expect(await unsupported('ifood', 'keeta')).toEqual(
    expect.arrayContaining([
      [connected, ['keeta']],
      [alone, []],
    ]),
  )
  expect(await unsupported('ifood')).toEqual(expect.arrayContaining([[connected, []]]))
})
