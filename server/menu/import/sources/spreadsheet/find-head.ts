import { isHead, placesOf, titleKey, type ColumnAnswers, type Places } from './columns.ts'
import { filledRow, mergedCells } from './merged-cells.ts'
import type { Cell, Sheet } from './sheet.ts'

/** What people write above the titles is shorter. */
const searchedRows = 15

export interface Head {
  /** Place in the sheet's rows. */
  readonly index: number
  /** The same, but for sizes below a price: the row of that price. */
  readonly first: number
  readonly titles: readonly string[]
  readonly places: Places
}

/**
 * The row that names the columns: the first that names an item and a price, or the sizes in the row below a price.
 * Null: there is none.
 */
export function headOf(sheet: Sheet, answers: ColumnAnswers, withHidden: boolean): Head | null {
  let first: Head | null = null
  for (const head of candidates(sheet, answers, withHidden)) {
    if (first)
      return head.places.sizes.length > 0 && isHead(head.places) ? { ...head, first: first.index } : first
    if (!isHead(head.places)) continue
    if (head.places.sizes.length > 0) return head
    first = head
  }
  return first
}

/** Of a sheet without a head: the row that most likely holds the titles, for a person to say what they mean. */
export function likelyHead(sheet: Sheet, answers: ColumnAnswers): Head | null {
  const rows = [...candidates(sheet, answers, false)].filter(
    ({ titles }) => titles.filter((title) => title.trim() !== '').length > 1,
  )
  const known = ({ places }: Head) => places.at.size + places.sizes.length
  return rows.toSorted((one, other) => known(other) - known(one))[0] ?? null
}

function* candidates(sheet: Sheet, answers: ColumnAnswers, withHidden: boolean): Generator<Head> {
  const merged = mergedCells(sheet)
  for (const [index, row] of sheet.rows.slice(0, searchedRows).entries()) {
    if (row.hidden && !withHidden) continue
    const titles = filledRow(row, merged).map(({ text }, column) =>
      sheet.hiddenColumns.has(column) && !withHidden ? '' : text,
    )
    yield { index, first: index, titles, places: placesOf(titles, answers) }
  }
}

/** The same titles again, as a page of a printed table begins. */
export const repeatsHead = (cells: readonly Cell[], { titles }: Head): boolean =>
  titles.every((title, column) => titleKey(cells[column]?.text ?? '') === titleKey(title))
