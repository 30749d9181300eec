import { centsTyped } from '../../../../contract/shared/money.ts'
import { priceMethods, type PriceMethod } from '../../../../contract/menu/menu-fields.ts'
import { textOfCell } from '../../../files/csv.rules.ts'
import { methodTexts } from '../../difference/field-texts.ts'
import {
  candidateFrom,
  folded,
  plain,
  type Candidate,
  type RawGroup,
  type RawItem,
} from '../../difference/candidate.ts'

/** The columns of the template. A file may leave out all but the item and its price, and put them in any order. */
export const tableColumns = [
  'Categoria',
  'Código',
  'Item',
  'Descrição',
  'Preço',
  'Serve',
  'Bebida alcoólica',
  'Grupo',
  'Mínimo',
  'Máximo',
  'Cobrança',
  'Opção',
  'Preço da opção',
] as const
type Column = (typeof tableColumns)[number]

/** Another name under which people know a column. */
const otherNames: Readonly<Record<string, Column>> = {
  produto: 'Item',
  nome: 'Item',
  'preco (r$)': 'Preço',
  valor: 'Preço',
  sku: 'Código',
  complemento: 'Opção',
  adicional: 'Opção',
}

type Row = readonly string[]

/**
 * Rows of the template: a row with an item begins it, and rows below without an item are options of its groups.
 * Null: the first row names no item or no price.
 */
export function readTable(rows: readonly Row[]): Candidate | null {
  const [head = [], ...body] = rows
  const places = placesOf(head)
  if (!places.has('Item') || !places.has('Preço')) return null
  return candidateFrom(itemsOf(body, places))
}

function placesOf(head: Row): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>()
  for (const [index, cell] of head.entries()) {
    const name = folded(cell)
    const column =
      tableColumns.find((one) => folded(one) === name) ?? new Map(Object.entries(otherNames)).get(name)
    if (column && !places.has(column)) places.set(column, index)
  }
  return places
}

interface OpenItem {
  readonly line: number
  readonly cell: (column: Column) => string
  readonly groups: Map<string, OpenGroup>
  last: OpenGroup | null
  problem: string | null
}

interface OpenGroup extends RawGroup {
  readonly options: { name: string; priceCents: number | null }[]
}

function* itemsOf(rows: readonly Row[], places: ReadonlyMap<Column, number>): Generator<RawItem> {
  let open: OpenItem | null = null
  for (const [index, row] of rows.entries()) {
    const line = index + 2
    const cell = (column: Column): string => harmless(row[places.get(column) ?? -1] ?? '')
    if (row.every((text) => text.trim() === '')) continue
    if (cell('Item') !== '') {
      if (open) yield finished(open, places)
      open = { line, cell, groups: new Map(), last: null, problem: null }
    } else if (!open || cell('Opção') === '') {
      if (open) yield finished(open, places)
      open = null
      yield {
        where: `Linha ${line}`,
        category: '',
        name: '',
        priceCents: null,
        problem: 'Falta o nome do item.',
      }
      continue
    }
    if (cell('Opção') !== '') addOption(open, cell, places)
  }
  if (open) yield finished(open, places)
}

function addOption(
  open: OpenItem,
  cell: (column: Column) => string,
  places: ReadonlyMap<Column, number>,
): void {
  const name = cell('Grupo')
  const known = name === '' ? open.last : open.groups.get(folded(name))
  const group = known ?? {
    name: name || 'Complementos',
    minPermitted: cell('Mínimo') || 0,
    maxPermitted: cell('Máximo') || 1,
    ...(places.has('Cobrança') ? { priceMethod: methodOf(cell('Cobrança')) } : {}),
    options: [],
  }
  if (places.has('Cobrança') && methodOf(cell('Cobrança')) === null)
    open.problem = `“${cell('Cobrança')}” não é uma cobrança. Use soma, a mais cara, média ou proporcional.`
  open.groups.set(folded(String(group.name)), group)
  open.last = group
  const price = cell('Preço da opção')
  group.options.push({ name: cell('Opção'), priceCents: price === '' ? 0 : centsOf(price) })
}

/** Null: nobody knows it. */
function methodOf(text: string): PriceMethod | null {
  if (text === '') return 'SUM'
  const words = folded(text)
  return otherMethods.get(words) ?? priceMethods.find((one) => folded(methodTexts[one]) === words) ?? null
}

const otherMethods: ReadonlyMap<string, PriceMethod> = new Map([
  ['mais cara', 'MAX'],
  ['o mais caro', 'MAX'],
  ['maior', 'MAX'],
  ['maior valor', 'MAX'],
  ['meio a meio', 'SHARE'],
])

function finished({ line, cell, groups, problem }: OpenItem, places: ReadonlyMap<Column, number>): RawItem {
  const price = cell('Preço')
  const formula = price.startsWith('=')
  const alcoholic = folded(cell('Bebida alcoólica'))
  return {
    where: `Linha ${line}`,
    category: cell('Categoria'),
    name: cell('Item'),
    priceCents: centsOf(price),
    externalCode: cell('Código'),
    ...(places.has('Descrição') ? { description: cell('Descrição') } : {}),
    ...(cell('Serve') === '' ? {} : { serving: cell('Serve') }),
    ...(alcoholic === ''
      ? {}
      : { isAlcoholic: ['sim', 's', 'x', '1', 'true', 'verdadeiro'].includes(alcoholic) }),
    ...(places.has('Opção') ? { groups: [...groups.values()] } : {}),
    ...(formula
      ? { problem: 'O preço é uma fórmula. Cole o valor em reais, como 12,50.' }
      : problem === null
        ? {}
        : { problem }),
  }
}

/** `12,50`, `1.234,56` or `R$ 12`; also `12.5`, as a spreadsheet hands over its numbers. */
function centsOf(text: string): number | null {
  const typed = centsTyped(text)
  if (typed !== null) return typed
  return /^\d{1,8}\.\d{1,2}$/.test(text) ? Math.round(Number(text) * 100) : null
}

/** Our own files mark what a spreadsheet would run as a formula, and codes that it would change. */
const harmless = (text: string): string => textOfCell(plainCell(text))
const plainCell = (text: string): string =>
  text.includes('\n') ? text.trim() : plain(text) === '' ? '' : text.trim()
