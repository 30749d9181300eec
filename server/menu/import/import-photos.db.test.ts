import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../contract/menu/import-menu.ts'
import * as versions from '../../../contract/menu/versions.ts'
import { addMenuItem, updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'

let app: TestApp
let store: string
let manager: Person
let site: Server
let picture: Buffer
let asked: string[] = []
let images: Readonly<Record<string, string>> = {}
const origin = () => `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`

/** The other system: its menu, and its photos at addresses of its own. */
beforeAll(async () => {
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b33' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret of the camera' } })
    .toBuffer()
  site = createServer((request, reply) => {
    const path = request.url ?? ''
    if (path === '/menu')
      return void reply.writeHead(200, { 'content-type': 'application/json' }).end(menuText())
    asked.push(path)
    if (path === '/gone.jpg') return void reply.writeHead(404).end()
    const [type, bytes] = path === '/words.jpg' ? ['image/jpeg', 'no picture'] : ['image/jpeg', picture]
    return void reply.writeHead(200, { 'content-type': type }).end(bytes)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  app = await testApp({ MENU_IMPORT_ORIGINS: origin() })
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => site.close(() => resolve()))
})
beforeEach(async () => {
  asked = []
  ;({ store, manager } = await standardShop(app, { name: 'Forno' }))
})

const menuText = () =>
  JSON.stringify({
    items: Object.entries(images).map(([name, address]) => ({ id: name, name, image: { URL: address } })),
    itemOffers: Object.keys(images).map((name) => ({ id: name, itemId: name, price: { value: 10 } })),
    categories: [{ id: 'k', name: 'Pratos', itemOfferId: Object.keys(images) }],
  })
const here = () => ({ storeId: store })
const relay = () => relayOutbox(app.deps, [store], effectHandlers(app.deps))
const read = async (importId: string) =>
  (await app.call(manager, contract.readMenuImport, { params: { importId } }, here())).data
const items = async () => (await app.call(manager, readMyMenu, {}, here())).data.items
const withPhoto = async () => (await items()).flatMap((item) => (item.photoUrl === null ? [] : [item.name]))
async function previewed(menu: Readonly<Record<string, string>>) {
  images = menu
  const { data } = await app.call(
    manager,
    contract.copyMyExternalMenu,
    { body: { externalMenuUrl: `${origin()}/menu` } },
    here(),
  )
  await relay()
  return read(data.importId)
}
async function imported(menu: Readonly<Record<string, string>>) {
  const preview = await previewed(menu)
  const params = { importId: preview.id }
  const ticked = preview.changes.map(({ key }) => key)
  const applied = await app.call(
    manager,
    contract.applyMenuImport,
    { params, body: { ticked, menu: preview.menu } },
    here(),
  )
  return { ...params, preview, photos: applied.data.photos }
}

test('the photos of an imported menu come behind it, drawn again; one that fails is named and stops no other', async () => {
  const { importId, preview, photos } = await imported({
    Moqueca: `${origin()}/moqueca.jpg`,
    Farofa: '/farofa.jpg',
    Pirão: `${origin()}/gone.jpg`,
    Arroz: `${origin()}/words.jpg`,
    Vatapá: 'http://169.254.169.254/latest/meta-data/',
    Caruru: 'javascript:alert(1)',
  })
  expect(
    preview.changes.map(({ name, fields }) => [name, fields.some(({ field }) => field === 'photo')]),
  ).toEqual([
    ['Moqueca', true],
    ['Farofa', true],
    ['Pirão', true],
    ['Arroz', true],
    ['Vatapá', true],
    ['Caruru', false],
  ])
  expect(photos).toBe(5)
  expect(await read(importId)).toMatchObject({
    state: 'applied',
    photos: { wanted: 5, done: 0, waiting: 5, failed: [] },
  })
  expect(await withPhoto()).toEqual([])
  await relay()
  expect((await read(importId)).photos).toEqual({
    wanted: 5,
    done: 2,
    waiting: 0,
    failed: [
      { name: 'Arroz', message: 'O arquivo não é uma foto PNG, JPEG ou WebP.' },
      { name: 'Pirão', message: 'A foto não está mais nesse endereço.' },
      { name: 'Vatapá', message: 'O endereço da foto não fica na internet aberta.' },
    ],
  })
  expect(await withPhoto()).toEqual(['Moqueca', 'Farofa'])
  const [moqueca] = await items()
  const sent = await app.fastify.inject(moqueca?.photoUrl ?? '')
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(picture.includes('secret of the camera')).toBe(true)
  expect(sent.rawPayload.includes('secret of the camera')).toBe(false)
})

