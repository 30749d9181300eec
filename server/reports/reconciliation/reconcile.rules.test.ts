import { describe, expect, test } from 'vitest'
import { differencesOf, type OwnLines, type OwnSale, type Sides } from './reconcile.rules.ts'

const own = (change: Partial<OwnSale> = {}): OwnSale => ({
  orderId: 'ours',
  externalId: 'o-1',
  displayId: '1001',
  itemsCents: 5_000,
  status: 'concluded',
  inMonth: true,
  fresh: false,
  ...change,
})
const sale = (change: Partial<Sides['sales'][number]> = {}): Sides['sales'][number] => ({
  externalId: 'o-1',
  displayId: '1001',
  state: 'sold',
  itemsCents: 5_000,
  ...change,
})
const line = (change: Partial<Sides['lines'][number]> = {}): Sides['lines'][number] => ({
  orderId: 'o-1',
  description: 'Venda',
  cents: 4_400,
  transferred: true,
  ...change,
})
const ours = (change: Partial<OwnLines> = {}): OwnLines => ({
  externalId: 'o-1',
  cents: 4_400,
  lines: 2,
  fresh: false,
  ...change,
})
const kindsOf = (sides: Partial<Sides>) =>
  differencesOf({ sales: [], lines: [], ownSales: [], ownLines: [], ...sides }).map(({ kind }) => kind)

describe('a month that is the same on both sides', () => {
  test('has no difference, within two centavos of rounding', () => {
    expect(
      kindsOf({
        sales: [sale({ itemsCents: 5_002 })],
        ownSales: [own()],
        lines: [line({ cents: 5_000 }), line({ cents: -602 })],
        ownLines: [ours()],
      }),
    ).toEqual([])
  })

  test('does not count what reaches no bank account', () => {
    expect(
      kindsOf({ lines: [line(), line({ cents: 9_000, transferred: false })], ownLines: [ours()] }),
    ).toEqual([])
  })
})

describe('a sale', () => {
  test('that only the marketplace has is named, unless it was cancelled', () => {
    expect(kindsOf({ sales: [sale()] })).toEqual(['saleOnlyThere'])
    expect(kindsOf({ sales: [sale({ state: 'cancelled' })] })).toEqual([])
  })

  test('that only we have is named once it is old enough, concluded and of the month', () => {
    expect(kindsOf({ ownSales: [own()] })).toEqual(['saleOnlyHere'])
    const quiet = [own({ fresh: true }), own({ inMonth: false }), own({ status: 'cancelled' })]
    expect(kindsOf({ ownSales: quiet })).toEqual([])
  })

  test('with another amount, or cancelled there and concluded here, is named', () => {
    expect(kindsOf({ sales: [sale({ itemsCents: 5_003 })], ownSales: [own()] })).toEqual(['saleDiffers'])
    expect(kindsOf({ sales: [sale({ state: 'cancelled' })], ownSales: [own()] })).toEqual(['cancelledThere'])
  })

  test('that still runs is compared later', () => {
    expect(kindsOf({ sales: [sale({ state: 'running', itemsCents: 1 })], ownSales: [own()] })).toEqual([])
  })
})

describe('the lines of an order', () => {
  test('that differ are named by the side that has them', () => {
    expect(kindsOf({ lines: [line()] })).toEqual(['linesOnlyThere'])
    expect(kindsOf({ ownLines: [ours()] })).toEqual(['linesOnlyHere'])
    expect(kindsOf({ lines: [line({ cents: 4_000 })], ownLines: [ours()] })).toEqual(['linesDiffer'])
    expect(kindsOf({ lines: [line({ orderId: null })] })).toEqual(['otherLines'])
  })

  test('that the statement cannot have yet are not missed', () => {
    expect(kindsOf({ ownLines: [ours({ fresh: true })] })).toEqual([])
  })

  test('are listed with the largest gap first', () => {
    const found = differencesOf({
      sales: [],
      ownSales: [],
      lines: [line({ orderId: 'small', cents: 10 }), line({ orderId: 'large', cents: -9_000 })],
      ownLines: [],
    })
    expect(found.map(({ externalId }) => externalId)).toEqual(['large', 'small'])
  })
})
