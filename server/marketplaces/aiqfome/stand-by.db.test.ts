import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as integrations from '../../../contract/integrations/integrations.ts'
import { endBreak, scheduleBreak } from '../../../contract/stores/hours.ts'
import { spawnAiqfome } from '../../../simulator/aiqfome/spawn-aiqfome.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../../../simulator/spawn-program.ts'
import { withStoreScope } from '../../db/scope.ts'
import { describeStore, document } from '../../menu/open-delivery/testing/official.ts'
import { wishPause } from '../../stores/stores.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'

const type = 'aiqfome'
const redirectUrl = 'https://painel.example/voltei'
const software = { clientId: 'balcao', clientSecret: 'segredo-do-balcao', redirectUrl }
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const after = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)
let partner: SpawnedSimulator
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let manager: Person
let basic: Person
let stranger: Person
let merchantId: string

beforeAll(async () => {
  partner = await spawnAiqfome({ ...software, actionDelayMs: 5 })
  control = orderingAppControl(partner.url)
  app = await testApp({
    AIQFOME_BASE_URL: partner.url,
    AIQFOME_LOGIN_URL: partner.url,
    AIQFOME_STORES_URL: partner.url,
    AIQFOME_CLIENT_ID: software.clientId,
    AIQFOME_CLIENT_SECRET: software.clientSecret,
    AIQFOME_REDIRECT_URL: redirectUrl,
    PUBLIC_URL: 'https://painel.example',
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager, basic, stranger } = await standardShop(app))
  const hours = JSON.stringify([{ weekday: 'FRIDAY', start: '18:00', end: '23:00' }])
  await describeStore(app, store, { document, opening_hours: hours })
  merchantId = String(randomInt(10_000, 999_999_999))
  await control.setMerchants([{ merchantId, name: 'Brasa' }])
  await connect()
})

const here = () => ({ storeId: store })

async function connect(): Promise<void> {
  const start = { type, way: 'code' as const, version: 0 }
  const { setup } = (await app.call(manager, integrations.startSetup, { body: start }, here())).data
  const reply = await fetch(`${setup?.verificationUrl ?? ''}&loja=${merchantId}`, { redirect: 'manual' })
  const code = { type, authorizationCode: reply.headers.get('location') ?? '', version: setup?.version ?? 0 }
  const redeemed = (await app.call(manager, integrations.redeemCode, { body: code }, here())).data
  const body = { type, merchantId, version: redeemed.setup?.version ?? 0 }
  expect((await app.call(manager, integrations.enableIntegration, { body }, here())).status).toBe(200)
}

const stop = (minutes: number, person = manager) => {
  const body = {
    name: 'Falta de gás',
    start: app.deps.now().toISOString(),
    end: after(minutes).toISOString(),
  }
  return app.call(person, scheduleBreak, { body }, here())
}
const told = async () =>
  (await control.state()).statusNews
    .filter((news) => news.merchantId === merchantId)
    .map(({ merchantStatus }) => merchantStatus)
const place = () => control.placeOrder({ merchantId })
const quarterGoesBy = () => fetch(`${partner.url}/_control/stand-by-over`, { method: 'POST' })
const nextLooks = () =>
  withStoreScope(app.db, [store], async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select('due_at')
      .where('kind', '=', 'channel-pause')
      .where('key', 'like', 'stand-by%')
      .orderBy('due_at')
      .execute()
    return rows.map(({ due_at: at }) => at)
  })

describe('a pause of a store at aiqfome', () => {
  test('suspends it for a quarter of an hour at a time, and it sells again on its own after the last', async () => {
    expect((await stop(20)).status).toBe(200)
    await wishPause(app.deps, store)
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE'])
    await expect(place()).rejects.toThrow('404')
    expect(await nextLooks()).toEqual([after(15)])
    app.setClock(after(15))
    await quarterGoesBy()
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
    await expect(place()).rejects.toThrow('404')
    app.setClock(after(31))
    await quarterGoesBy()
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
    await place()
    expect((await control.state()).violations).toEqual([])
  })

  test('that ends before the quarter of an hour opens it there at once', async () => {
    const made = await stop(60)
    await wishPause(app.deps, store)
    app.setClock(after(5))
    await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE', 'AVAILABLE'])
    await place()
  })

  test('that ends after closing time opens nothing there: the call would open it in the night', async () => {
    const hours = JSON.stringify([{ weekday: 'FRIDAY', start: '18:00', end: '19:05' }])
    await describeStore(app, store, { opening_hours: hours })
    const made = await stop(60)
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE'])
    app.setClock(after(6))
    await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE'])
  })

  test('that begins before the store opens suspends it when it does', async () => {
    app.setClock(after(-120))
    await stop(60)
    await wishPause(app.deps, store)
    expect(await told()).toEqual([])
    expect(await nextLooks()).toEqual([after(-60)])
    app.setClock(after(-60))
    await wishPause(app.deps, store)
    expect(await told()).toEqual(['UNAVAILABLE'])
  })

  test('of a store that a person closed there is asked for again, and its end does not open it', async () => {
    await control.setMerchants([{ ...(await control.merchant(merchantId)), isClosed: true }])
    const made = await stop(60)
    await wishPause(app.deps, store)
    expect(await told()).toEqual([])
    expect(await nextLooks()).toEqual([after(1)])
    await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
    await wishPause(app.deps, store)
    expect(await told()).toEqual([])
  })

  test('waits while aiqfome cannot be reached, and is then what the store wants by then', async () => {
    await control.setDown(true)
    const made = await stop(60)
    await expect(wishPause(app.deps, store)).rejects.toMatchObject({ temporary: true })
    await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
    await control.setDown(false)
    await wishPause(app.deps, store)
    expect(await told()).toEqual([])
  })

  test('is not for a lower role or for another store, and of two at once aiqfome is asked once', async () => {
    expect((await stop(60, basic)).body.error).toBe('permission/denied')
    expect((await stop(60, stranger)).status).toBe(404)
    app.startWorker()
    const made = await Promise.all([stop(60), stop(30)])
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    await until(told, (news) => news.length > 0)
    await until(nextLooks, (looks) => looks.length > 0)
    expect(await told()).toEqual(['UNAVAILABLE'])
  })
})
