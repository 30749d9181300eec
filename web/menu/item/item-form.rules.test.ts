import { safeParse } from 'zod/mini'
import { expect, test } from 'vitest'
import { addMenuItem, updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { type MenuItem } from '../../../contract/menu/menu.ts'
import { changesInput, channelPricesOf, itemValues, newCategory, newItemInput } from './item-form.rules.ts'
import { categoryNamed, noFacts } from '../../testing/menu-parts.ts'

const category = '0198f000-0000-7000-8000-000000000001'
const menu = { categories: [categoryNamed(category, 'Massas')], items: [], optionGroups: [] }
const item: MenuItem = {
  id: '0198f000-0000-7000-8000-0000000000a1',
  categoryId: category,
  name: 'Nhoque',
  description: '',
  externalCode: 'CA-1',
  productKey: 'CA-1',
  priceCents: 429_000,
  photoUrl: '/x',
  status: 'AVAILABLE',
  pause: null,
  channels: [
    {
      platform: 'ifood',
      merchantId: 'm-1',
      priceCents: 4_690,
      status: 'AVAILABLE',
      pending: false,
      refusal: null,
    },
  ],
  optionGroupIds: [],
  ...noFacts,
  version: 3,
}

test('an unchanged item is sent unchanged, without its photo', () => {
  const input = changesInput(itemValues(item, menu), item, [])
  expect(input).toEqual({
    name: 'Nhoque',
    description: '',
    categoryId: category,
    priceCents: 429_000,
    version: 3,
  })
  expect(updateMenuItem.body && safeParse(updateMenuItem.body, input).success).toBe(true)
})

test('an unreadable price is rejected at its field, not guessed', () => {
  const input = changesInput({ ...itemValues(item, menu), priceCents: '12.50' }, item, [])
  const checked = updateMenuItem.body && safeParse(updateMenuItem.body, input)
  expect(checked?.success).toBe(false)
  expect(checked?.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['priceCents'])
})

test('only a changed partner price is sent; an unreadable one prevents saving', () => {
  expect(channelPricesOf(item, { 'm-1': '46,90' })).toEqual([])
  expect(channelPricesOf(item, { 'm-1': '49,90' })).toEqual([{ merchantId: 'm-1', priceCents: 4_990 }])
  expect(channelPricesOf(item, { 'm-1': 'caro' })).toBeNull()
})

test('a new item uses an existing category by name, or the one that was typed', () => {
  const values = { ...itemValues(null, menu), name: 'Ravióli', priceCents: '48,90' }
  expect(newItemInput(values, menu)).toMatchObject({ category: 'Massas', priceCents: 4_890 })
  const own = newItemInput({ ...values, categoryId: newCategory, category: 'Doces' }, menu)
  expect(own.category).toBe('Doces')
  expect(addMenuItem.body && safeParse(addMenuItem.body, own).success).toBe(true)
})

test('a category of the store that was chosen before is a new one in this store', () => {
  const values = { ...itemValues(null, menu), name: 'Pudim', priceCents: '15,90', category: 'Doces' }
  const other = { categories: [], items: [], optionGroups: [] }
  expect(newItemInput(values, other).category).toBe('Doces')
})
