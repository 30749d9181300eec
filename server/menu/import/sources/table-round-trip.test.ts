import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { documentItems, menuDocument, type MenuDocument } from '../../../../contract/menu/menu-document.ts'
import { priceMethods } from '../../../../contract/menu/menu-fields.ts'
import { folded } from '../../difference/candidate.ts'
import { differenceOf } from '../../difference/menu-difference.rules.ts'
import { readSource } from './read-source.ts'
import { tableAsCsv, tableAsXlsx, tableOfMenu } from './table-of-menu.ts'

/** What is typed into a menu: signs of formulas, of files and of money, at any place. */
const piece = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    "'",
    "''",
    '"',
    ';',
    ',',
    '.',
    ' ',
    '(',
    ')',
    '|',
    '1+1',
    '0',
  ],
  ...['Pão', 'SÃO', 'ß', 'X-Salada', 'sim', 'Item', '1,50', 'R$ 3', '%'],
)
const typed = (maxLength: number) =>
  fc.array(piece, { minLength: 1, maxLength }).map((parts) => parts.join('').trim())
const name = typed(4)
const description = fc.oneof(
  fc.constant(''),
  typed(6),
  typed(3).map((text) => `${text}\n${text}`),
)
const priceCents = fc.integer({ min: 0, max: 200_000 })

const option = fc.record({ name, priceCents })
const group = fc.record({
  name,
  minPermitted: fc.integer({ min: 0, max: 3 }),
  maxPermitted: fc.integer({ min: 3, max: 5 }),
  priceMethod: fc.constantFrom(...priceMethods),
  options: fc.array(option, { minLength: 1, maxLength: 3 }),
})
const item = fc.record({
  name,
  description,
  priceCents,
  externalCode: fc.option(name.map((text) => text.replaceAll(/\s+/g, ' '))),
  serving: fc.option(fc.integer({ min: 1, max: 100 })),
  isAlcoholic: fc.boolean(),
  groups: fc.subarray([0, 1, 2]),
})

/** A menu that the contract allows; null for one that it does not. */
const menus: fc.Arbitrary<MenuDocument | null> = fc
  .record({
    // The table knows the groups of an item by their names.
    groups: fc.uniqueArray(group, { minLength: 3, maxLength: 3, selector: (one) => folded(one.name) }),
    shelves: fc.array(fc.record({ name, items: fc.array(item, { maxLength: 3 }) }), { maxLength: 2 }),
    others: fc.array(item, { maxLength: 2 }),
  })
  .map(({ groups, shelves, others }) => {
    const made = (items: typeof others) =>
      items.map(({ groups: chosen, ...fields }) => ({
        ...{ unit: 'UN', ean: null, photoId: null, channels: [], allergen: [], taxClass: null, ncm: null },
        ...{ availability: [], locks: [], ...fields },
        optionGroups: chosen.map((at) => `G${at}`),
      }))
    const common = { description: '', status: 'AVAILABLE' }
    const parsed = z.safeParse(menuDocument, {
      categories: shelves.map((shelf, at) => ({
        ...{ ...common, externalCode: `C${at}`, name: shelf.name, availability: [] },
        items: made(shelf.items),
      })),
      otherItems: made(others),
      optionGroups: groups.map(({ options, ...fields }, at) => ({
        ...{ ...common, ...fields, externalCode: `G${at}` },
        options: options.map((one, place) => ({
          ...{ ...common, ...one, externalCode: `O${at}-${place}`, maxPermitted: 1 },
        })),
      })),
    })
    return parsed.success ? parsed.data : null
  })

test.each([
  ['CSV', async (menu: MenuDocument) => tableAsCsv(tableOfMenu(menu))],
  ['XLSX', (menu: MenuDocument) => tableAsXlsx(tableOfMenu(menu))],
] as const)(
  'any menu that is downloaded as %s and sent back unchanged proposes nothing',
  async (_kind, written) => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(menus, async (menu) => {
        // An empty menu is sent as an example to fill in.
        if (menu === null || documentItems(menu).length === 0) return fc.pre(false)
        const bytes = await written(menu)
        const read = await readSource({
          kind: 'spreadsheet',
          type: '',
          bytes,
          timezone: 'America/Sao_Paulo',
          now: new Date('2026-11-18T15:00:00Z'),
        })
        if (!read.found) throw new Error(read.message)
        seen += 1
        expect(read.found.problems).toEqual([])
        expect(differenceOf(menu, read.found)).toEqual([])
      }),
      { numRuns: 500 },
    )
    expect(seen).toBe(500)
  },
)
