import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../contract/ads/ads.ts'
import { placeOrder } from '../../contract/orders/orders.ts'
import { advanceOrders } from '../../contract/orders/work.ts'
import { saveMyModules } from '../../contract/stores/modules.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../simulator/start-simulator.ts'
import { withStoreScope } from '../db/scope.ts'
import { putMenu, type TestMenu } from '../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { ownOrder } from '../testing/orders.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { effectHandlers } from '../worker/effect-handlers.ts'

let app: TestApp
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let shop: Awaited<ReturnType<typeof standardShop>>
let slug: string
let menu: TestMenu
const good = {
  datasetId: '1234567890',
  accountId: '1020304050',
  accessToken: 'simulator-ads-token-1234567890',
}

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'a', clientSecret: 'b' })
  control = simulatorControl(simulator.url)
  app = await testApp({ META_GRAPH_URL: `${simulator.url}/graph`, PUBLIC_URL: 'https://painel.example' })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  app.setClock(null)
  await control.resetAds()
  shop = await standardShop(app)
  await change({ phone: '+551133334444' })
  menu = await putMenu(app, shop.store)
  slug = (
    await withStoreScope(app.db, [shop.store], (tx) =>
      tx.selectFrom('stores').select('menu_slug').where('id', '=', shop.store).executeTakeFirstOrThrow(),
    )
  ).menu_slug
})

const at = () => ({ storeId: shop.store })
const change = (columns: { phone?: string | null; active?: boolean }) =>
  withStoreScope(app.db, [shop.store], (tx) =>
    tx.updateTable('stores').set(columns).where('id', '=', shop.store).execute(),
  )
const read = async () => (await app.call(shop.manager, contract.readAds, { query: {} }, at())).data
const begin = (version = 0, person: Person = shop.manager) =>
  app.call(person, contract.startAdsSetup, { body: { version } }, at())
const finish = (changes: object = {}, person: Person = shop.manager) =>
  app.call(person, contract.finishAdsSetup, { body: { ...good, version: 1, ...changes } }, at())
