import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import { categoryNamed, noFacts } from '../../testing/menu-parts.ts'
import { sampleOrder } from '../../testing/sample-order.ts'
import { equalDishes, fitBeside, otherStation, stationsOf } from './stations.rules.ts'
import { orderAllergies, orderNoteLines, piecesOf, wallDishes } from './wall-lines.rules.ts'

const item = (name: string, changes: Partial<OrderItem> = {}): OrderItem => ({
  externalCode: null,
  name,
  quantity: 1,
  unitPriceCents: 100,
  totalCents: 100,
  notes: null,
  options: [],
  ...changes,
})
const option = (name: string, groupName: string | null = null, quantity = 1) => ({
  name,
  groupName,
  quantity,
  unitPriceCents: 0,
})
const linesOf = (...items: OrderItem[]) => wallDishes(sampleOrder({ items })).map(({ lines }) => lines)

describe('a dish on the wall', () => {
  test('says what must not be in it apart from what is added', () => {
    expect(linesOf(item('X-salada', { options: [option('Sem cebola'), option('Bacon', null, 2)] }))).toEqual([
      [
        { kind: 'name', quantity: '1×', text: 'X-salada' },
        { kind: 'without', text: 'cebola' },
        { kind: 'option', text: '2× Bacon' },
      ],
    ])
  })

  test('shows suboptions, and an answer to “Retirar” as something to leave out', () => {
    const meat = {
      ...option('Hambúrguer'),
      options: [option('Tomate', 'Retirar'), option('Bem passado', 'Ponto')],
    }
    expect(linesOf(item('Combo', { options: [meat] }))[0]?.slice(1)).toEqual([
      { kind: 'option', text: 'Hambúrguer' },
      { kind: 'without', text: 'Tomate' },
      { kind: 'option', text: 'Ponto: Bem passado' },
    ])
  })

  test('names the flavours of a pizza as its halves or thirds', () => {
    const flavours = (count: number) =>
      Array.from({ length: count }, (_, index) => option(`Sabor ${index}`, 'Sabores da pizza'))
    const shares = (count: number) =>
      linesOf(item('Pizza', { options: flavours(count) }))[0]?.map((line) =>
        line.kind === 'part' ? line.share : line.kind,
      )
    expect(shares(1)).toEqual(['name', 'option'])
    expect(shares(2)).toEqual(['name', '½', '½'])
    expect(shares(3)).toEqual(['name', '⅓', '⅓', '⅓'])
    expect(shares(5)).toEqual(['name', 'option', 'option', 'option', 'option', 'option'])
  })

  test.each([
    ['Sem cebola', 'without'],
    ['sem cebola, e bem passado', 'note'],
    ['Sem glúten', 'allergy'],
    ['Alergia a camarão', 'allergy'],
    ['Bem quente', 'note'],
  ])('reads the note "%s" as %s', (notes, kind) => {
    expect(linesOf(item('Prato', { notes }))[0]?.[1]?.kind).toBe(kind)
  })
})

test('allergies of the whole order are apart from its other notes, and equal ones stand once', () => {
  const order: Order = sampleOrder({ notes: 'Alergia a nozes', storeNote: 'Mesa do fundo' })
  expect(orderAllergies(order)).toEqual(['Alergia a nozes'])
  expect(orderNoteLines(order)).toEqual([{ kind: 'note', text: 'Mesa do fundo', begins: true }])
  expect(
    orderAllergies(sampleOrder({ notes: 'Intolerante a leite', storeNote: 'Intolerante a leite' })),
  ).toHaveLength(1)
})

test('what was sent and not understood is on the wall too', () => {
  expect(orderNoteLines(sampleOrder({ notUnderstood: ['X-salada: picante'] }))).toEqual([
    { kind: 'note', text: 'Não entendido: X-salada: picante', begins: true },
  ])
})

test('the pieces of a text are the text, and each is short enough for a column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 1_000 }), (text) => {
      const pieces = piecesOf(text)
      expect(pieces.join('')).toBe(text)
      expect(
        Math.max(0, ...pieces.map((piece) => Array.from(new Intl.Segmenter('pt-BR').segment(piece)).length)),
      ).toBeLessThanOrEqual(100)
    }),
    { numRuns: 300 },
  )
})

const menu = {
  categories: [categoryNamed('c1', 'Pizzas'), categoryNamed('c2', 'Bebidas')],
  items: [
    { ...noFacts, id: 'i1', categoryId: 'c1', externalCode: 'P-1', name: 'Calabresa' },
    { ...noFacts, id: 'i2', categoryId: 'c2', externalCode: null, name: 'Guaraná' },
  ],
  optionGroups: [],
} as unknown as Parameters<typeof stationsOf>[0] extends ReadonlyMap<string, infer M> ? M : never

test('a dish belongs to the station of its category, by its code or its name, and otherwise to the others', () => {
  const stationOf = stationsOf(new Map([['s1', menu]]))
  expect(stationOf('s1', { code: 'P-1', name: 'Calabresa grande' })).toBe('Pizzas')
  expect(stationOf('s1', { code: null, name: 'guaraná' })).toBe('Bebidas')
  expect(stationOf('s1', { code: 'X', name: 'Prato do dia' })).toBe(otherStation)
  // Its menu has not been read.
  expect(stationOf('s2', { code: 'P-1', name: 'Calabresa' })).toBeNull()
})

test('equal dishes of several lines are summed, most first', () => {
  expect(
    equalDishes([
      { name: 'Pastel de queijo', quantity: 3 },
      { name: 'Caldo', quantity: 5 },
      { name: 'pastel de queijo', quantity: 4 },
      { name: 'Suco', quantity: 1 },
      { name: 'Suco', quantity: 1 },
    ]),
  ).toEqual([
    { name: 'Pastel de queijo', quantity: 7 },
    { name: 'Suco', quantity: 2 },
  ])
})

test('stations have a button each where the words beside them keep their room, else they are a list', () => {
  expect(fitBeside(['Chapa', 'Bebidas', 'Fritos'])).toBe(true)
  expect(fitBeside(['Bebidas', 'Da casa', 'Grelhados', 'Marmitas', 'Outros', 'Temakis'])).toBe(false)
})
