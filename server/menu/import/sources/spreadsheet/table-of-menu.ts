import { writeXlsx } from 'hucre/xlsx'
import type { DocumentItem, MenuDocument } from '../../../../../contract/menu/menu-document.ts'
import { csvRow, textOfCell, withApostrophe } from '../../../../files/csv.rules.ts'
import { withoutCategory } from '../../../difference/candidate.ts'
import { methodTexts } from '../../../difference/field-texts.ts'
import { templateColumns } from './columns.ts'

type Row = readonly string[]

/** What a store without a menu gets to fill in. */
const example: readonly Row[] = [
  [
    'Lanches',
    '',
    'X-Salada',
    'Pão, hambúrguer, queijo e salada',
    '24,90',
    '1',
    '',
    'Ponto da carne',
    '1',
    '1',
    '',
    'Ao ponto',
    '',
  ],
  ['', '', '', '', '', '', '', '', '', '', '', 'Bem passado', ''],
  ['', '', '', '', '', '', '', 'Adicionais', '0', '3', '', 'Bacon', '4,00'],
  ['', '', '', '', '', '', '', '', '', '', '', 'Ovo', '2,50'],
  [
    'Pizzas',
    '',
    'Pizza grande',
    'Até dois sabores',
    '0,00',
    '',
    '',
    'Sabores',
    '1',
    '2',
    'a mais cara',
    'Calabresa',
    '48,00',
  ],
  ['', '', '', '', '', '', '', '', '', '', '', 'Camarão', '69,00'],
  ['Bebidas', '', 'Cerveja long neck', '355 ml', '12,00', '', 'sim', '', '', '', '', '', ''],
]

/** The store's menu in the columns of the template: sent back unchanged, it changes nothing. */
export function tableOfMenu(menu: MenuDocument): readonly Row[] {
  const items = [
    ...menu.categories.flatMap(({ name, items: inside }) => inside.map((item) => ({ name, item }))),
    // An empty category means the one above.
    ...menu.otherItems.map((item) => ({ name: withoutCategory, item })),
  ]
  if (items.length === 0) return [templateColumns, ...example]
  const groups = new Map(menu.optionGroups.map((group) => [group.externalCode, group]))
  return [
    templateColumns,
    ...items.flatMap(({ name, item }) => {
      const options = item.optionGroups.flatMap((code) => {
        const group = groups.get(code)
        return (group?.options ?? []).map((option, index) => [
          ...(group && index === 0
            ? [
                group.name,
                String(group.minPermitted),
                String(group.maxPermitted),
                group.priceMethod === 'SUM' ? '' : methodTexts[group.priceMethod],
              ]
            : ['', '', '', '']),
          option.name,
          option.priceCents === 0 ? '' : reais(option.priceCents),
        ])
      })
      const [first = ['', '', '', '', '', ''], ...others] = options
      return [[...itemCells(name, item), ...first], ...others.map((option) => [...noItem, ...option])]
    }),
  ]
}

const itemCells = (category: string, item: DocumentItem): Row => [
  category,
  item.externalCode ?? '',
  item.name,
  item.description,
  reais(item.priceCents),
  item.serving === null ? '' : String(item.serving),
  item.isAlcoholic ? 'sim' : 'não',
]
const noItem: Row = ['', '', '', '', '', '', '']

const reais = (cents: number): string =>
  `${String(Math.floor(cents / 100))},${String(cents % 100).padStart(2, '0')}`

/** Brazilian Excel opens it by a double click: the mark of UTF-8, semicolons. */
export const tableAsCsv = (rows: readonly Row[]): Buffer => Buffer.from(`\uFEFF${rows.map(csvRow).join('')}`)

/** A cell is text here. The menu's own marks get an apostrophe, because reading takes one away. */
const asTextCell = (text: string): string => (textOfCell(text) === text ? text : withApostrophe(text))

/** Every cell is text, also codes with zeros before and what begins like a formula. */
export async function tableAsXlsx(rows: readonly Row[]): Promise<Buffer> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Cardápio',
        rows: rows.map((row) => row.map(asTextCell)),
        columns: templateColumns.map((name) => ({ width: widths[name] ?? 14 })),
        freezePane: { rows: 1 },
      },
    ],
  })
  return Buffer.from(bytes)
}

const widths: Readonly<Record<string, number>> = {
  Item: 32,
  Descrição: 48,
  Opção: 24,
  Categoria: 18,
  Grupo: 20,
}
