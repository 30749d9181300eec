import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as modifiers from '../../contract/delivery/modifiers.ts'
import { quoteDelivery, readRecentAddresses } from '../../contract/delivery/quote.ts'
import * as zones from '../../contract/delivery/zones.ts'
import { findKnownCustomer } from '../../contract/orders/known-customer.ts'
import { placeOrder, type PlaceOrderBody } from '../../contract/orders/orders.ts'
import { readStore, weekdays } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { ownOrder } from '../testing/orders.ts'
import { standardShop } from '../testing/standard-shop.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const later = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, other, basic, manager, stranger } = await standardShop(app))
})

const zone = (name: string, shape: zones.ZoneShape, changes: Partial<zones.DeliveryZone> = {}) => ({
  id: randomUUID(),
  name,
  shape,
  deny: false,
  feeCents: 700,
  minutes: { min: 40, max: 55 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
  ...changes,
})
const district = (...names: string[]): zones.ZoneShape => ({
  kind: 'district',
  districts: names.map((name) => ({ name, aliases: [] })),
})
const polygon = (...ring: [number, number][]): zones.ZoneShape => ({ kind: 'polygon', ring })
const here = () => ({ storeId: store })
const read = async () => (await app.call(basic, zones.readDeliveryConfig, {}, here())).data
const save = (person: Person, list: readonly object[], version = 0, storeId = store) =>
  app.call(
    person,
    zones.saveDeliveryConfig,
    { body: { zones: list as zones.DeliveryZone[], version } },
    { storeId },
  )
const quote = async (body: object, person = basic) =>
  (await app.call(person, quoteDelivery, { body: { itemsCents: 6_800, ...body } }, here())).data
const auditOf = (action: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'details'])
      .where('store_id', '=', store)
      .where('action', '=', action)
      .execute(),
  )

