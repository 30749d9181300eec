import { productSearch } from '../period/report-search.rules.ts'
import { expect, test } from 'vitest'
import type { ProductReport } from '../../../contract/reports/product.ts'
import { productSentence, quantityText } from './product.rules.ts'

const plainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
const report = (more: Partial<ProductReport>): ProductReport =>
  ({
    totals: { cents: 200_000 },
    products: 10,
    classes: [{ class: 'A', products: 3, cents: 160_000 }],
    ...more,
  }) as ProductReport

test('the sentence says how few products make most of the revenue', () => {
  expect(plainSpaces(productSentence(report({})))).toBe('3 produtos fazem 80 % do faturamento.')
  expect(productSentence(report({ products: 3 }))).toBe('O faturamento vem de todos os produtos.')
  expect(productSentence(report({ products: 0 }))).toBe('Nenhum produto vendido no período.')
})

test('the address keeps valid parameters and drops the rest', () => {
  expect(productSearch({ sort: 'fall', search: 'suco', category: '-', from: 'x' })).toEqual({
    sort: 'fall',
    search: 'suco',
    category: '-',
  })
  expect(productSearch({ sort: 'revenue', search: ' ', category: 3 })).toEqual({})
})

test('quantities are formatted for people', () => {
  expect(quantityText(1_240_000)).toBe('1.240')
  expect(quantityText(3_500)).toBe('3,5')
})
