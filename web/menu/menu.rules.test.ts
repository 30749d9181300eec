import { expect, test } from 'vitest'
import type { Menu, MenuItem } from '../../contract/menu/menu.ts'
import { gapsOf, itemOfOrder, matches, pauseText, sectionsOf, untilOf } from './menu.rules.ts'
import { categoryNamed, noFacts } from '../testing/menu-parts.ts'

const item = (changes: Partial<MenuItem> = {}): MenuItem => ({
  id: '1',
  categoryId: 'c1',
  name: 'Pão de alho',
  description: 'Manteiga e parmesão',
  externalCode: 'CE-2',
  productKey: 'CE-2',
  priceCents: 1_690,
  photoUrl: null,
  status: 'AVAILABLE',
  pause: null,
  channels: [],
  optionGroupIds: [],
  ...noFacts,
  version: 1,
  ...changes,
})
const now = new Date('2026-11-20T22:00:00Z')
const zone = 'America/Sao_Paulo'

test('a pause says since when and when the item comes back, in the store’s own time', () => {
  const pause = { since: '2026-11-20T21:35:00Z', until: null, byName: 'Lia', reason: null }
  expect(pauseText(pause, now, zone)).toBe('Pausado há 25 min, sem previsão.')
  expect(pauseText({ ...pause, until: '2026-11-20T23:00:00Z' }, now, zone)).toBe(
    'Pausado há 25 min, volta às 20:00.',
  )
  expect(pauseText({ ...pause, until: '2026-11-21T07:00:00Z' }, now, zone)).toMatch(
    /volta sáb\., 21 de nov\., 04:00\.$/,
  )
  expect(pauseText({ ...pause, since: '2026-11-15T21:00:00Z' }, now, zone)).toContain('há 5 dias')
})

test('an hour is counted from now; "tomorrow" is resolved by the server; open-ended sends no end', () => {
  expect(untilOf('hour', now)).toEqual({ until: '2026-11-20T23:00:00.000Z' })
  expect(untilOf('tomorrow', now)).toEqual({ until: 'tomorrow' })
  expect(untilOf('open', now)).toEqual({})
})

test('an order’s item is found in the menu by its code, else by its name, ignoring case', () => {
  const menu: Menu = {
    categories: [],
    optionGroups: [],
    items: [item(), item({ id: '2', externalCode: null, name: 'Água', productKey: 'água' })],
  }
  expect(itemOfOrder(menu, { externalCode: 'CE-2', name: 'outro nome' })?.id).toBe('1')
  expect(itemOfOrder(menu, { externalCode: null, name: ' ÁGUA ' })?.id).toBe('2')
  expect(itemOfOrder(menu, { externalCode: null, name: 'Pão de alho' })).toBeUndefined()
})

test('the search matches name, description and code without accents; items without category come last', () => {
  expect(matches(item(), 'pao PARMESAO')).toBe(true)
  expect(matches(item(), 'ce-2')).toBe(true)
  expect(matches(item(), 'pao calabresa')).toBe(false)
  const menu: Menu = {
    categories: [categoryNamed('c1', 'Entradas')],
    optionGroups: [],
    items: [item({ categoryId: null, id: '9' }), item()],
  }
  expect(sectionsOf(menu, () => true).map((section) => section.name)).toEqual(['Entradas', 'Sem categoria'])
})

test('an item without photo or description is flagged', () => {
  expect(gapsOf(item({ description: '' }))).toEqual(['Sem foto', 'Sem descrição'])
  expect(gapsOf(item({ photoUrl: '/x' }))).toEqual([])
})
