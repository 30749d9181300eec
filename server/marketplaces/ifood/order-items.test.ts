import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { plainTicket } from '../../printing/tickets/ticket-paper.ts'
import { ticket } from '../../printing/tickets/ticket-text.ts'
import { boardOrderOf } from '../../testing/marketplaces/board-order.ts'

const now = new Date('2026-11-20T21:02:12Z')
const document = {
  id: 'a',
  orderType: 'TAKEOUT',
  createdAt: '2026-11-20T21:02:11Z',
  merchant: { id: 'm' },
  total: { orderAmount: 31 },
}
const sent = (items: unknown) => boardOrderOf({ ...document, items }, now)
const shown = (items: unknown): Order => {
  const { order } = sent(items)
  if (!order) throw new Error('an order that the board cannot show')
  return order
}

const context = {
  storeName: 'Loja',
  storeCode: null,
  timezone: 'America/Sao_Paulo',
  printerName: 'Cozinha',
  copy: 1,
  copies: 1,
  reprint: false,
  change: null,
  movedFrom: null,
  footer: '',
  now,
}
const printed = (order: Order, kind: 'kitchen' | 'delivery'): string =>
  plainTicket(ticket(kind, order, context), 80)

const choice = (more: object) => ({ quantity: 1, unitPrice: 0, addition: 0, price: 0, ...more })
const combo = (options: readonly object[], more: object = {}) => ({
  index: 1,
  id: 'it1',
  name: 'Combo burger',
  quantity: 1,
  unit: 'UN',
  unitPrice: 30,
  price: 30,
  optionsPrice: 1,
  totalPrice: 31,
  options,
  ...more,
})
const burger = (more: object) => choice({ name: 'Hambúrguer', groupName: 'Escolha seu hambúrguer', ...more })
const tomato = choice({ name: 'Sem tomate', groupName: 'Deseja retirar?', type: 'INGREDIENTS' })
const wellDone = choice({ name: 'Bem-passado', groupName: 'Ponto da carne', unitPrice: 1, price: 1 })

describe('a suboption', () => {
  test.each(['customizations', 'customization'])(
    'is below that option, in the order and in its price (%s)',
    (name) => {
      const order = shown([combo([burger({ [name]: [tomato, wellDone] })])])
      expect(order.items[0]?.options).toEqual([
        {
          name: 'Hambúrguer',
          groupName: 'Escolha seu hambúrguer',
          quantity: 1,
          unitPriceCents: 0,
          options: [
            { name: 'Sem tomate', groupName: 'Deseja retirar?', quantity: 1, unitPriceCents: 0 },
            { name: 'Bem-passado', groupName: 'Ponto da carne', quantity: 1, unitPriceCents: 100 },
          ],
        },
      ])
      expect(order).toMatchObject({ totals: { itemsCents: 3_100, orderCents: 3_100 } })
      expect(order.incomplete).toBeUndefined()
    },
  )

  test('is on both tickets, below its option and with its question', () => {
    const order = shown([
      combo([burger({ customizations: [tomato] }), choice({ name: 'Suco', customizations: [wellDone] })]),
    ])
    for (const kind of ['kitchen', 'delivery'] as const)
      expect(printed(order, kind).replaceAll(/\n +/g, '\n')).toContain(
        '+ Hambúrguer\n- Sem tomate\n+ Suco\n> Ponto da carne: Bem-passado',
      )
  })

  test('that comes under both names is there once, and what only one of them has is kept', () => {
    const order = shown([combo([burger({ customizations: [tomato], customization: [tomato, wellDone] })])])
    expect(order.items[0]?.options[0]?.options?.map(({ name }) => name)).toEqual([
      'Sem tomate',
      'Bem-passado',
    ])
  })

  test('an option without any stays as it was stored before', () => {
    expect(shown([combo([burger({ customizations: [] })])]).items[0]?.options[0]).not.toHaveProperty(
      'options',
    )
  })
})

/** Every field that the public types of iFood's orders name inside an item, with a value of its kind. */
const text = fc.noBias(fc.integer({ min: 1e8, max: 1e9 - 1 })).map((number) => `palavra${String(number)}`)
const named = { name: text, quantity: fc.integer({ min: 1, max: 9 }) }
const amounts = { unitPrice: fc.integer({ min: 0, max: 90 }), addition: fc.nat(9), price: fc.nat(90) }
const codes = {
  id: fc.uuid(),
  uniqueId: fc.uuid(),
  index: fc.nat(9),
  externalCode: fc.constant('COD-1'),
  ean: fc.constant('7891000315507'),
  unit: fc.constantFrom('UN', 'KG', 'G', 'L'),
  type: fc.constantFrom('DEFAULT', 'COMBO_V2', 'PIZZA', 'INGREDIENTS', 'SPECIFICATION'),
  imageUrl: fc.constant('https://static-images.ifood.com.br/a.png'),
}
/** What a later version may add: it has texts or lists, or neither. */
const unknown = fc.dictionary(
  fc.constantFrom('description', 'modifiers', 'removedIngredients', 'notes', 'allergy', 'constructor'),
  fc.oneof(
    text,
    fc.constantFrom('', null, 3, true, []),
    fc.array(fc.record({ name: text, amount: fc.nat(9) }), { maxLength: 2 }),
    fc.record({ label: text, inner: fc.array(text, { maxLength: 2 }) }),
  ),
  { maxKeys: 2 },
)
const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }, required: (keyof T)[]) =>
  fc.record(fields, { requiredKeys: required })
