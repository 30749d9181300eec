import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../contract/menu/publications.ts'
import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { writeWholeMenu } from '../whole/write-whole-menu.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000e'
const photoId = 'ab'.repeat(32)
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret', actionDelayMs: 30 })
  control = simulatorControl(simulator.url)
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
  })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  await control.reset()
  await control.setMerchants([{ merchantId, name: 'Forno', menu: [] }])
  ;({ store, manager } = await standardShop(app, { name: 'Forno' }))
  await app.db.deleteFrom('merchant_routes').execute()
  await app.db
    .insertInto('merchant_routes')
    .values({ platform: 'ifood', merchant_id: merchantId, store_id: store })
    .execute()
})

const option = (
  externalCode: string,
  name: string,
  priceCents = 0,
): DocumentOptionGroup['options'][number] => ({
  externalCode,
  name,
  description: '',
  status: 'AVAILABLE',
  priceCents,
  maxPermitted: 1,
})
const group = (
  externalCode: string,
  name: string,
  options: DocumentOptionGroup['options'],
  its: Partial<DocumentOptionGroup> = {},
): DocumentOptionGroup => ({
  externalCode,
  name,
  description: '',
  status: 'AVAILABLE',
  minPermitted: 1,
  maxPermitted: 1,
  priceMethod: 'SUM',
  options,
  ...its,
})
const item = (externalCode: string, name: string, its: Partial<DocumentItem> = {}): DocumentItem => ({
  externalCode,
  name,
  description: '',
  serving: null,
  unit: 'UN',
  ean: null,
  photoId: null,
  priceCents: 2_000,
  channels: [],
  allergen: [],
  isAlcoholic: false,
  taxClass: null,
  ncm: null,
  availability: [],
  locks: [],
  optionGroups: [],
  ...its,
})
const menuOf = (
  name: string,
  items: DocumentItem[],
  optionGroups: DocumentOptionGroup[] = [],
): MenuDocument => ({
  categories: [
    { externalCode: 'cat-1', name, description: '', status: 'AVAILABLE', availability: [], items },
  ],
  otherItems: [],
  optionGroups,
})
const keep = (document: MenuDocument) =>
  withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('menu_photos')
      .values({ store_id: store, id: photoId, content_type: 'image/jpeg', bytes: Buffer.from('photo') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await writeWholeMenu(tx, store, document, { now: app.deps.now() })
  })
const here = () => ({ storeId: store })
const work = async () => {
  while ((await relayOutbox(app.deps, [store], effectHandlers(app.deps))) > 0);
}
const read = async (publicationId: string) =>
  (await app.call(manager, contract.readMenuPublication, { params: { publicationId } }, here())).data
const compared = async () => {
  const body = { platform: 'ifood' as const, merchantId }
  const { publicationId } = (await app.call(manager, contract.beginMenuPublication, { body }, here())).data
  await work()
  return read(publicationId)
}
const published = async () => {
  const shown = await compared()
  const body = { ticked: shown.parts.map(({ change }) => change.key), menu: shown.menu }
  await app.call(
    manager,
    contract.confirmMenuPublication,
    { params: { publicationId: shown.id }, body },
    here(),
  )
  await work()
  return read(shown.id)
}
const states = async () => (await published()).parts.map(({ state, problem }) => problem ?? state)
const nothingLeft = async () => expect((await compared()).parts).toEqual([])

test('a new category is made once, and follows its new name', async () => {
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger')]))
  const done = await published()
  expect(done.categories).toEqual([{ name: 'Lanches', before: null }])
  await keep(menuOf('Lanches da casa', [item('X-1', 'X-Burger')]))
  const renamed = await published()
  expect(renamed).toMatchObject({
    state: 'done',
    categories: [{ name: 'Lanches da casa', before: 'Lanches' }],
  })
  const { items } = await control.readCatalog(merchantId)
  expect(items).toMatchObject([{ name: 'X-Burger', category: 'Lanches da casa' }])
  await nothingLeft()
})