test('a photo that the item has stays, is not fetched again, and an own one that came first wins', async () => {
  const { importId } = await imported({ Moqueca: `${origin()}/one.jpg`, Farofa: `${origin()}/two.jpg` })
  const [first] = await items()
  const own = `data:image/png;base64,${(await sharp(picture).negate().png().toBuffer()).toString('base64')}`
  const params = { itemId: first?.id ?? '' }
  const uploaded = await app.call(
    manager,
    updateMenuItem,
    { params, body: { photo: own, version: first?.version ?? 0 } },
    here(),
  )
  await relay()
  expect((await read(importId)).photos).toEqual({ wanted: 2, done: 2, waiting: 0, failed: [] })
  expect((await items())[0]?.photoUrl).toBe(uploaded.data.photoUrl)
  asked = []
  const again = await previewed({ Moqueca: `${origin()}/one.jpg`, Farofa: `${origin()}/two.jpg` })
  expect([again.changes, asked]).toEqual([[], []])
})

test('photos belong to the version of their import, and stay away once that is taken back', async () => {
  const listed = async () => (await app.call(manager, versions.readMenuVersions, {}, here())).data.versions
  const back = async (number: number) => {
    const params = { number: String(number) }
    const { data } = await app.call(manager, versions.readMenuVersion, { params }, here())
    await app.call(manager, versions.rollBackMenu, { params, body: { menu: data.menu } }, here())
  }
  await app.call(
    manager,
    addMenuItem,
    { body: { category: 'Pratos', name: 'Moqueca', priceCents: 1_000 } },
    here(),
  )
  await imported({ Moqueca: `${origin()}/one.jpg`, Farofa: `${origin()}/two.jpg` })
  await relay()
  expect((await listed()).map(({ cause, current }) => [cause, current])).toEqual([
    ['import', true],
    ['start', false],
  ])
  await back(1)
  expect(await withPhoto()).toEqual([])
  await back(2)
  expect(await withPhoto()).toEqual(['Moqueca', 'Farofa'])
  await back(1)
  const { importId } = await imported({ Moqueca: `${origin()}/three.jpg` })
  await back(1)
  asked = []
  await relay()
  expect([await withPhoto(), asked]).toEqual([[], []])
  expect((await read(importId)).photos.failed).toEqual([
    { name: 'Moqueca', message: 'O cardápio voltou a uma versão anterior.' },
  ])
})

test('a photo that ends its process is tried three times, and then named', async () => {
  const { importId } = await imported({ Moqueca: `${origin()}/one.jpg`, Farofa: `${origin()}/two.jpg` })
  const [first] = await items()
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('menu_import_photos')
      .set({ attempts: 3 })
      .where('store_id', '=', store)
      .where('item_id', '=', first?.id ?? '')
      .execute(),
  )
  await relay()
  expect((await read(importId)).photos).toMatchObject({
    done: 1,
    failed: [{ name: 'Moqueca', message: 'Não deu para buscar esta foto agora.' }],
  })
  expect(asked).toEqual(['/two.jpg'])
})

test('after the last attempt of the whole, what still waits is named', async () => {
  const { importId } = await imported({ Moqueca: `${origin()}/one.jpg` })
  await effectHandlers(app.deps)['menu-photos'].giveUp?.({
    storeId: store,
    id: '',
    lane: importId,
    payload: {},
  })
  expect((await read(importId)).photos).toMatchObject({ waiting: 0, failed: [{ name: 'Moqueca' }] })
})