describe('delivery zones', () => {
  test('of a new store are none; the first ones hold at once, with who saved them', async () => {
    expect(await read()).toMatchObject({ zones: [], version: 0, savedBy: null, warnings: [] })
    const centre = zone('Centro', district('Centro'))
    const saved = await save(manager, [centre])
    expect(saved.data).toMatchObject({ version: 1, savedBy: 'manager', zones: [centre] })
    expect((await quote({ district: 'CENTRO' })).feeCents).toBe(700)
    await save(manager, [{ ...centre, feeCents: 900 }], 1)
    expect((await quote({ district: 'CENTRO' })).feeCents).toBe(900)
    expect(await auditOf('delivery/zones-saved')).toEqual([
      {
        actor_uid: manager.uid,
        details: { before: { zones: [], order: [] }, after: { zones: [centre], order: [centre.id] } },
      },
      {
        actor_uid: manager.uid,
        details: { before: { zones: [centre] }, after: { zones: [{ ...centre, feeCents: 900 }] } },
      },
    ])
  })

  test('are found by their districts as Correios and people spell them', async () => {
    const names = [
      'Setor Bueno',
      'Cohab II',
      'Conjunto Habitacional São Pedro',
      'Recanto das Emas',
      'Asa Norte',
    ]
    await save(manager, [zone('Perto', district(...names, 'Jardim América'))])
    for (const written of [
      ...['St. Bueno', 'Set. Bueno', 'Cohab 2', 'Conj. Hab. São Pedro', 'Rec. das Emas'],
      ...['Plano Piloto (Asa Norte)', 'Jardin America'],
    ])
      expect((await quote({ district: written })).served, written).toBe(true)
    expect((await quote({ text: 'Rua 3, Qd 10, Lt 5, St. Bueno' })).district).toBe('Setor Bueno')
    expect((await quote({ district: 'Cohab 3' })).served).toBe(false)
  })

  test('are changed by managers, and of another owner’s store they are not found', async () => {
    expect((await save(basic, [])).body.error).toBe('permission/denied')
    expect((await save(stranger, [])).body.error).toBe('store/not-found')
    expect((await save(manager, [], 0, other)).body.error).toBe('store/not-found')
    expect((await read()).version).toBe(0)
  })

  test('saved by two at once keep one, and the other sees it', async () => {
    const both = await Promise.all([
      save(manager, [zone('Norte', district('Santana'))]),
      save(manager, [zone('Sul', district('Moema'))]),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)
    expect([lost?.body.error, lost?.body.current]).toMatchObject(['delivery/stale-config', { version: 1 }])
    expect((await save(manager, [], 7)).body.error).toBe('delivery/stale-config')
  })

  test('that cannot be meant are refused with the reason, and nothing is saved', async () => {
    const refused = async (...list: object[]) => {
      const { status, body } = await save(manager, list)
      expect([list, status]).toEqual([list, 422])
      return body.details?.map((detail) => ('message' in detail ? detail.message : ''))
    }
    const bow = polygon([-46.7, -23.6], [-46.6, -23.5], [-46.6, -23.6], [-46.7, -23.5])
    expect(await refused(zone('Laço', bow))).toEqual(['“Laço”: os lados 1 e 3 do desenho se cruzam.'])
    expect(await refused(zone('A', district('São José')), zone('B', district('Lapa', 'sao jose')))).toEqual([
      '“sao jose” já está em “A”. Tire de uma das áreas.',
    ])
    expect(await refused(zone('A', district('Jd. Europa', 'Jardim Europa')))).toHaveLength(1)
    const band = (from: number, to: number): zones.ZoneShape => ({
      kind: 'radius',
      fromMetres: from,
      toMetres: to,
    })
    expect(await refused(zone('Perto', band(0, 3_000)), zone('Longe', band(2_000, 5_000)))).toEqual([
      '“Perto” e “Longe” se sobrepõem entre 2\u00a0km e 3\u00a0km.',
    ])
    expect(await refused(zone('Perto', band(0, 3_000)), zone('Longe', band(3_500, 5_000)))).toEqual([
      'Entre 3\u00a0km e 3,5\u00a0km ninguém atende: aproxime “Perto” e “Longe”.',
    ])
    expect(await refused(zone('Nada', band(3_000, 3_000)))).toHaveLength(1)
    const ceps = (from: string, to: string): zones.ZoneShape => ({ kind: 'cep', from, to })
    expect(
      await refused(zone('A', ceps('05400-000', '05499-999')), zone('B', ceps('05450000', '05599999'))),
    ).toEqual(['“A” e “B” têm os mesmos CEPs a partir de 05450-000.'])
    expect(await refused(zone('Volta', ceps('05499999', '05400000')))).toHaveLength(1)
    const twice = zone('Duas', district('Lapa'))
    expect(await refused(twice, { ...twice, shape: district('Moema') })).toEqual([
      '“Duas” está duas vezes na lista.',
    ])
    expect((await read()).version).toBe(0)
  })

  test('refuse what is no number, no place in Brazil, too long or not in the form', async () => {
    const wrong: readonly object[] = [
      zone('A', district('Lapa'), { feeCents: -1 }),
      zone('A', district('Lapa'), { feeCents: 0.5 }),
      zone('A', district('Lapa'), { feeCents: 1e308 }),
      { ...zone('A', district('Lapa')), feeCents: 'NaN' },
      { ...zone('A', district('Lapa')), feeCents: null },
      zone('A', district('Lapa'), { minutes: { min: 60, max: 30 } }),
      zone('x'.repeat(65_536), district('Lapa')),
      zone('A', district('x'.repeat(65_536))),
      zone('A\u202e', district('Lapa')),
      zone('A', district('  ')),
      zone('A', polygon([0, 0], [1, 0], [1, 1])),
      zone('A', polygon([-46.7, -23.6], [-46.6, -23.6])),
      zone('A', {
        kind: 'polygon',
        ring: Array.from({ length: 502 }, (_, at): [number, number] => [-46.7 + at / 1e4, -23.5]),
      }),
      zone('A', { kind: 'polygon', ring: [[-46.7, -23.6, 3] as never, [-46.6, -23.6], [-46.6, -23.5]] }),
      { ...zone('A', district('Lapa')), constructor: 1 },
      JSON.parse(
        JSON.stringify(zone('A', district('Lapa'))).replace('{', '{"__proto__":{"deny":true},'),
      ) as object,
      zone('A', { kind: 'cep', from: '1', to: '05400000' }),
      { ...zone('A', district('Lapa')), shape: { kind: 'circle' } },
    ]
    for (const [at, one] of wrong.entries()) {
      const { status, body } = await save(manager, [one])
      expect([at, status, body.error]).toEqual([at, 400, 'validation/invalid'])
    }
    expect((await read()).version).toBe(0)
  })

  test('of 501 corners are refused; emoji and accents are names', async () => {
    const round = Array.from({ length: 501 }, (_, at): [number, number] => [
      Math.round((-46.65 + 0.05 * Math.cos((at * 2 * Math.PI) / 501)) * 1e6) / 1e6,
      Math.round((-23.55 + 0.05 * Math.sin((at * 2 * Math.PI) / 501)) * 1e6) / 1e6,
    ])
    expect((await save(manager, [zone('Grande', { kind: 'polygon', ring: round })])).status).toBe(422)
    const fine = zone('🍕 Açaí & Cia', { kind: 'polygon', ring: round.slice(0, 500) })
    expect((await save(manager, [fine])).status).toBe(200)
    expect((await quote({ point: { lat: -23.55, lng: -46.65 } })).zoneName).toBe('🍕 Açaí & Cia')
  })

  test('drawn backwards or closed are kept in one way; overlaps and small gaps are said, not refused', async () => {
    const closed = polygon([-46.7, -23.5], [-46.6, -23.5], [-46.6, -23.6], [-46.7, -23.6], [-46.7, -23.5])
    const shifted = polygon([-46.65, -23.55], [-46.5, -23.55], [-46.5, -23.4])
    const saved = await save(manager, [
      zone('Quadra', closed),
      zone('Ponta', shifted),
      zone('C1', { kind: 'cep', from: '05400000', to: '05400999' }),
      zone('C2', { kind: 'cep', from: '05401010', to: '05401999' }),
      zone('Raio', { kind: 'radius', fromMetres: 0, toMetres: 2_000 }),
    ])
    expect(saved.data.zones[0]?.shape).toMatchObject({ ring: { length: 4 } })
    expect(saved.data.warnings.map(({ message }) => message)).toEqual([
      'A distância conta a partir da loja: informe o ponto dela em Ajustes, Loja.',
      'Entre “C1” e “C2” sobram 10 CEPs sem entrega.',
      '“Quadra” e “Ponta” se sobrepõem: ali vale “Quadra”.',
    ])
  })
})

describe('a modifier', () => {
  const rain = {
    name: 'Chuva',
    effects: [
      { kind: 'fixed' as const, cents: 200 },
      { kind: 'minutes' as const, minutes: 10 },
    ],
    capCents: null,
    toCourier: false,
    when: { kind: 'manual' as const, until: later(90).toISOString() } as modifiers.ModifierTrigger,
    zoneIds: [] as string[],
    active: true,
  }
  const put = (person: Person, body: object = {}, storeId = store) =>
    app.call(person, modifiers.saveDeliveryModifier, { body: { ...rain, ...body } }, { storeId })
  const mine = async () => (await app.call(basic, modifiers.readMyDeliveryModifiers, {}, here())).data
  const remove = (person: Person, id: string) =>
    app.call(person, modifiers.deleteDeliveryModifier, { query: { id } }, {})

  beforeEach(async () => {
    await save(manager, [zone('Centro', district('Centro'))])
  })

  test('that a person turns on holds at once and ends at its second, also after an outage', async () => {
    const made = await put(manager)
    expect(made.data.modifiers).toMatchObject([{ name: 'Chuva', on: true, until: later(90).toISOString() }])
    expect(await quote({ district: 'Centro' })).toMatchObject({
      feeCents: 900,
      minutes: { min: 50, max: 65 },
    })
    expect(await mine()).toMatchObject({ nextChange: later(90).toISOString() })
    app.setClock(new Date(later(90).getTime() - 1_000))
    basic = await app.addPerson('basic', { [store]: 'basic' })
    expect((await quote({ district: 'Centro' })).feeCents).toBe(900)
    app.setClock(later(90))
    expect((await quote({ district: 'Centro' })).feeCents).toBe(700)
    expect((await mine()).modifiers).toMatchObject([{ on: false, when: { until: null } }])
  })

  test('runs for twelve hours at most, and ends in the future', async () => {
    const until = (minutes: number) => ({ when: { kind: 'manual', until: later(minutes).toISOString() } })
    expect((await put(manager, until(12 * 60 + 5))).body.details?.[0]).toMatchObject({
      path: 'when.until',
      message: 'Pode valer por até 12 horas seguidas.',
    })
    expect((await put(manager, until(-1))).status).toBe(422)
    expect((await put(manager, until(12 * 60))).status).toBe(200)
  })

  test('is made by managers, in stores that are theirs', async () => {
    expect((await put(basic)).body.error).toBe('permission/denied')
    expect((await put(stranger)).body.error).toBe('store/not-found')
    expect((await put(manager, { storeIds: [store, other] })).body.error).toBe('store/not-found')
    expect((await app.call(manager, modifiers.saveDeliveryModifier, { body: rain }, {})).body.error).toBe(
      'store/not-selected',
    )
    expect((await mine()).modifiers).toEqual([])
  })

  test('is changed and removed by one of two at once, and by nobody of another store', async () => {
    const [one] = (await put(manager)).data.modifiers
    const id = one?.id ?? ''
    const both = await Promise.all([
      put(manager, { id, version: 1, name: 'Garoa' }),
      put(manager, { id, version: 1, name: 'Temporal' }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.error).toBe('delivery/stale-modifier')
    expect((await put(stranger, { id, version: 2 })).body.error).toBe('delivery/modifier-not-found')
    expect((await remove(stranger, id)).body.error).toBe('delivery/modifier-not-found')
    expect((await remove(basic, id)).body.error).toBe('permission/denied')
    const gone = await Promise.all([remove(manager, id), remove(manager, id)])
    expect(gone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await auditOf('delivery/modifier-changed'))[0]?.details).toMatchObject({
      before: { name: 'Chuva' },
    })
    expect(await auditOf('delivery/modifier-removed')).toHaveLength(1)
  })

  test('for several stores is one in each; the list has the stores that the caller manages', async () => {
    const second = await app.addStore({ name: 'Segunda' })
    const both = await app.addPerson('both', { [store]: 'manager', [second]: 'manager' })
    expect((await put(both, { storeIds: [store, second] })).data.modifiers).toHaveLength(2)
    const listed = async (person: Person) =>
      (await app.call(person, modifiers.readDeliveryModifiers, {}, {})).data.modifiers.map(
        ({ storeId }) => storeId,
      )
    expect((await listed(both)).toSorted()).toEqual([store, second].toSorted())
    expect(await listed(manager)).toEqual([store])
    expect([await listed(basic), await listed(stranger)]).toEqual([[], []])
    expect((await put(both, { storeIds: [store, second], zoneIds: [randomUUID()] })).status).toBe(422)
  })

  test('of one zone names a zone that exists', async () => {
    const [centre] = (await read()).zones
    expect((await put(manager, { zoneIds: [randomUUID()] })).body.details?.[0]).toMatchObject({
      path: 'zoneIds',
    })
    expect((await put(manager, { zoneIds: [centre?.id], effects: [{ kind: 'closeZone' }] })).status).toBe(200)
    expect(await quote({ district: 'Centro' })).toMatchObject({ served: false, refusal: 'closed' })
  })

  test('of a full kitchen goes on with the queue, stays a quarter of an hour, and shows what it did', async () => {
    const [made] = (await put(manager, { when: { kind: 'queueOver', count: 1 } })).data.modifiers
    const order = () =>
      app.call(basic, placeOrder, { body: ownOrder() }, { storeId: store, key: randomUUID() })
    await order()
    expect((await mine()).modifiers[0]?.on).toBe(false)
    const second = await order()
    expect((await quote({ district: 'Centro' })).feeCents).toBe(900)
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('orders')
        .set({ open: false, status: 'concluded' })
        .where('store_id', '=', store)
        .execute(),
    )
    app.setClock(later(10))
    expect((await mine()).modifiers[0]?.on).toBe(true)
    app.setClock(later(16))
    expect((await quote({ district: 'Centro' })).feeCents).toBe(700)
    const runs = await app.call(
      manager,
      modifiers.readModifierRuns,
      { query: { id: made?.id ?? '' } },
      here(),
    )
    expect(second.status).toBe(200)
    expect(runs.data.runs).toMatchObject([
      { startedAt: evening.toISOString(), endedAt: later(16).toISOString(), usual: { orders: 0 } },
    ])
    expect(
      (await app.call(basic, modifiers.readModifierRuns, { query: { id: made?.id ?? '' } }, here())).status,
    ).toBe(403)
  })
})

describe('an order by telephone', () => {
  const place = (body: Partial<PlaceOrderBody>, person = basic, key = randomUUID()) =>
    app.call(person, placeOrder, { body: ownOrder(body) }, { storeId: store, key })
  /** `ownOrder` has items of R$ 68,00, R$ 7,50 for the delivery and R$ 5,00 off. */
  beforeEach(async () => {
    await save(manager, [
      zone('Centro', district('Centro'), { feeCents: 750, minutes: { min: 30, max: 44 } }),
    ])
  })

  test('keeps the quote with its steps, and is promised as quoted', async () => {
    const { quoteId } = await quote({ district: 'centro' })
    const placed = await place({ quote: { id: quoteId } })
    expect(placed.data.quote).toEqual({
      id: quoteId,
      zoneName: 'Centro',
      steps: ['centro', 'Centro (R$ 7,50, 30–44\u00a0min)', 'R$ 7,50, 30–44\u00a0min'],
      feeCents: 750,
      courierPayoutCents: null,
      note: null,
    })
    expect(placed.data.promisedAt).toBe(later(44).toISOString())
  })

  test('with another fee says why', async () => {
    await save(manager, [zone('Centro', district('Centro'), { feeCents: 900 })], 1)
    const { quoteId } = await quote({ district: 'Centro' })
    const refused = await place({ quote: { id: quoteId } })
    expect([refused.status, refused.body.details?.[0]]).toMatchObject([422, { path: 'quote.note' }])
    const placed = await place({ quote: { id: quoteId, note: 'Cliente antigo' } })
    expect(placed.data.quote).toMatchObject({ feeCents: 900, note: 'Cliente antigo' })
  })

  test('needs a quote of its own store, of its items and of the last half hour', async () => {
    const { quoteId } = await quote({ district: 'Centro' })
    const otherItems = await quote({ district: 'Centro', itemsCents: 100 })
    expect((await place({ quote: { id: otherItems.quoteId } })).body.error).toBe('delivery/stale-quote')
    expect((await place({ quote: { id: randomUUID() } })).body.error).toBe('delivery/stale-quote')
    const foreign = await app.call(
      stranger,
      placeOrder,
      { body: ownOrder({ quote: { id: quoteId } }) },
      { storeId: other, key: randomUUID() },
    )
    expect(foreign.body.error).toBe('delivery/stale-quote')
    const key = randomUUID()
    const placed = await place({ quote: { id: quoteId } }, basic, key)
    app.setClock(later(31))
    expect((await place({ quote: { id: quoteId } })).body.error).toBe('delivery/stale-quote')
    // The same tap again finds its order.
    expect((await place({ quote: { id: quoteId } }, basic, key)).data.id).toBe(placed.data.id)
  })

  test('knows the customer by the telephone, and leaves a row of who looked', async () => {
    await place({})
    const find = (phone: string, person = basic) =>
      app.call(person, findKnownCustomer, { body: { phone } }, here())
    const found = await find('(11) 98765-4321')
    expect(found.data.customer).toMatchObject({
      name: 'Ana Souza',
      ordersCount: 1,
      addresses: [{ street: 'Rua das Flores', district: 'Centro' }],
      lastOrder: { type: 'DELIVERY', method: 'CASH', orderCents: 7_050, items: [{ name: 'Pizza média' }] },
    })
    expect((await find('(11) 91234-5678')).data.customer).toBeNull()
    expect((await find('(11) 98765-4321', stranger)).body.error).toBe('store/not-found')
    expect(await auditOf('order/customer-looked-up')).toMatchObject([{ actor_uid: basic.uid }])
    for (const phone of [
      ...['011 98765-4321', '0xx11 98765-4321', '015 11 98765-4321', '+55 (011) 98765-4321', '11 8765-4321'],
    ])
      expect((await find(phone)).data.customer?.name, phone).toBe('Ana Souza')
  })

  const setStorePhone = (phone: string | null) =>
    withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('stores').set({ phone }).where('id', '=', store).execute(),
    )

  test('a phone without an area code is one of the store’s own area, for finding and for the order', async () => {
    await setStorePhone('+551133334444')
    const placed = await place({ customer: { name: 'Bia', phone: '97777-1234' } })
    expect(placed.data.customer.phone).toBe('+5511977771234')
    const find = (phone: string) => app.call(basic, findKnownCustomer, { body: { phone } }, here())
    for (const phone of ['97777-1234', '977771234', '7777-1234', '(11) 97777-1234'])
      expect((await find(phone)).data.customer?.name, phone).toBe('Bia')
    const refused = await find('7123')
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ path: 'phone', message: 'Informe o telefone com DDD, como (11) 98765-4321.' }],
    ])
    expect((await place({ customer: { name: 'Bia', phone: '7123' } })).body.details).toMatchObject([
      { path: 'customer.phone' },
    ])
  })

  test('a store without a phone of its own asks for the area code', async () => {
    await setStorePhone(null)
    const found = await app.call(basic, findKnownCustomer, { body: { phone: '97777-1234' } }, here())
    expect([found.status, found.body.details]).toMatchObject([422, [{ path: 'phone' }]])
  })
})