const withUnknown = (known: fc.Arbitrary<object>) =>
  fc.tuple(known, unknown).map(([one, more]) => ({ ...more, ...one }))
const customizations = fc.array(
  withUnknown(
    some({ ...named, ...amounts, ...codes, groupName: text, description: text }, [
      'name',
      'quantity',
      'unitPrice',
    ]),
  ),
  { maxLength: 3 },
)
const options = fc.array(
  withUnknown(
    some(
      {
        ...named,
        ...amounts,
        ...codes,
        groupName: text,
        description: text,
        customizations,
        customization: customizations,
      },
      ['name', 'quantity', 'unitPrice'],
    ),
  ),
  { maxLength: 3 },
)
const anyItems = fc.array(
  withUnknown(
    some(
      {
        ...named,
        ...amounts,
        ...codes,
        totalPrice: fc.nat(900),
        optionsPrice: fc.nat(90),
        observations: text,
        options,
        scalePrices: fc.record({
          description: text,
          defaultPrice: fc.nat(90),
          scales: fc.array(fc.record({ minQuantity: fc.nat(9), price: fc.nat(90), description: text }), {
            maxLength: 2,
          }),
        }),
      },
      ['name', 'quantity', 'unitPrice', 'totalPrice'],
    ),
  ),
  { minLength: 1, maxLength: 3 },
)

const wordsIn = (value: unknown): readonly string[] => JSON.stringify(value).match(/palavra\d+/g) ?? []
/** The drawer shows the question of each option; a ticket only where an addition could be a removal. */
const questions = (order: Order) =>
  order.items.flatMap((item) => item.options.map(({ groupName }) => groupName))

describe('what an item has that we do not know', () => {
  test('no text and no list of an item is lost: it is shown, or the order is incomplete with its words', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const order = shown(items)
        const listed = [...questions(order), ...(order.notUnderstood ?? [])].join(' ')
        for (const kind of ['kitchen', 'delivery'] as const) {
          const words = `${printed(order, kind)} ${listed}`.replaceAll(/\s/g, '')
          expect(wordsIn(items).filter((word) => !words.includes(word))).toEqual([])
        }
        expect(order.incomplete === true).toBe((order.notUnderstood ?? []).length > 0)
      }),
      { numRuns: 300, seed: 36 },
    )
  })

  test.each([
    [
      'a list',
      { modifiers: [{ name: 'Sem cebola', quantity: 1 }] },
      'Combo burger, Hambúrguer: Sem cebola, quantity 1 (modifiers)',
    ],
    ['a text', { kitchenNote: 'Sem sal' }, 'Combo burger, Hambúrguer: Sem sal (kitchenNote)'],
    [
      'a fourth level',
      { customizations: [{ ...tomato, options: ['Sem pele'] }] },
      'Combo burger, Hambúrguer, Sem tomate: Sem pele (options)',
    ],
    ['a list where a text was', { name: ['Hambúrguer'] }, 'Combo burger: Hambúrguer (name)'],
    [
      'one where a list was',
      { customization: tomato },
      'Combo burger, Hambúrguer: quantity 1, Sem tomate, Deseja retirar?, INGREDIENTS (customization)',
    ],
    ['a list of numbers', { parts: [1, 2] }, 'Combo burger, Hambúrguer: 1, 2 (parts)'],
  ])('%s below an option is in view, in its words', (_what, more, words) => {
    const order = shown([combo([burger(more)])])
    expect(order).toMatchObject({ incomplete: true, notUnderstood: [words] })
    for (const kind of ['kitchen', 'delivery'] as const)
      expect(printed(order, kind).replaceAll(/\s/g, '')).toContain(words.replaceAll(/\s/g, ''))
  })

  test('ids, codes, addresses of photos, amounts and empty values are no words', () => {
    const more = {
      id: 'x',
      uniqueId: 'y',
      ean: '789',
      weight: 3,
      extra: '',
      tags: [],
      more: { a: null, b: 2 },
    }
    expect(shown([combo([burger(more)], more)]).incomplete).toBeUndefined()
  })

  test('an item or an option that is only a word is in view too', () => {
    expect(shown(['Suco', combo([])]).notUnderstood).toEqual(['Suco (items)'])
    expect(shown([combo(['Sem gelo'] as never)]).notUnderstood).toEqual(['Combo burger: Sem gelo (options)'])
  })

  test('what no longer comes when the order is read again is gone', () => {
    expect(sent([combo([burger({})])]).row.detail).toMatchObject({ incomplete: false, notUnderstood: [] })
  })
})