test('a photo is sent once, and named in the item', async () => {
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger', { photoId }), item('X-2', 'X-Salada', { photoId })]))
  expect(await states()).toEqual(['proved', 'proved'])
  const { items } = await control.readCatalog(merchantId)
  const [first, second] = items as readonly { image?: string }[]
  expect(first?.image).toMatch(new RegExp(`^${merchantId}/[0-9a-f]+\\.jpeg$`))
  expect(second?.image).toBe(first?.image)
  await nothingLeft()
})

const lunch = [
  { dayOfWeek: ['FRIDAY' as const], timePeriods: { startTime: '18:00', endTime: '02:00' } },
  { dayOfWeek: ['SATURDAY' as const], timePeriods: { startTime: '11:00', endTime: '00:00' } },
]

test('the hours of an item are named before, sent as shifts that end at midnight, and read back', async () => {
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger'), item('X-2', 'X-Salada')]))
  await published()
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger', { availability: lunch }), item('X-2', 'X-Salada')]))
  const shown = await compared()
  expect(shown.parts.map(({ change }) => [change.name, change.fields])).toEqual([
    [
      'X-Burger',
      [
        {
          field: 'availability',
          before: '',
          after: 'Sáb, 00:00–02:00 · Sáb, 11:00–00:00 · Sex, 18:00–00:00',
        },
      ],
    ],
  ])
  expect(await states()).toEqual(['proved'])
  const [burger] = (await control.readCatalog(merchantId)).items as readonly { more?: { item?: object } }[]
  expect(burger?.more?.item).toMatchObject({
    shifts: [
      { startTime: '00:00', endTime: '02:00', saturday: true, friday: false },
      { startTime: '11:00', endTime: '23:59', saturday: true, friday: false },
      { startTime: '18:00', endTime: '23:59', saturday: false, friday: true },
    ],
  })
  await nothingLeft()
})

test('an item without hours here keeps those that it has there, and the owner reads so', async () => {
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger', { availability: lunch })]))
  await published()
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger de novo')]))
  expect((await compared()).leftOut).toEqual([
    { where: 'X-Burger de novo', message: expect.stringContaining('o de lá fica') },
  ])
  expect(await states()).toEqual(['proved'])
  const [burger] = (await control.readCatalog(merchantId)).items as readonly { more?: { item?: object } }[]
  expect(burger?.more?.item).toMatchObject({ shifts: [{}, {}, {}] })
})

test('an item whose hours never meet those of its category is left out, with what to do', async () => {
  const monday = [{ dayOfWeek: ['MONDAY' as const], timePeriods: { startTime: '11:00', endTime: '15:00' } }]
  const menu = menuOf('Lanches', [item('X-1', 'X-Burger', { availability: lunch }), item('X-2', 'X-Salada')])
  await keep({ ...menu, categories: menu.categories.map((one) => ({ ...one, availability: monday })) })
  const shown = await compared()
  expect(shown.parts.map(({ change }) => change.name)).toEqual(['X-Salada'])
  expect(shown.leftOut).toEqual([{ where: 'X-Burger', message: expect.stringContaining('hora em comum') }])
})

const pizzaGroups = [
  group('g-size', 'Tamanho', [option('s-m', 'Média', 0), option('s-g', 'Grande', 1_500)]),
  group('g-crust', 'Massa', [option('c-1', 'Tradicional')]),
  group('g-edge', 'Borda', [option('e-1', 'Catupiry', 800)], { minPermitted: 0 }),
  group('g-top', 'Sabores', [option('t-1', 'Calabresa'), option('t-2', 'Portuguesa', 500)], {
    maxPermitted: 2,
    priceMethod: 'MAX',
  }),
]

test('a pizza has its four parts, costs what its size costs, and may be divided as the menu says', async () => {
  const optionGroups = pizzaGroups.map(({ externalCode }) => externalCode)
  await keep(menuOf('Pizzas', [item('PZ', 'Pizza', { priceCents: 4_000, optionGroups })], pizzaGroups))
  expect(await states()).toEqual(['proved'])
  const { items } = await control.readCatalog(merchantId)
  expect(items).toMatchObject([
    {
      type: 'PIZZA',
      groups: [
        {
          type: 'SIZE',
          options: [
            { name: 'Média', cents: 4_000, fractions: [1, 2] },
            { name: 'Grande', cents: 5_500, fractions: [1, 2] },
          ],
        },
        { type: 'CRUST', min: 1 },
        { type: 'EDGE', min: 0, options: [{ cents: 800 }] },
        { type: 'TOPPING', min: 1, max: 1 },
      ],
    },
  ])
  await nothingLeft()
})