test('the history shows districts and rounded points to managers only', async () => {
  const at = {
    street: 'Rua A',
    number: '1',
    complement: null,
    reference: null,
    city: 'Cidade',
    state: 'SP',
    zipCode: null,
  }
  const place = (name: string, lat: number | null, lng: number | null, street = 'Rua A') =>
    app.call(
      basic,
      placeOrder,
      { body: ownOrder({ delivery: { address: { ...at, street, district: name, lat, lng } } }) },
      { storeId: store, key: randomUUID() },
    )
  await place('Jardim Europa', -23.570_123, -46.680_987)
  await place('jd. europa', -23.570_234, -46.680_876)
  await place('Jardim Europa', null, null)
  app.setClock(later(1))
  await place('Lapa', null, null, 'Rua B')
  const history = await app.call(manager, zones.readDeliveryHistory, {}, here())
  expect(history.data).toEqual({
    days: 90,
    orders: 4,
    dots: [{ lat: -23.57, lng: -46.681, orders: 2 }],
    districts: [
      { name: 'Jardim Europa', orders: 3, feeCents: 750, at: { lat: -23.57, lng: -46.681 } },
      { name: 'Lapa', orders: 1, feeCents: 750, at: null },
    ],
    // Orders of one place draw no street.
    streets: [],
  })
  expect((await app.call(basic, zones.readDeliveryHistory, {}, here())).body.error).toBe('permission/denied')
  await save(manager, [zone('Lapa', district('Lapa'))])
  const recent = (person: Person) => app.call(person, readRecentAddresses, {}, here())
  expect((await recent(manager)).data.addresses).toMatchObject([
    { street: 'Rua B, 1', district: 'Lapa', served: true, words: expect.stringMatching(/7,00, 40–55/) },
    {
      street: 'Rua A, 1',
      district: 'Jardim Europa',
      served: false,
      words: 'nenhuma área atende este endereço',
    },
  ])
  expect((await recent(basic)).body.error).toBe('permission/denied')
  expect((await recent(stranger)).body.error).toBe('store/not-found')

  // Orders along a street draw it.
  for (const step of [0, 1, 2, 3, 4])
    await place('Jardim Europa', -23.57, -46.68 + step / 500, 'Rua Harmonia')
  app.setClock(later(2))
  expect((await app.call(manager, zones.readDeliveryHistory, {}, here())).data.streets).toEqual([
    {
      name: 'Rua Harmonia',
      from: { lat: -23.57, lng: -46.68 },
      to: { lat: -23.57, lng: -46.672 },
      orders: 5,
    },
  ])
})

