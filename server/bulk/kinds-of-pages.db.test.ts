import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../contract/bulk/bulk.ts'
import { readDeliveryConfig, saveDeliveryConfig, type DeliveryZone } from '../../contract/delivery/zones.ts'
import { copyKeeps } from '../../contract/menu/copies.ts'
import { readOrderRules, saveOrderRules } from '../../contract/orders/rules.ts'
import { readPrintConfig, savePrintSettings } from '../../contract/printing/printing.ts'
import { readModules, saveModules } from '../../contract/stores/modules.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { actsIn, chainOfTwo, type Chain } from './testing/chain.ts'
import { withStoreScope } from '../db/scope.ts'

let app: TestApp
let shop: Chain
let acts: ReturnType<typeof actsIn>
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  shop = await chainOfTwo(app)
  acts = actsIn(app, [shop.centre, shop.beach])
})

const states = async (id: string, person = shop.manager) =>
  (await acts.parts(id, person)).map(([state]) => state)
const would = async (action: contract.BulkAction) =>
  (await acts.foresee(action, shop.manager)).data.parts.map((part) => part.would)

const zone = (name: string, feeCents = 700): DeliveryZone => ({
  id: randomUUID(),
  name,
  shape: { kind: 'district', districts: [{ name, aliases: [] }] },
  deny: false,
  feeCents,
  minutes: { min: 30, max: 45 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
})
const ownRules = {
  autoAccept: true,
  onlyWhenOpen: true,
  maxInPreparation: 12,
  cashLimitCents: 10_000,
  firstOrderWaits: true,
  scheduledAtOnce: false,
  preparationMinutes: 35,
}

/** What each page gives to other stores: the act, how a store is read, and a change that somebody makes there since. */
const pages = {
  rules: {
    action: async (): Promise<contract.BulkAction> => ({
      kind: 'rules',
      rules: [
        { platform: 'balcao', ...ownRules },
        { platform: 'ifood', ...ownRules, preparationMinutes: null },
      ],
    }),
    read: async (storeId: string) => {
      const { rules } = (await app.call(shop.basic, readOrderRules, {}, { storeId })).data
      return rules.map(({ version: _version, ...own }) => own)
    },
    change: async (storeId: string) => {
      const [own] = (await app.call(shop.basic, readOrderRules, {}, { storeId })).data.rules
      const body = { ...ownRules, preparationMinutes: 50, version: own?.version ?? 0 }
      await app.call(shop.manager, saveOrderRules, { params: { platform: 'balcao' }, body }, { storeId })
    },
  },
  uses: {
    action: async (): Promise<contract.BulkAction> => ({
      kind: 'uses',
      modules: { indoor: false, reviews: false, delivery: true },
    }),
    read: async (storeId: string) => {
      const { modules } = (await app.call(shop.manager, readModules, { params: { storeId } })).data
      return Object.fromEntries(modules.map(({ key, on }) => [key, on]))
    },
    change: async (storeId: string) => {
      const { version } = (await app.call(shop.manager, readModules, { params: { storeId } })).data
      const body = { modules: { finance: false }, version }
      await app.call(shop.manager, saveModules, { params: { storeId }, body })
    },
  },
  areas: {
    action: async (): Promise<contract.BulkAction> => {
      const zones = [zone('Centro'), zone('Boa Vista', 1_200)]
      await app.call(
        shop.manager,
        saveDeliveryConfig,
        { body: { zones, version: 0 } },
        { storeId: shop.centre },
      )
      return { kind: 'areas', from: shop.centre }
    },
    read: async (storeId: string) =>
      (await app.call(shop.basic, readDeliveryConfig, {}, { storeId })).data.zones.map(
        ({ id: _id, ...own }) => own,
      ),
    change: async (storeId: string) => {
      const { version } = (await app.call(shop.basic, readDeliveryConfig, {}, { storeId })).data
      await app.call(shop.manager, saveDeliveryConfig, { body: { zones: [], version } }, { storeId })
    },
  },
  printing: {
    action: async (): Promise<contract.BulkAction> => ({
      kind: 'printing',
      settings: { expireMinutes: 25, footer: 'Volte sempre' },
    }),
    read: async (storeId: string) => {
      const { settings } = (await app.call(shop.manager, readPrintConfig, {}, { storeId })).data
      return { expireMinutes: settings.expireMinutes, footer: settings.footer }
    },
    change: async (storeId: string) => {
      const { version } = (await app.call(shop.manager, readPrintConfig, {}, { storeId })).data.settings
      const body = { expireMinutes: 5, footer: '', version }
      await app.call(shop.manager, savePrintSettings, { body }, { storeId })
    },
  },
} as const

describe.each(Object.entries(pages))('the settings of the page %s', (_name, { action, read, change }) => {
  test('come to each store that differs, as rehearsed, and go back when undone', async () => {
    const wanted = await action()
    const before = await read(shop.beach)
    expect((await would(wanted))[1]).toBe('change')
    expect(await read(shop.beach)).toEqual(before)
    const id = await acts.done(wanted, shop.manager)
    expect((await states(id))[1]).toBe('done')
    expect(await read(shop.beach)).not.toEqual(before)
    expect(await read(shop.beach)).toEqual(await read(shop.centre))
    expect(await would(wanted)).toEqual(['same', 'same'])
    await acts.takenBack(id, shop.manager)
    expect(await read(shop.beach)).toEqual(before)
  })

  test('are for managers of named stores, and stay where somebody changed them since', async () => {
    const wanted = await action()
    expect((await acts.foresee(wanted, shop.basic)).body.error).toBe('permission/denied')
    expect((await acts.begin(wanted, shop.stranger)).body.error).toBe('store/not-found')
    const id = await acts.done(wanted, shop.manager)
    await change(shop.beach)
    const since = await read(shop.beach)
    await acts.takenBack(id, shop.manager)
    expect((await states(id))[1]).toBe('done')
    expect(await read(shop.beach)).toEqual(since)
  })
})

test('rules come only to channels that the store sells on', async () => {
  const id = await acts.done(await pages.rules.action(), shop.manager)
  expect((await acts.parts(id, shop.manager))[1]?.[1]).toMatch(/^Canal próprio: aceita sozinho/)
  const [, ifood] = await pages.rules.read(shop.beach)
  expect(ifood).toMatchObject({ platform: 'ifood', autoAccept: false })
})

test('areas keep the id that an area of their name had, and are those of the moment of asking', async () => {
  const wanted = await pages.areas.action()
  const own = zone('centro', 300)
  await app.call(
    shop.manager,
    saveDeliveryConfig,
    { body: { zones: [own], version: 0 } },
    { storeId: shop.beach },
  )
  const { data } = await acts.begin(wanted, shop.manager)
  await pages.areas.change(shop.centre)
  await acts.work()
  expect((await acts.parts(data.id, shop.manager))[1]?.[1]).toBe('Áreas: 1 (centro) → 2 (Centro, Boa Vista).')
  const { zones } = (await app.call(shop.basic, readDeliveryConfig, {}, { storeId: shop.beach })).data
  expect(zones.map(({ name }) => name)).toEqual(['Centro', 'Boa Vista'])
  expect(zones[0]?.id).toBe(own.id)
})

test('a module that needs another one is refused with its reason', async () => {
  const parts = (
    await acts.foresee(
      { kind: 'uses', modules: { delivery: false, takeout: false, scheduling: true } },
      shop.manager,
    )
  ).data.parts
  expect(parts.map((part) => part.would)).toEqual(['refuse', 'refuse'])
  expect(parts[0]?.refusal?.message).toContain('Agendamento precisa de entrega ou retirada')
})

describe('a reader who manages only a store that takes', () => {
  test.each(['menu', 'areas'] as const)('sees an act of %s without the store that gives', async (kind) => {
    await pages.areas.action()
    const action: contract.BulkAction =
      kind === 'areas'
        ? { kind, from: shop.centre }
        : { kind, from: shop.centre, category: null, keeps: copyKeeps }
    const id = await acts.done(action, shop.manager)
    const ofBeach = await app.addPerson('Bruno', { [shop.beach]: 'manager' })
    const one = await app.call(ofBeach, contract.readBulk, { params: { id }, query: {} })
    const list = await app.call(ofBeach, contract.readRecentBulks, { query: {} })
    expect([one.data.parts.length, list.data.acts.length]).toEqual([1, 1])
    for (const { body } of [one, list]) expect(JSON.stringify(body)).not.toContain(shop.centre)
    const kept = await withStoreScope(app.db, [shop.beach], (tx) =>
      tx.selectFrom('bulk_parts').select('action').where('act_id', '=', id).executeTakeFirstOrThrow(),
    )
    // It is there: the worker needs it.
    expect(JSON.stringify(kept.action)).toContain(shop.centre)
  })
})
