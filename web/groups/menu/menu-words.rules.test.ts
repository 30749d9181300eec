import { expect, test } from 'vitest'
import { differencesText, keepsText, storesToPublish } from './menu-words.rules.ts'

const none = { missing: 0, content: 0, prices: 0, hours: 0, own: 0, locked: 0 }

test('a store’s differences are said by number, and no difference says nothing', () => {
  expect(differencesText({ ...none, missing: 1, prices: 3 })).toBe('1 item falta, 3 com outro preço')
  expect(differencesText({ ...none, own: 2, locked: 2 })).toBe('2 só dela, 2 travados')
  expect(differencesText(none)).toBe('')
})

test('what a store decides always has the pause of an item', () => {
  expect(keepsText({ prices: false, hours: false, ownItems: false })).toBe('quando pausa um item')
  expect(keepsText({ prices: true, hours: true, ownItems: true })).toBe(
    'quando pausa um item, o preço dos itens, o horário de venda e os itens só dela',
  )
})

test('stores that publishing would leave as they are, are not chosen at first', () => {
  const store = (storeId: string, toPublish: number) => ({ storeId, toPublish, paused: 0, differences: none })
  expect(storesToPublish({ stores: [store('a', 0), store('b', 2)] })).toEqual(new Set(['b']))
})
