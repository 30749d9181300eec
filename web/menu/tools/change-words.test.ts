import { expect, test } from 'vitest'
import type { MenuChange } from '../../../contract/menu/changes.ts'
import { firstTicks, shownFields } from './change-words.ts'

const change = (more: Partial<MenuChange>): MenuChange => ({
  key: 'changed x',
  kind: 'changed',
  category: 'Lanches',
  name: 'X',
  priceCents: 1_000,
  fields: [],
  locked: [],
  ...more,
})

test('what is new or changes is ticked at first; what goes, or is locked, is not', () => {
  const price = [{ field: 'priceCents' as const, before: 'R$ 10,00', after: 'R$ 12,00' }]
  const ticks = firstTicks([
    change({ key: 'new a', kind: 'new' }),
    change({ key: 'changed b', fields: price }),
    change({ key: 'changed c', locked: ['priceCents'] }),
    change({ key: 'gone d', kind: 'gone' }),
  ])
  expect([...ticks]).toEqual(['new a', 'changed b'])
})

test('a photo or an hour says only that it changes, a price says both', () => {
  const fields = [
    { field: 'priceCents' as const, before: 'R$ 10,00', after: 'R$ 12,00' },
    { field: 'photo' as const, before: '', after: 'ab12' },
  ]
  expect(shownFields(change({ fields }))).toEqual([
    { label: 'Preço', before: 'R$ 10,00', after: 'R$ 12,00' },
    { label: 'Foto', before: null, after: null },
  ])
})

test('a first description shows that nothing was there; a new item has no before', () => {
  const fields = [{ field: 'description' as const, before: '', after: 'Na brasa' }]
  expect(shownFields(change({ fields }))).toEqual([{ label: 'Descrição', before: 'nada', after: 'Na brasa' }])
  expect(shownFields(change({ kind: 'new', fields }))[0]?.before).toBeNull()
})