test('halves without the four parts of a pizza are left out, with what to do', async () => {
  const optionGroups = ['g-size', 'g-top']
  await keep(
    menuOf(
      'Pizzas',
      [item('PZ', 'Pizza', { optionGroups }), item('X-1', 'X-Burger')],
      pizzaGroups.filter(({ externalCode }) => optionGroups.includes(externalCode)),
    ),
  )
  const shown = await compared()
  expect(shown.parts.map(({ change }) => change.name)).toEqual(['X-Burger'])
  expect(shown.leftOut).toEqual([
    { where: 'Pizza', message: expect.stringContaining('que falta: Massa, Borda') },
  ])
})

test('groups below an option make a combo with one main group', async () => {
  const groups = [
    group('g-burger', 'Escolha o lanche', [option('b-1', 'X-Burger'), option('b-2', 'X-Salada')]),
    group('g-drink', 'Bebida', [option('d-1', 'Guaraná', 300)], { minPermitted: 0 }),
    group('g-point', 'Ponto da carne', [option('p-1', 'Ao ponto'), option('p-2', 'Bem passada')], {
      askedWith: { group: 'g-burger', option: 'b-1' },
    }),
  ]
  await keep(menuOf('Combos', [item('CB', 'Combo', { optionGroups: ['g-burger', 'g-drink'] })], groups))
  expect(await states()).toEqual(['proved'])
  const { items } = await control.readCatalog(merchantId)
  expect(items).toMatchObject([
    {
      type: 'COMBO_V2',
      groups: [
        {
          type: 'OFFER_UNIT',
          association: 'MAIN',
          options: [{ name: 'X-Burger', groups: [{ type: 'SPECIFICATION', name: 'Ponto da carne' }] }, {}],
        },
        { type: 'OFFER_UNIT' },
      ],
    },
  ])
  await nothingLeft()
})

test('options that are there keep their price and their sale; what left the menu leaves the item', async () => {
  const extras = (options: DocumentOptionGroup['options']) =>
    menuOf(
      'Lanches',
      [item('X-1', 'X-Burger', { optionGroups: ['g-1'] })],
      [group('g-1', 'Turbine', options)],
    )
  await keep(extras([option('o-1', 'Bacon', 500), option('o-2', 'Cheddar', 400)]))
  await published()
  const bacon = (await control.readCatalog(merchantId)).items[0]?.groups?.[0]?.options[0]
  await control.changeCatalog(merchantId, { optionId: bacon?.id ?? '', cents: 700, status: 'UNAVAILABLE' })
  await keep(extras([option('o-1', 'Bacon crocante', 500), option('o-3', 'Ovo', 200)]))
  const done = await published()
  expect(done.parts[0]?.change.fields.map(({ field }) => field)).toEqual(['optionGroups'])
  const [burger] = (await control.readCatalog(merchantId)).items
  expect(burger?.groups?.[0]?.options).toMatchObject([
    { id: bacon?.id, name: 'Bacon crocante', cents: 700, status: 'UNAVAILABLE' },
    { name: 'Ovo', cents: 200, status: 'AVAILABLE' },
  ])
})

test('a category keeps its name there when another one has the new name, and the publication says so', async () => {
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger')]))
  await published()
  await control.setMerchants([
    {
      merchantId,
      name: 'Forno',
      menu: [{ code: 'BL-1', name: 'Bolo', cents: 100, category: 'Doces' }],
    },
  ])
  await keep(menuOf('Lanches', [item('X-1', 'X-Burger'), item('X-2', 'X-Salada')]))
  await published()
  await keep(menuOf('Doces', [item('X-1', 'X-Burger com queijo'), item('X-2', 'X-Salada')]))
  const done = await published()
  expect(done).toMatchObject({ state: 'done', problem: expect.stringContaining('already exists') })
  expect(done.parts.filter(({ chosen }) => chosen).map(({ change, state }) => [change.name, state])).toEqual(
    expect.arrayContaining([['X-Burger com queijo', 'proved']]),
  )
})
