import type { CandidateProblem, RawItem } from '../../../difference/candidate.ts'
import { repeatsHead } from './find-head.ts'
import { addOption, finished, type OpenItem } from './finished-item.ts'
import { rowsBelow, type Row, type RowCount, type Table } from './rows-of-table.ts'

/**
 * The items of a table for people. A row with an item begins it, rows below without an item are options of its groups;
 * a row that holds nothing but a category names the items below it, and an empty category is the one above.
 */
export function* itemsOfRows(table: Table, count: RowCount): Generator<RawItem> {
  const { head, where } = table
  const rows = rowsBelow(table, count)
  const above: Above = { category: table.category, heading: null, notes: [] }
  let open: OpenItem | null = null
  for (const [index, row] of rows.entries()) {
    if (repeatsHead(row.cells, head)) {
      count.titles += 1
      continue
    }
    const isOption = open !== null && row.text('item') === '' && row.text('option') !== ''
    const named = categoryOnly(table, row, rows[index + 1])
    if (open && isOption && !named) {
      addOption(open, row, head)
      count.options += 1
      continue
    }
    if (open) yield finished(open, table)
    open = null
    if (named) nameCategory(above, row, named, { table, count })
    else if (row.text('item') !== '' || row.cell('item').fault !== undefined) {
      open = opened(row, above)
      count.items += 1
      if (row.text('option') !== '') addOption(open, row, head)
    } else {
      count.problems += 1
      yield { ...nothing, where: where(row.line), problem: 'Falta o nome do item.', notes: above.notes }
      above.notes = []
    }
  }
  if (open) yield finished(open, table)
  endCategory(above, { table, count })
  if (above.notes.length > 0) yield { ...nothing, notes: above.notes, nothing: true }
}

/** What rows above say of the next item. */
interface Above {
  category: string
  /** A row of nothing but a category, until an item follows it. */
  heading: { readonly line: number; readonly text: string } | null
  notes: CandidateProblem[]
}

const nothing = { where: '', category: '', name: '', priceCents: null }

function opened(row: Row, above: Above): OpenItem {
  above.category = row.text('category') || above.category
  const item = {
    row,
    category: above.category,
    groups: new Map(),
    last: null,
    problem: null,
    notes: above.notes,
  }
  above.notes = []
  above.heading = null
  return item
}

function nameCategory(
  above: Above,
  { line }: Row,
  { text, unsure }: { readonly text: string; readonly unsure: boolean },
  at: { readonly table: Table; readonly count: RowCount },
): void {
  endCategory(above, at)
  above.heading = { line, text }
  above.category = text
  at.count.titles += 1
  if (unsure)
    above.notes.push({
      where: at.table.where(line),
      message: `“${text}” foi lida como categoria do que vem abaixo.`,
    })
}

/** A category without an item may be a remark at the end of the table. */
function endCategory(
  above: Above,
  { table, count }: { readonly table: Table; readonly count: RowCount },
): void {
  const { heading } = above
  if (!heading) return
  count.titles -= 1
  count.leftOut += 1
  above.notes.push({
    where: table.where(heading.line),
    message: `“${heading.text}” ficou de fora: não há itens abaixo.`,
  })
}

/** The row holds one text, and it stands where categories stand: over several columns, or above items without one. */
function categoryOnly(
  { head: { places } }: Table,
  { own, wide }: Row,
  next: Row | undefined,
): { text: string; unsure: boolean } | null {
  const [only] = own
  if (!only || own.length > 1) return null
  const text = only.text.replace(/\s*:$/, '')
  if (text === '' || places.at.get('option') === only.column) return null
  if (places.at.get('category') === only.column) return { text, unsure: false }
  if (wide) return { text, unsure: false }
  const priced =
    places.at.get('price') === only.column || places.sizes.some(({ index }) => index === only.column)
  if (priced || places.at.has('category') || !next) return null
  return next.own.length > 1 && next.text('item') !== '' ? { text, unsure: true } : null
}