test('an address as people say it is quoted by its district or its CEP', async () => {
  await save(manager, [
    zone('Perto', { kind: 'district', districts: [{ name: 'Vila Sônia', aliases: ['Morumbi Sul'] }] }),
    zone('CEP', { kind: 'cep', from: '05500000', to: '05599999' }, { feeCents: 900 }),
  ])
  const found = async (text: string) => {
    const { zoneName, steps, district: named } = await quote({ text })
    if (named !== undefined) expect(named).toBe(steps[0]?.words)
    return [zoneName, steps[0]?.words, named !== undefined]
  }
  expect(await found('Rua das Acácias, 12 - vl. sonia, São Paulo')).toEqual(['Perto', 'Vila Sônia', true])
  expect(await found('R. A 3, morumbi sul 05510-000')).toEqual(['Perto', 'Vila Sônia', true])
  expect(await found('Rua A, 5, 05510-000')).toEqual(['CEP', 'CEP 05510-000', false])
  expect(await found('Tatuapé')).toEqual([null, 'Tatuapé', false])
  const refused = await app.call(
    basic,
    quoteDelivery,
    { body: { itemsCents: 100, text: 'x'.repeat(201) } },
    here(),
  )
  expect(refused.status).toBe(400)
})

test('a quote among 1,000 districts, 100 drawings of 500 corners and 50 rules costs at most ten plain reads', async () => {
  const round = (x: number, y: number) =>
    polygon(
      ...Array.from({ length: 500 }, (_, at): [number, number] => [
        Math.round((x + 0.004 * Math.cos((at * 2 * Math.PI) / 500)) * 1e6) / 1e6,
        Math.round((y + 0.004 * Math.sin((at * 2 * Math.PI) / 500)) * 1e6) / 1e6,
      ]),
    )
  const list = [
    ...Array.from({ length: 1_000 }, (_, at) => zone(`D${at}`, district(`Vila Número ${at}`))),
    ...Array.from({ length: 100 }, (_, at) =>
      zone(`P${at}`, round(-46.7 + (at % 10) / 100, -23.6 + Math.floor(at / 10) / 100)),
    ),
  ]
  expect((await save(manager, list)).status).toBe(200)
  const always = [{ weekdays: [...weekdays], start: '00:00', end: '00:00' }]
  for (let at = 0; at < 50; at += 1) {
    await app.call(
      manager,
      modifiers.saveDeliveryModifier,
      {
        body: {
          name: `R${at}`,
          effects: [{ kind: 'fixed', cents: 10 }],
          capCents: null,
          toCourier: false,
          when: at % 2 === 0 ? { kind: 'queueOver', count: 500 } : { kind: 'weekly', windows: always },
          zoneIds: [],
          active: true,
        },
      },
      here(),
    )
  }
  const median = async (run: () => Promise<unknown>) => {
    const times: number[] = []
    for (let at = 0; at < 21; at += 1) {
      const start = performance.now()
      await run()
      times.push(performance.now() - start)
    }
    return times.toSorted((a, b) => a - b)[10] ?? 0
  }
  const point = { lat: -23.51, lng: -46.61 }
  expect(await quote({ point, district: 'Vila Número 2000' })).toMatchObject({
    served: true,
    zoneName: 'P99',
  })
  const read = await median(() => app.call(basic, readStore, { params: { storeId: store } }))
  const asked = await median(() => quote({ point, district: 'Vila Número 2000' }))
  expect(asked / read).toBeLessThan(10)
  if (process.env.BALCAO_FIGURES) console.log(`quote ${asked.toFixed(1)} ms, read ${read.toFixed(1)} ms`)
}, 60_000)
