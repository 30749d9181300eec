import type { ColumnAnswer, ImportColumn } from '../../../../../contract/menu/import-columns.ts'
import { folded } from '../../../difference/candidate.ts'
import { sizeName } from './size-titles.ts'
import { titleNames } from './title-names.ts'

/** The columns of the template. A file may leave out all but the item and its price, and put them in any order. */
export const templateColumns = [
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

/** What a person says of columns, by `titleKey`. */
export type ColumnAnswers = ReadonlyMap<string, ColumnAnswer>

export interface Places {
  readonly at: ReadonlyMap<ImportColumn, number>
  /** In their order, each with the size that it is the price of. */
  readonly sizes: readonly { readonly index: number; readonly name: string }[]
}

type Size = Places['sizes'][number]

/** Where each column is. A title that is not understood has no place. */
export function placesOf(titles: readonly string[], answers: ColumnAnswers): Places {
  const keys = titles.map(titleKey)
  const answered = keys.map((key) => answers.get(key))
  const named = answered.flatMap((answer, index) =>
    answer === 'size' ? [{ index, name: sizeName(titles[index] ?? '') ?? (titles[index] ?? '').trim() }] : [],
  )
  const found = titles.flatMap((title, index): Size[] => {
    const name = answered[index] === undefined ? sizeName(title) : null
    return name === null ? [] : [{ index, name }]
  })
  // One alone may be anything: M, G and Família have other meanings too.
  const sizes = named.length + found.length > 1 ? [...named, ...found] : named
  const at = new Map<ImportColumn, number>()
  for (const [index, answer] of answered.entries())
    if (answer && answer !== 'ignored' && answer !== 'size' && !at.has(answer)) at.set(answer, index)
  const taken = new Set(sizes.map(({ index }) => index))
  const free = new Map(
    [...keys.entries()]
      .filter(([index, key]) => key !== '' && answered[index] === undefined && !taken.has(index))
      // The first of two equal titles counts.
      .toReversed()
      .map(([index, key]) => [key, index]),
  )
  nameTheRest(at, free)
  return { at, sizes: sizes.toSorted((one, other) => one.index - other.index) }
}

function nameTheRest(at: Map<ImportColumn, number>, free: Map<string, number>): void {
  if (free.size === 0) return
  for (const [column, names] of titleNames) {
    // Without options, Grupo is the category.
    if (at.has(column) || (column === 'group' && !at.has('option'))) continue
    const name = names.find((one) => free.has(one))
    if (name === undefined) continue
    at.set(column, free.get(name) ?? -1)
    free.delete(name)
  }
}

/** An item and a price, or prices by size. */
export const isHead = ({ at, sizes }: Places): boolean =>
  at.has('item') && (at.has('price') || sizes.length > 0)

/** The title without accents, case, signs and the part in brackets: `CÓD._PDV (R$)*` is `cod pdv`. */
export const titleKey = (title: string): string =>
  folded(title)
    .replaceAll(/\([^)]*\)|r\$/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 200)