const finished = async () => {
  await begin()
  const answer = await finish()
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const add = (name: string, person: Person = shop.manager) =>
  app.call(person, contract.addAd, { body: { name } }, at())
const switchAds = (ads: boolean, version: number) =>
  app.call(shop.owner, saveMyModules, { body: { modules: { ads }, version } }, at())
const open = (url: string) => app.fastify.inject({ url: url.replace('https://painel.example', '') })
/** Clicks the ad's link and answers the code in the message. */
async function click(url: string, fbclid?: string): Promise<string> {
  const reply = await open(`${url}${fbclid ? `&fbclid=${fbclid}` : ''}`)
  expect(reply.statusCode).toBe(302)
  return /código ([2-9A-Z]{6})/.exec(decodeURIComponent(reply.headers.location as string))?.[1] ?? ''
}
async function place(columns: object = {}, phone: string | null = '+5511987654321') {
  const { data } = await app.call(
    shop.basic,
    placeOrder,
    { body: ownOrder({ customer: { name: 'Ana Souza', phone } }) },
    { ...at(), key: randomUUID() },
  )
  await changeOrder(data.id, columns)
  return data
}
const changeOrder = (orderId: string, columns: object) =>
  withStoreScope(app.db, [shop.store], async (tx) => {
    if (Object.keys(columns).length === 0) return
    await tx
      .updateTable('orders')
      .set(columns)
      .where('store_id', '=', shop.store)
      .where('id', '=', orderId)
      .execute()
  })
const conclude = (orderId: string) =>
  changeOrder(orderId, { status: 'concluded', open: false, completed_at: new Date() })
type LinkBody = Parameters<typeof link>[0]
const link = (
  body: {
    orderNumber: string
    click: { code: string } | { channelClickId: string }
    consent: boolean
  },
  person: Person = shop.basic,
) => app.call(person, contract.linkOrderToAd, { body }, at())
const relay = () => relayOutbox(app.deps, [shop.store], effectHandlers(app.deps))
const conversions = () =>
  withStoreScope(app.db, [shop.store], (tx) =>
    tx.selectFrom('ad_orders').selectAll().where('store_id', '=', shop.store).execute(),
  )

test('the setup is started, then finished after the network knows the dataset; the key is never returned', async () => {
  expect((await read()).setup).toMatchObject({ state: 'none', version: 0 })
  expect((await begin()).data).toMatchObject({ state: 'started', startedBy: 'manager', version: 1 })
  const answer = await finish()
  expect(answer.data).toMatchObject({
    state: 'finished',
    datasetName: 'Pedidos',
    finishedBy: 'manager',
    testing: false,
    version: 2,
  })
  expect(JSON.stringify([answer.body, await read()])).not.toContain(good.accessToken)
  expect((await begin(2)).body.error).toBe('ads/already-finished')
})

test.each([
  ['a wrong key', { accessToken: 'outra-chave-que-nao-vale-nada' }, 'chave de acesso não vale'],
  ['an unknown dataset', { datasetId: '99999' }, 'não existe'],
])('%s fails with who, when and why, and can be begun again', async (_what, changes, why) => {
  await begin()
  const refused = await finish(changes)
  expect([refused.status, refused.body.error]).toEqual([422, 'ads/setup-refused'])
  const { setup } = await read()
  expect(setup).toMatchObject({ state: 'failed', failedBy: 'manager', version: 2 })
  expect(setup.failure).toContain(why)
  expect((await finish({ version: 2 })).body.error).toBe('ads/not-started')
  expect((await begin(2)).data).toMatchObject({ state: 'started', failure: null, version: 3 })
  expect((await finish({ version: 3 })).status).toBe(200)
})

test('a network that does not answer is a failure with a reason as well', async () => {
  await begin()
  await control.failAds(503, 5_000)
  const refused = await finish()
  expect([refused.status, refused.body.error]).toEqual([503, 'ads/unreachable'])
  expect((await read()).setup).toMatchObject({ state: 'failed' })
})

test('a lower role, another store, a stale version and made-up fields are refused', async () => {
  expect((await begin(0, shop.basic)).status).toBe(403)
  expect((await begin(0, shop.stranger)).status).toBe(404)
  expect((await begin(7)).body.error).toBe('ads/stale-setup')
  expect((await finish({ version: 0 })).body.error).toBe('ads/not-started')
  await begin()
  expect((await finish({}, shop.basic)).status).toBe(403)
  expect((await finish({}, shop.stranger)).status).toBe(404)
  for (const changes of [
    { datasetId: '1; drop table' },
    { accessToken: 'curta' },
    { accessToken: `${'x'.repeat(30)}\r\nhost: a` },
    { testEventCode: 'x' },
    { graphUrl: 'http://169.254.169.254' },
  ])
    expect((await finish(changes)).status).toBe(400)
  expect((await read()).setup.version).toBe(1)
})

test('of two at once one starts, one finishes, one disconnects', async () => {
  const statuses = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses(await Promise.all([begin(), begin()]))).toEqual([200, 409])
  expect(statuses(await Promise.all([finish(), finish()]))).toEqual([200, 409])
  const leave = () => app.call(shop.manager, contract.disconnectAds, { body: { version: 2 } }, at())
  expect(statuses(await Promise.all([leave(), leave()]))).toEqual([200, 409])
  const { rows } = await withStoreScope(app.db, [shop.store], async (tx) => ({
    rows: await tx.selectFrom('ads_setups').select(['sealed', 'state']).execute(),
  }))
  expect(rows).toEqual([{ sealed: null, state: 'none' }])
})

test('an ad has a link whose click leads to the WhatsApp with a code of its own', async () => {
  const ad = await add('Pizza de terça')
  expect(ad.data.url).toMatch(new RegExp(`^https://painel.example/feeds/${slug}/whatsapp\\?anuncio=\\w{8}$`))
  const [one, other] = [await click(ad.data.url), await click(ad.data.url)]
  expect(one).not.toBe(other)
  const reply = await open(ad.data.url)
  expect(reply.headers.location).toMatch(/^https:\/\/wa\.me\/551133334444\?text=/)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect((await read()).report.rows).toMatchObject([{ name: 'Pizza de terça', clicks: 3, orders: 0 }])
})

