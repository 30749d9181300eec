import { expect, test } from 'vitest'
import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { ItemPublished, PublishedMenu } from '../../marketplaces/published-menu.ts'
import { notSent } from './not-sent.rules.ts'

const item = (name: string, optionGroups: readonly string[] = []): DocumentItem =>
  ({ name, externalCode: null, optionGroups }) as unknown as DocumentItem
const published = (name: string): ItemPublished =>
  ({ name, itemId: name, categoryId: 'lanches' }) as unknown as ItemPublished

const pie = item('Pastel', ['extras'])
const soup = item('Caldo')
const [pieThere, soupThere] = [published('Pastel'), published('Caldo')]

const extras = (most: number, ofGroup: number): DocumentOptionGroup =>
  ({
    externalCode: 'extras',
    name: 'Extras',
    maxPermitted: ofGroup,
    options: [{ name: 'Bacon', maxPermitted: most }],
  }) as unknown as DocumentOptionGroup

const menu = (description: string, group: DocumentOptionGroup): MenuDocument =>
  ({
    categories: [{ externalCode: 'c', name: 'Lanches', description, items: [pie, soup] }],
    otherItems: [],
    optionGroups: [group],
  }) as unknown as MenuDocument

const there = (...items: readonly ItemPublished[]): PublishedMenu => ({
  categories: [],
  items,
  otherPlaces: [],
})
const matched = new Map([
  [pie, pieThere],
  [soup, soupThere],
])

test('a menu that a channel takes whole has no warning', () => {
  expect(notSent(menu('', extras(1, 3)), there(pieThere, soupThere), matched)).toEqual([])
  // Of a group that takes one option none is taken twice.
  expect(notSent(menu(' ', extras(5, 1)), there(pieThere, soupThere), matched)).toEqual([])
})

test('the words of a category and the times that an option may be taken stay here, and the person reads it', () => {
  expect(notSent(menu('Feitos na hora', extras(3, 4)), there(pieThere, soupThere), matched)).toEqual([
    { where: 'Lanches', message: 'A descrição da categoria não vai para este canal.' },
    {
      where: 'Extras',
      message:
        'Aqui o cliente pode escolher Bacon até 3 vezes. Este canal não recebe esse limite: confira por lá.',
    },
  ])
})

test('another order of the items there is a warning, and an item that is not there yet changes none', () => {
  expect(notSent(menu('', extras(1, 1)), there(soupThere, pieThere), matched)).toEqual([
    {
      where: 'Lanches',
      message: 'Lá os itens estão em outra ordem, que este canal não recebe: mude por lá.',
    },
  ])
  expect(notSent(menu('', extras(1, 1)), there(soupThere), new Map([[soup, soupThere]]))).toEqual([])
})
