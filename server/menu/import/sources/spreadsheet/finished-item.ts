import { priceMethods, type PriceMethod } from '../../../../../contract/menu/menu-fields.ts'
import { folded, type CandidateProblem, type RawGroup, type RawItem } from '../../../difference/candidate.ts'
import { methodTexts } from '../../../difference/field-texts.ts'
import type { Head } from './find-head.ts'
import { priceOf, type ReadPrice } from './price-of-cell.ts'
import type { Row, Table } from './rows-of-table.ts'
import { sizesOf } from './sizes-of-row.ts'

/** An item whose options may follow in the rows below. */
export interface OpenItem {
  readonly row: Row
  readonly category: string
  readonly groups: Map<string, OpenGroup>
  last: OpenGroup | null
  problem: string | null
  readonly notes: CandidateProblem[]
}

interface OpenGroup extends RawGroup {
  readonly options: { name: string; priceCents: number | null }[]
}

export function finished(
  { row, category, groups, problem, notes }: OpenItem,
  { head: { places }, where }: Table,
): RawItem {
  const place = where(row.line)
  const sizes = sizesOf(row.cells, places, row.text('price') !== '')
  const price: ReadPrice = sizes ?? priceOf(row.cell('price'))
  const fault = problem ?? faultOf(row) ?? price.problem
  const alcoholic = folded(row.text('isAlcoholic'))
  const unit = unitOf(row.text('unit'))
  const passed =
    sizes && row.text('price') !== ''
      ? `O preço ${row.text('price')} ficou de fora: cada tamanho tem o seu.`
      : null
  return {
    where: place,
    category,
    name: row.text('item'),
    priceCents: price.cents,
    externalCode: row.text('code'),
    ean: row.text('ean'),
    ...(places.at.has('description') ? { description: row.text('description') } : {}),
    ...(row.text('serving') === '' ? {} : { serving: row.text('serving') }),
    ...(unit ? { unit } : {}),
    ...(alcoholic === ''
      ? {}
      : { isAlcoholic: ['sim', 's', 'x', '1', 'true', 'verdadeiro'].includes(alcoholic) }),
    ...(sizes || places.at.has('option')
      ? { groups: [...(sizes?.group ? [sizes.group] : []), ...groups.values()] }
      : {}),
    ...(fault ? { problem: fault } : {}),
    notes: [
      ...notes,
      ...[price.note, passed].flatMap((message) => (message ? [{ where: place, message }] : [])),
    ],
  }
}

/** A text that its spreadsheet could not work out is no name. */
function faultOf(row: Row): string | null {
  const faulty = (['item', 'category', 'code', 'option'] as const).find((column) => {
    const { fault } = row.cell(column)
    return fault === 'no-value' || fault === 'error'
  })
  return faulty ? 'Há uma fórmula sem valor nesta linha. Cole o texto no lugar dela e mande de novo.' : null
}

/** An item is sold by the piece, the kilo or the litre; another unit says nothing of that. */
const unitOf = (text: string): string | null =>
  Object.entries(units).find(([, names]) => names.includes(folded(text).replaceAll(/[^a-z]/g, '')))?.[0] ??
  null
const units: Readonly<Record<string, readonly string[]>> = {
  UN: ['un', 'und', 'unid', 'unidade'],
  KG: ['kg', 'quilo', 'kilo'],
  L: ['l', 'lt', 'litro'],
}

export function addOption(open: OpenItem, row: Row, { places }: Head): void {
  const name = row.text('group')
  const known = name === '' ? open.last : open.groups.get(folded(name))
  const method = row.text('priceMethod')
  const tellsMethods = places.at.has('priceMethod')
  const group = known ?? {
    name: name || 'Complementos',
    minPermitted: row.text('minPermitted') || 0,
    maxPermitted: row.text('maxPermitted') || 1,
    ...(tellsMethods ? { priceMethod: methodOf(method) } : {}),
    options: [],
  }
  if (tellsMethods && methodOf(method) === null)
    open.problem = `“${method}” não é uma cobrança. Use soma, a mais cara, média ou proporcional.`
  open.groups.set(folded(String(group.name)), group)
  open.last = group
  const price = row.cell('optionPrice')
  const cents = price.text === '' && !price.fault ? 0 : priceOf(price).cents
  group.options.push({ name: row.text('option'), priceCents: cents })
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