test('two ads of one name at once make one; an ended one keeps its figures and its link leads on', async () => {
  const both = await Promise.all([add('Terça'), add('terça')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const ad = both.find(({ status }) => status === 200)?.data
  const end = (person: Person, id = ad?.id ?? '') =>
    app.call(person, contract.endAd, { params: { id } }, at())
  expect((await end(shop.basic)).status).toBe(403)
  expect((await end(shop.stranger)).status).toBe(404)
  expect((await end(shop.manager, randomUUID())).body.error).toBe('ads/not-found')
  const ended = await Promise.all([end(shop.manager), end(shop.manager)])
  expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const reply = await open(ad?.url ?? '')
  expect([reply.statusCode, decodeURIComponent(String(reply.headers.location))]).toEqual([
    302,
    'https://wa.me/551133334444?text=Olá! Quero fazer um pedido.',
  ])
  expect((await add('Terça')).status).toBe(200)
  expect((await add('', shop.manager)).status).toBe(400)
  expect((await add('x', shop.basic)).status).toBe(403)
  expect((await add('x', shop.stranger)).status).toBe(404)
})

test('anúncio → pedido → líquido: with consent the concluded order is reported once, without a name or a number', async () => {
  await finished()
  const ad = (await add('Terça')).data
  const code = await click(ad.url, 'IwAR0abc')
  const order = await place()
  const linked = await link({ orderNumber: `#${order.displayId}`, click: { code }, consent: true })
  expect(linked.data).toMatchObject({ adName: 'Terça', netCents: 6_300, state: 'waiting' })
  await relay()
  expect((await control.readAds()).taken).toEqual([])
  await conclude(order.id)
  app.setClock(new Date(Date.now() + 11 * 60_000))
  await relay()
  const { taken } = await control.readAds()
  expect(taken).toMatchObject([
    { datasetId: good.datasetId, repeated: false, event: { event_id: order.id, action_source: 'chat' } },
  ])
  expect(taken[0]?.event.custom_data).toEqual({ currency: 'BRL', value: '63.00' })
  expect(JSON.stringify(taken)).not.toMatch(/Ana|98765|Flores/)
  await relay()
  expect((await control.readAds()).taken).toHaveLength(1)
  app.setClock(null)
  expect((await read()).report.rows).toMatchObject([
    { name: 'Terça', clicks: 1, orders: 1, netCents: 6_300, sent: 1, failed: 0 },
  ])
})

test('an order that is concluded is reported a minute later, not at the next look', async () => {
  app.setClock(new Date())
  await finished()
  const order = await place()
  const channelClickId = `clid-${randomUUID()}`
  await link({ orderNumber: order.displayId, click: { channelClickId }, consent: true })
  await relay()
  for (const action of ['confirm', 'ready', 'dispatch', 'deliver', 'conclude'] as const)
    await app.call(shop.basic, advanceOrders, { body: { orderIds: [order.id], action } }, at())
  await relay()
  expect((await control.readAds()).taken).toEqual([])
  app.setClock(new Date(app.deps.now().getTime() + 61_000))
  await relay()
  expect((await control.readAds()).taken).toMatchObject([{ event: { event_id: order.id } }])
})

test('a click that the messaging channel told goes as business messaging', async () => {
  await finished()
  const order = await place()
  await conclude(order.id)
  const channelClickId = `clid-${randomUUID()}`
  await link({ orderNumber: order.displayId, click: { channelClickId }, consent: true })
  await relay()
  expect((await control.readAds()).taken[0]?.event).toMatchObject({
    action_source: 'business_messaging',
    user_data: { ctwa_clid: channelClickId, whatsapp_business_account_id: good.accountId },
  })
  expect((await read()).report.rows).toMatchObject([{ adId: null, orders: 1, sent: 1 }])
})

test('without consent the report counts the order, and nothing leaves', async () => {
  await finished()
  const code = await click((await add('Terça')).data.url)
  const order = await place()
  await conclude(order.id)
  const linked = await link({ orderNumber: order.displayId, click: { code }, consent: false })
  expect(linked.data.state).toBe('silent')
  await relay()
  expect((await control.readAds()).taken).toEqual([])
  expect((await read()).report.rows).toMatchObject([{ orders: 1, sent: 0 }])
})

test.each([
  [
    'cancelled meanwhile',
    async (id: string) => changeOrder(id, { status: 'cancelled', open: false }),
    'cancelado',
  ],
  ['linked before the ads were disconnected', async () => disconnected(), 'não estavam ligados'],
  ['of a store that switched ads off', async () => switchAds(false, 0), 'desligado'],
])('an order %s is not reported, and the row says why', async (_what, then, why) => {
  await finished()
  const code = await click((await add('Terça')).data.url)
  const order = await place()
  await link({ orderNumber: order.displayId, click: { code }, consent: true })
  await conclude(order.id)
  await then(order.id)
  await relay()
  expect((await control.readAds()).taken).toEqual([])
  const [row] = await conversions()
  expect(row?.state).toBe('skipped')
  expect(row?.problem).toContain(why)
})
const disconnected = () => app.call(shop.manager, contract.disconnectAds, { body: { version: 2 } }, at())

test('what the network refuses is failed; while it does not answer, the order waits in the outbox', async () => {
  await finished()
  const ad = (await add('Terça')).data
  const first = await place()
  await conclude(first.id)
  await link({ orderNumber: first.displayId, click: { code: await click(ad.url) }, consent: true })
  await control.failAds(500, 60_000)
  await relay()
  expect((await conversions())[0]?.state).toBe('waiting')
  await control.failAds(400, 60_000)
  app.setClock(new Date(Date.now() + 60_000))
  await relay()
  expect((await conversions())[0]).toMatchObject({ state: 'failed' })
  app.setClock(null)
  expect((await read()).report.rows).toMatchObject([{ failed: 1 }])
})

test('without a phone there is no ad, because its link would lead nowhere', async () => {
  await change({ phone: null })
  const refused = await add('Terça')
  expect([refused.status, refused.body.error]).toEqual([422, 'ads/no-phone'])
})

test('a test order, an unknown order and an unknown or spent code are refused', async () => {
  const ad = (await add('Terça')).data
  const code = await click(ad.url)
  const tested = await place({ is_test: true })
  const order = await place()
  const errorOf = async (changes: Partial<LinkBody>, person?: Person) =>
    (await link({ orderNumber: order.displayId, click: { code }, consent: true, ...changes }, person)).body
      .error
  expect(await errorOf({ orderNumber: tested.displayId })).toBe('ads/not-a-sale')
  expect(await errorOf({ orderNumber: '9999' })).toBe('order/not-found')
  expect(await errorOf({ click: { code: 'ZZZZZZ' } })).toBe('ads/click-not-found')
  expect(await errorOf({}, shop.stranger)).toBe('store/not-found')
  expect(await errorOf({ click: { code: code.toLowerCase() } })).toBeUndefined()
  expect(await errorOf({ click: { code: await click(ad.url) } })).toBe('ads/order-linked')
  const next = await place()
  expect(await errorOf({ orderNumber: next.displayId })).toBe('ads/click-used')
  for (const hostile of [
    { orderNumber: "' or 1=1" },
    { click: { code: '%' } },
    { click: { code, channelClickId: 'x'.repeat(20) } },
    { consent: 'sim' },
  ])
    expect(await errorOf(hostile as never)).toBe('validation/invalid')
})

test('of two orders for one click at once, one gets it', async () => {
  const code = await click((await add('Terça')).data.url)
  const orders = [await place(), await place()]
  const both = await Promise.all(
    orders.map((order) => link({ orderNumber: order.displayId, click: { code }, consent: false })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('the feeds serve the menu to anyone, are kept by version, and follow a change', async () => {
  const get = (name: string, headers: Record<string, string> = {}) =>
    app.fastify.inject({ url: `/feeds/${slug}/${name}`, headers })
  await withStoreScope(app.db, [shop.store], async (tx) => {
    await tx
      .insertInto('menu_photos')
      .values({ store_id: shop.store, id: 'foto', content_type: 'image/webp', bytes: Buffer.from('x') })
      .execute()
    await tx
      .updateTable('menu_items')
      .set({ photo_id: 'foto' })
      .where('store_id', '=', shop.store)
      .where('id', '=', menu.pizza)
      .execute()
  })
  const csv = await get('meta.csv')
  expect(csv.body).toContain(menu.pizza)
  expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const shown = (await read()).feeds
  expect(csv.body.trim().split('\n')).toHaveLength(shown.items + 1)
  expect(shown).toMatchObject({ metaUrl: `https://painel.example/feeds/${slug}/meta.csv`, problem: null })
  const etag = String(csv.headers.etag)
  expect((await get('meta.csv', { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get('google.xml')).headers['content-type']).toBe('application/xml; charset=utf-8')
  await withStoreScope(app.db, [shop.store], async (tx) => {
    const { menuChanged } = await import('../menu/changed/menu-changed.ts')
    await tx
      .updateTable('menu_items')
      .set({ photo_id: null })
      .where('store_id', '=', shop.store)
      .where('id', '=', menu.pizza)
      .execute()
    await menuChanged(tx, shop.store, new Date())
  })
  const after = await get('meta.csv', { 'if-none-match': etag })
  expect(after.statusCode).toBe(200)
  expect(after.body).not.toContain(menu.pizza)
})

test('a store without a phone, an inactive one and an unknown one serve nothing, and say why', async () => {
  const get = (url: string) => app.fastify.inject({ url })
  await change({ phone: null })
  const silent = await get(`/feeds/${slug}/meta.csv`)
  expect([silent.statusCode, silent.json<{ message: string }>().message]).toEqual([
    404,
    'Falta o telefone da loja, para onde os itens levam.',
  ])
  expect((await read()).feeds.problem).toContain('Falta o telefone')
  await change({ phone: '+551133334444', active: false })
  expect((await get(`/feeds/${slug}/google.xml`)).statusCode).toBe(404)
  expect((await get('/feeds/nao-existe/meta.csv')).statusCode).toBe(404)
})

test.each([
  ['item=0198ffff-0000-7000-8000-00000000dead'],
  ["item=' or 1=1--"],
  ['anuncio=%00'],
  ['anuncio=AAAAAAAA&anuncio=BBBBBBBB'],
  [`fbclid=${'x'.repeat(3_000)}`],
  ['item=%0d%0aset-cookie:a'],
])('every click arrives, whatever the address says: %s', async (query) => {
  const reply = await app.fastify.inject({ url: `/feeds/${slug}/whatsapp?${query}` })
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toMatch(/^https:\/\/wa\.me\/551133334444\?text=Ol%C3%A1/)
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('with the module off every call and the feeds are refused, and a link leads on without a code', async () => {
  const ad = (await add('Terça')).data
  await switchAds(false, 0)
  expect((await app.call(shop.manager, contract.readAds, { query: {} }, at())).body.error).toBe('module/off')
  expect((await begin()).body.error).toBe('module/off')
  expect((await add('x')).body.error).toBe('module/off')
  expect((await link({ orderNumber: '1', click: { code: 'ABCDEF' }, consent: false })).body.error).toBe(
    'module/off',
  )
  for (const url of [`/feeds/${slug}/meta.csv`, `/feeds/${slug}/google.xml`])
    expect((await app.fastify.inject({ url })).statusCode).toBe(422)
  expect(await click(ad.url)).toBe('')
})

test('another tenant’s click and ad are not found', async () => {
  const ad = (await add('Terça')).data
  const code = await click(ad.url)
  const theirs = { storeId: shop.other }
  const end = await app.call(shop.stranger, contract.endAd, { params: { id: ad.id } }, theirs)
  expect(end.body.error).toBe('ads/not-found')
  const order = await app.call(
    shop.stranger,
    placeOrder,
    { body: ownOrder() },
    { ...theirs, key: randomUUID() },
  )
  const taken = await app.call(
    shop.stranger,
    contract.linkOrderToAd,
    { body: { orderNumber: order.data.displayId, click: { code }, consent: false } },
    theirs,
  )
  expect(taken.body.error).toBe('ads/click-not-found')
})
