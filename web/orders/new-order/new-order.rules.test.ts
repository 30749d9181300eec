import { safeParse } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { placeOrderBody } from '../../../contract/orders/orders.ts'
import type { Menu, MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import {
  askedNow,
  choiceProblem,
  draftOption,
  groupsOf,
  minPrice,
  optionWords,
  stillAsked,
} from './draft-options.rules.ts'
import { lineOf, lineProblem, lineTotal, pricedAgain, withLine } from './draft-lines.rules.ts'
import {
  addressOf,
  discountOf,
  doorOf,
  draftProblems,
  draftTotal,
  orderOf,
  quotedPlace,
  type OrderDraft,
} from './new-order.rules.ts'
import { noFacts, optionNamed } from '../../testing/menu-parts.ts'

const draft: OrderDraft = {
  type: 'DELIVERY',
  typeChosen: false,
  name: ' Ana ',
  phone: '(11) 98765-4321',
  areaCode: '11',
  place: '',
  addressLine: '',
  street: 'Rua das Flores',
  number: '',
  complement: '',
  reference: ' portão azul ',
  district: 'Centro',
  city: 'São Paulo',
  zipCode: '',
  point: null,
  zone: null,
  feeNote: '',
  state: 'SP',
  items: [
    {
      menuItemId: null,
      name: 'Pizza',
      externalCode: 'PZ',
      quantity: 2,
      price: '34,50',
      options: [],
      notes: 'sem cebola',
    },
  ],
  deliveryFee: '8',
  discount: '',
  discountReason: '',
  method: 'CASH',
  prepaid: false,
  changeFor: '100,00',
  notes: '',
  readyAt: '',
}

test('a typed order becomes one that the server accepts, to the centavo', () => {
  expect(draftProblems(draft)).toEqual({})
  expect(draftTotal(draft)).toBe(7_700)
  const body = orderOf(draft, 'America/Sao_Paulo')
  expect(safeParse(placeOrderBody, body).success).toBe(true)
  expect(body).toMatchObject({
    customer: { name: 'Ana', phone: '+5511987654321' },
    orderCents: 7_700,
    payments: [{ method: 'CASH', cents: 7_700, changeForCents: 10_000 }],
    delivery: { address: { number: 's/n', reference: 'portão azul' } },
  })
})

test('a phone without its area code has the one of the store', () => {
  expect(orderOf({ ...draft, phone: '8765-4321' }, 'America/Sao_Paulo').customer.phone).toBe('+5511987654321')
  expect(draftProblems({ ...draft, phone: '98765-4321', areaCode: null })).toHaveProperty('phone')
  expect(draftProblems({ ...draft, phone: '0xx11 98765-4321', areaCode: null })).not.toHaveProperty('phone')
})

test('a discount is in reais or a share of the items, lowers what is paid, and has a reason', () => {
  const reason = { discountReason: ' Esperou demais ' }
  const body = orderOf({ ...draft, discount: '5,00', ...reason }, 'America/Sao_Paulo')
  expect(safeParse(placeOrderBody, body).success).toBe(true)
  expect(body).toMatchObject({
    orderCents: 7_200,
    payments: [{ cents: 7_200 }],
    discounts: [{ cents: 500, reason: 'Esperou demais', sponsors: [{ name: 'MERCHANT', cents: 500 }] }],
  })
  expect(
    ['10%', '12,5 %', '100%', 'dez', '5.00'].map((discount) => discountOf({ ...draft, discount })),
  ).toEqual([690, 863, 6_900, null, null])
  expect(draftProblems({ ...draft, discount: '5' })).toEqual({ discountReason: 'Diga por que há desconto.' })
  expect(draftProblems({ ...draft, discount: '77,01', ...reason })).toHaveProperty('discount')
  expect(draftProblems({ ...draft, discount: 'dez', ...reason })).toHaveProperty('discount')
})

test('an order that is paid already asks for no change', () => {
  const paid = { ...draft, prepaid: true, changeFor: '1,00' }
  expect(draftProblems(paid)).toEqual({})
  expect(orderOf(paid, 'America/Sao_Paulo').payments).toMatchObject([{ prepaid: true, changeForCents: null }])
})

test('unreadable input is reported at its field, and nothing is guessed', () => {
  const wrong = {
    ...draft,
    name: '',
    phone: '123',
    street: '',
    changeFor: '50,00',
    deliveryFee: '8.50',
    items: [],
  }
  expect(Object.keys(draftProblems(wrong)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'deliveryFee',
    'items',
    'name',
    'phone',
    'street',
  ])
  expect(draftProblems({ ...draft, changeFor: '50,00' })).toEqual({
    changeFor: 'O troco é para menos que o total.',
  })
  expect(draftProblems({ ...draft, type: 'INDOOR' })).toEqual({ place: 'Informe a mesa.' })
  expect(orderOf({ ...draft, type: 'TAKEOUT' }, 'America/Sao_Paulo')).toMatchObject({
    delivery: null,
    fees: [],
    orderCents: 6_900,
  })
})

const crust = '0198f000-0000-7000-8000-0000000000c1'
const pizza: MenuItem = {
  id: '0198f000-0000-7000-8000-0000000000a1',
  categoryId: null,
  name: 'Pizza de calabresa',
  description: '',
  externalCode: 'PZ-1',
  productKey: 'PZ-1',
  priceCents: 5_490,
  photoUrl: null,
  status: 'AVAILABLE',
  pause: null,
  channels: [],
  optionGroupIds: ['0198f000-0000-7000-8000-0000000000b1'],
  ...noFacts,
  version: 1,
}
const borders = {
  id: '0198f000-0000-7000-8000-0000000000b1',
  externalCode: 'G-1',
  name: 'Borda',
  description: '',
  status: 'AVAILABLE' as const,
  version: 1,
  minPermitted: 1,
  maxPermitted: 1,
  priceMethod: 'SUM' as const,
  optionId: null,
  options: [optionNamed(crust, 'Catupiry', 900)],
}
const menuWith = (changes: Partial<MenuItem>): Menu => ({
  categories: [],
  items: [{ ...pizza, ...changes }],
  optionGroups: [borders],
})
const catupiry = {
  menuOptionId: crust,
  name: 'Catupiry',
  groupName: 'Borda',
  priceCents: 900,
  priceMethod: 'SUM' as const,
}

test('a menu item is added with its options and their prices; adding it again increases the count', () => {
  const items = withLine(withLine([], lineOf(pizza, [catupiry])), lineOf(pizza, [catupiry]))
  expect(items).toHaveLength(1)
  expect(withLine(items, lineOf(pizza, []))).toHaveLength(2)
  const noted = { ...lineOf(pizza, [catupiry]), notes: 'sem sal' }
  expect(withLine(withLine(items, noted), { ...noted, quantity: 2 })).toMatchObject([
    { quantity: 2, notes: '' },
    { quantity: 3, notes: 'sem sal' },
  ])
  const body = orderOf({ ...draft, items }, 'America/Sao_Paulo')
  expect(safeParse(placeOrderBody, body).success).toBe(true)
  expect(body.items).toMatchObject([
    { menuItemId: pizza.id, quantity: 2, totalCents: 12_780, options: [{ menuOptionId: crust }] },
  ])
})

test('a line shows that its item was paused, left the menu or changed price, and can take the new price', () => {
  const line = lineOf(pizza, [catupiry])
  expect(lineProblem(line, menuWith({}))).toBeNull()
  expect(lineProblem(line, undefined)).toBeNull()
  expect(lineProblem(line, menuWith({ status: 'UNAVAILABLE' }))?.kind).toBe('paused')
  expect(lineProblem(line, { ...menuWith({}), items: [] })?.kind).toBe('gone')
  const dearer = menuWith({ priceCents: 5_990 })
  expect(lineProblem(line, dearer)?.kind).toBe('price')
  expect(draftProblems({ ...draft, items: [line] }, dearer).items).toContain('O cardápio mudou')
  const again = pricedAgain(line, { ...pizza, priceCents: 5_990 }, dearer)
  expect(lineProblem(again, dearer)).toBeNull()
})

test('a required option group blocks adding the item until an option is chosen', () => {
  expect(choiceProblem([borders], [])).toBe('Escolha 1 em “Borda”.')
  expect(choiceProblem([borders], [catupiry])).toBeNull()
  expect(choiceProblem([borders], [catupiry, catupiry])).toBe('Até 1 em “Borda”.')
})

describe('a group of an option', () => {
  const juice = '0198f000-0000-7000-8000-0000000000b4'
  const sizes = {
    ...borders,
    id: '0198f000-0000-7000-8000-0000000000b5',
    name: 'Quanto',
    optionId: crust,
    options: [
      optionNamed('0198f000-0000-7000-8000-0000000000b6', 'Normal', 0),
      optionNamed('0198f000-0000-7000-8000-0000000000b7', 'Em dobro', 500),
    ],
  }
  const crusts = {
    ...borders,
    maxPermitted: 2,
    options: [
      { ...optionNamed(crust, 'Catupiry', 900), maxPermitted: 2 },
      optionNamed(juice, 'Cheddar', 1_000),
    ],
  }
  const asked = { ...pizza, optionGroupIds: [crusts.id] }
  const groups = groupsOf(asked, { categories: [], items: [asked], optionGroups: [sizes, crusts] })
  const chosen = (group: MenuOptionGroup, place: number) => {
    const option = group.options[place]
    if (!option) throw new Error(`${group.name} has no option ${String(place)}`)
    return draftOption(group, option)
  }
  const catupiryNow = chosen(crusts, 0)

  test('is asked and must be answered once its option is chosen', () => {
    expect(askedNow(groups, []).map(({ name }) => name)).toEqual(['Borda'])
    expect(choiceProblem(groups, [chosen(crusts, 1)])).toBeNull()
    expect(choiceProblem(groups, [catupiryNow])).toBe('Escolha 1 em “Quanto”.')
    expect(choiceProblem(groups, [catupiryNow, chosen(sizes, 1)])).toBeNull()
  })

  test('takes two answers with its option taken twice', () => {
    const twice = [catupiryNow, catupiryNow]
    expect(choiceProblem(groups, [...twice, chosen(sizes, 0)])).toBe('Escolha 2 em “Quanto”.')
    expect(askedNow(groups, twice)[1]?.options.map(({ maxPermitted }) => maxPermitted)).toEqual([2, 2])
  })

  test('loses its answers with its option', () => {
    expect(stillAsked(groups, [chosen(crusts, 1), chosen(sizes, 1)])).toEqual([chosen(crusts, 1)])
  })

  test('counts in the cheapest price of the item', () => {
    const dear = { ...sizes, options: sizes.options.slice(1) }
    expect(minPrice({ ...asked, priceCents: 0 }, groups)).toBe(900)
    expect(minPrice({ ...asked, priceCents: 0 }, [crusts, dear])).toBe(1_000)
  })
})

test('halves share one price: the order carries the part of each, and a new rule of the group is shown', () => {
  const half = (id: string, name: string, priceCents: number) => ({
    menuOptionId: id,
    name,
    groupName: 'Sabores',
    priceCents,
    priceMethod: 'AVG' as const,
  })
  const other = '0198f000-0000-7000-8000-0000000000b3'
  const line = lineOf({ ...pizza, priceCents: 0 }, [
    half(crust, 'Calabresa', 4_001),
    half(other, 'Camarão', 6_000),
  ])
  expect(lineTotal(line)).toBe(5_001)
  const body = orderOf({ ...draft, items: [{ ...line, quantity: 2 }] }, 'America/Sao_Paulo')
  expect(safeParse(placeOrderBody, body).success).toBe(true)
  expect(body.items[0]).toMatchObject({
    totalCents: 10_002,
    options: [
      { name: 'Calabresa', groupName: 'Sabores', quantity: 1, unitPriceCents: 2_001 },
      { name: 'Camarão', groupName: 'Sabores', quantity: 1, unitPriceCents: 3_000 },
    ],
  })
  const options = [optionNamed(crust, 'Calabresa', 4_001), optionNamed(other, 'Camarão', 6_000)]
  const dearest: Menu = {
    ...menuWith({ priceCents: 0 }),
    optionGroups: [{ ...borders, maxPermitted: 2, priceMethod: 'MAX', options }],
  }
  expect(lineProblem(line, dearest)?.kind).toBe('price')
  expect(lineTotal(pricedAgain(line, { ...pizza, priceCents: 0 }, dearest))).toBe(6_000)
})

test('a pizza without a price of its own costs at least its cheapest flavour, and two parts of one are said once', () => {
  const other = '0198f000-0000-7000-8000-0000000000b3'
  const flavours = {
    ...borders,
    maxPermitted: 3,
    priceMethod: 'SHARE' as const,
    optionId: null,
    options: [
      optionNamed(other, 'Camarão', 7_000),
      { ...optionNamed(crust, 'Calabresa', 4_000), maxPermitted: 2 },
    ],
  }
  expect(minPrice({ ...pizza, priceCents: 0 }, [flavours])).toBe(4_000)
  const part = (id: string, name: string, priceCents: number) => ({
    menuOptionId: id,
    name,
    groupName: 'Sabores',
    priceCents,
    priceMethod: 'SHARE' as const,
  })
  const parts = [
    part(crust, 'Calabresa', 4_000),
    part(crust, 'Calabresa', 4_000),
    part(other, 'Camarão', 7_000),
  ]
  expect(optionWords(parts)).toBe('2 Calabresa, Camarão')
  const line = lineOf({ ...pizza, priceCents: 0 }, parts)
  expect(lineTotal(line)).toBe(5_000)
  expect(orderOf({ ...draft, items: [line] }, 'America/Sao_Paulo').items[0]?.options).toMatchObject([
    { name: 'Calabresa', quantity: 2, unitPriceCents: 1_333 },
    { name: 'Camarão', quantity: 1, unitPriceCents: 2_334 },
  ])
})

test('half a day and time is refused, and never taken for now', () => {
  for (const readyAt of ['2026-11-21T', 'T19:30', 'amanhãT19:30', '2026-11-21T19'])
    expect(draftProblems({ ...draft, readyAt }), readyAt).toHaveProperty('readyAt')
  expect(draftProblems({ ...draft, readyAt: '' })).not.toHaveProperty('readyAt')
  expect(draftProblems({ ...draft, readyAt: '2026-11-21T19:30' })).not.toHaveProperty('readyAt')
})

test('the time of a scheduled order is in the store’s time zone', () => {
  const later = { ...draft, readyAt: '2026-11-21T19:30' }
  expect(orderOf(later, 'America/Manaus').schedule).toEqual({
    start: '2026-11-21T23:30:00.000Z',
    end: '2026-11-22T00:00:00.000Z',
  })
  expect(orderOf(later, 'America/Sao_Paulo').schedule?.start).toBe('2026-11-21T22:30:00.000Z')
  expect(orderOf(draft, 'America/Manaus').schedule).toBeNull()
})

describe('the point and the area of a draft', () => {
  const address = { street: 'Rua das Flores', number: '120', city: 'São Paulo', state: 'SP' }
  const whole: OrderDraft = { ...draft, ...address, district: 'Pinheiros' }
  const marked = { ...whole, point: { lat: -23.5, lng: -46.6, source: 'map' as const, of: doorOf(whole) } }
  const chosen = { ...whole, zone: { zoneId: 'zone', of: addressOf(whole) } }

  test('are asked for with the whole door, and go into the order', () => {
    expect(quotedPlace(marked)).toEqual({
      ...{ district: 'Pinheiros', address },
      ...{ point: { lat: -23.5, lng: -46.6 }, pointSource: 'map' },
    })
    expect(quotedPlace(chosen)).toEqual({ district: 'Pinheiros', address, zoneId: 'zone' })
    expect(orderOf(marked, 'America/Sao_Paulo').delivery?.address).toMatchObject({ lat: -23.5, lng: -46.6 })
  })

  test('are of the address that they were said of, whatever field changes it', () => {
    for (const change of [{ street: 'Rua B' }, { number: '121' }, { city: 'Osasco' }]) {
      expect(quotedPlace({ ...marked, ...change })?.point).toBeUndefined()
      expect(orderOf({ ...marked, ...change }, 'America/Sao_Paulo').delivery?.address.lat).toBeNull()
      expect(quotedPlace({ ...chosen, ...change })?.zoneId).toBeUndefined()
    }
    // A district that is found later moves no door, but may be in another area.
    expect(quotedPlace({ ...marked, district: 'Lapa' })?.point).toBeDefined()
    expect(quotedPlace({ ...chosen, district: 'Lapa' })?.zoneId).toBeUndefined()
    expect(quotedPlace({ ...marked, street: ' rua das flores ' })?.point).toBeDefined()
  })

  test('a door without its number is looked for nowhere', () => {
    expect(quotedPlace({ ...whole, number: ' ' })).toEqual({ district: 'Pinheiros' })
  })
})
