import { expect, test } from 'vitest'
import type { Menu, MenuItem } from '../../../../contract/menu/menu.ts'
import type { SoldLine } from '../../../../contract/orders/known-customer.ts'
import { noFacts, optionNamed } from '../../../testing/menu-parts.ts'
import { lineTotal } from '../draft-lines.rules.ts'
import { repeatedOrder, soldWords } from './repeated-order.rules.ts'

const item = (id: number, name: string, changes: Partial<MenuItem> = {}): MenuItem => ({
  id: `0198f000-0000-7000-8000-0000000000a${id}`,
  categoryId: null,
  name,
  description: '',
  externalCode: null,
  productKey: name.toLowerCase(),
  priceCents: 1_000 * id,
  photoUrl: null,
  status: 'AVAILABLE',
  pause: null,
  channels: [],
  optionGroupIds: [],
  ...noFacts,
  version: 1,
  ...changes,
})
const flavours = {
  id: 'flavours',
  externalCode: 'G-1',
  name: 'Sabores',
  description: '',
  status: 'AVAILABLE' as const,
  version: 1,
  minPermitted: 1,
  maxPermitted: 3,
  priceMethod: 'SHARE' as const,
  optionId: null,
  options: [
    { ...optionNamed('calabresa', 'Calabresa', 4_000), maxPermitted: 3 },
    optionNamed('camarao', 'Camarão', 7_000),
    { ...optionNamed('atum', 'Atum', 5_000), status: 'UNAVAILABLE' as const },
  ],
}
const menu: Menu = {
  categories: [],
  items: [
    item(1, 'Nhoque'),
    item(2, 'Ravióli', { status: 'UNAVAILABLE' }),
    item(3, 'Pizza', { priceCents: 0, optionGroupIds: ['flavours'] }),
  ],
  optionGroups: [flavours],
}
const sold = (name: string, changes: Partial<SoldLine> = {}): SoldLine => ({
  productKey: name.toLowerCase(),
  name,
  quantity: 1,
  notes: null,
  options: [],
  ...changes,
})
const part = (name: string, quantity = 1, groupName: string | null = 'Sabores') => ({
  groupName,
  name,
  quantity,
})

test('the last order is taken again at the prices of today, with its quantities, options and notes', () => {
  const items = [
    sold('Nhoque', { quantity: 2, notes: 'bem quente' }),
    sold('Pizza', { options: [part('Camarão'), part('CALABRESA'), part('Calabresa')] }),
  ]
  const { lines, leftOut } = repeatedOrder({ items }, menu)
  expect(leftOut).toEqual([])
  expect(lines).toMatchObject([
    { menuItemId: menu.items[0]?.id, quantity: 2, notes: 'bem quente', price: '10,00' },
    { quantity: 1, options: [{ name: 'Calabresa' }, { name: 'Calabresa' }, { name: 'Camarão' }] },
  ])
  expect(lines.map(lineTotal)).toEqual([2_000, 5_000])
  expect(soldWords(items)).toBe('2 Nhoque, Pizza')
})

test('an option is found again when its group was renamed', () => {
  const items = [sold('Pizza', { options: [part('Camarão', 1, 'Escolha o sabor')] })]
  expect(repeatedOrder({ items }, menu).lines).toMatchObject([{ options: [{ menuOptionId: 'camarao' }] }])
})

test.each([
  [sold('Lasanha'), 'Lasanha não está no cardápio.'],
  [sold('Ravióli'), 'Ravióli está em falta.'],
  [sold('Pizza'), 'Pizza: Escolha 1 em “Sabores”.'],
  [sold('Pizza', { options: [part('Calabresa', 4)] }), 'Pizza: Até 3 em “Sabores”.'],
  [sold('Pizza', { options: [part('Atum')] }), 'Pizza: “Atum” está em falta.'],
  [sold('Pizza', { options: [part('Frango')] }), 'Pizza: “Frango” não está mais entre as opções.'],
  [sold('Pizza', { options: [part('Camarão', 0.5)] }), 'Pizza: escolha “Camarão” de novo.'],
])('what cannot be sold as it was is said with its reason, and the rest is taken', (lost, words) => {
  const { lines, leftOut } = repeatedOrder({ items: [lost, sold('Nhoque')] }, menu)
  expect(leftOut).toEqual([words])
  expect(lines).toMatchObject([{ name: 'Nhoque' }])
})
