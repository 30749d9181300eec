import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endBreak, readWorkingHours, saveWeek, scheduleBreak } from '../../../contract/stores/hours.ts'
import { activateStore, inactivateStore } from '../../../contract/stores/stores.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { startOrderingApp, type OrderingApp } from '../../../simulator/open-delivery/start-ordering-app.ts'
import { withStoreScope } from '../../db/scope.ts'
import { wishPause } from '../../stores/stores.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import { connectStore, newCredentials, panelBeside } from './testing/connected-app.ts'

let partner: OrderingApp
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let manager: Person
let merchant: ReturnType<typeof newCredentials>
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  control = orderingAppControl(partner.url)
  app = await panelBeside(partner.url)
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager } = await standardShop(app))
  merchant = newCredentials()
  await control.setMerchants([{ ...merchant, name: 'Brasa' }])
  await connectStore({ app, person: manager, storeId: store, url: partner.url }, merchant)
})

/** The news of this store that the application received, oldest first. */
const told = async () =>
  (await control.state()).statusNews
    .filter(({ merchantId }) => merchantId === merchant.merchantId)
    .map(({ merchantStatus }) => merchantStatus)

const here = () => ({ storeId: store })
const slug = () =>
  withStoreScope(app.db, [store], async (tx) => {
    const row = tx.selectFrom('stores').select('menu_slug').where('id', '=', store)
    return (await row.executeTakeFirstOrThrow()).menu_slug
  })

const stop = (minutes: number) => {
  const end = new Date(evening.getTime() + minutes * 60_000).toISOString()
  const body = { name: 'Falta de gás', start: evening.toISOString(), end }
  return app.call(manager, scheduleBreak, { body }, here())
}

describe('one try after another', () => {
  test('a store that never stopped is not opened there again, so a pause made in the application stays', async () => {
    await wishPause(app.deps, store)
    await wishPause(app.deps, store)
    expect(await told()).toEqual([])
  })

  test('while the application cannot be reached the news waits, and is then what the store wants by then', async () => {
    await control.setDown(true)
    const made = await stop(60)
    await expect(wishPause(app.deps, store)).rejects.toMatchObject({ temporary: true })
    await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
    await control.setDown(false)
    await wishPause(app.deps, store)
    expect(await told()).toEqual([])
  })
})

describe('beside the worker', () => {
  beforeAll(() => app.startWorker())

  test('a pause closes the store at the application, which takes no order until it ends on its own', async () => {
    expect((await stop(30)).status).toBe(200)
    await until(told, (news) => news.length === 1)
    await expect(control.placeOrder({ merchantId: merchant.merchantId })).rejects.toThrow('404')
    app.setClock(new Date(evening.getTime() + 31 * 60_000))
    await until(told, (news) => news.length === 2)
    expect(await told()).toEqual(['UNAVAILABLE', 'AVAILABLE'])
    await control.placeOrder({ merchantId: merchant.merchantId })
    expect((await control.state()).violations).toEqual([])
  })

  test('an inactive store is closed there until somebody activates it', async () => {
    const params = { params: { menuSlug: await slug() } }
    await app.call(manager, inactivateStore, params, {})
    await until(told, (news) => news.length === 1)
    await app.call(manager, activateStore, params, {})
    await until(told, (news) => news.length === 2)
    expect(await told()).toEqual(['UNAVAILABLE', 'AVAILABLE'])
  })

  test('new opening hours have the application read the store again', async () => {
    const { data } = await app.call(manager, readWorkingHours, {}, here())
    const body = { week: data.week, version: data.version }
    expect((await app.call(manager, saveWeek, { body }, here())).status).toBe(200)
    await until(
      async () => (await control.state()).menuNews,
      (news) => news.includes(merchant.merchantId),
    )
  })
})
