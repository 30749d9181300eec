import { emptyCell, type Cell, type Sheet, type SheetRow } from './sheet.ts'

/** What cells say beyond their own row: a cell that is merged over rows counts for each of them. */
export interface MergedCells {
  /** By line: the columns that a cell above reaches over. */
  readonly above: ReadonlyMap<number, readonly { readonly column: number; readonly cell: Cell }[]>
  /** `line column` of each cell that reaches over further columns. */
  readonly wide: ReadonlySet<string>
}

/** Of all merges of a sheet together; a file of nothing but merges ends there. */
const maxFilled = 200_000

export function mergedCells({ rows, merges }: Sheet): MergedCells {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const above = new Map<number, { column: number; cell: Cell }[]>()
  const wide = new Set<string>()
  let filled = 0
  for (const {
    rows: [from, to],
    columns,
  } of merges) {
    const [column, last] = columns
    if (last > column) wide.add(`${from + 1} ${column}`)
    const cell = byLine.get(from + 1)?.cells[column] ?? emptyCell
    for (let line = from + 2; line <= to + 1 && filled < maxFilled; line += 1) {
      filled += 1
      if (!byLine.has(line) || cell.text === '') continue
      const list = above.get(line) ?? []
      list.push({ column, cell })
      above.set(line, list)
    }
  }
  return { above, wide }
}

export function filledRow(
  { line, cells }: SheetRow,
  { above }: MergedCells,
  isFilled: (column: number) => boolean = () => true,
): readonly Cell[] {
  const reaching = above.get(line) ?? []
  const filled = [...cells]
  for (const { column, cell } of reaching) {
    if ((filled[column]?.text ?? '') !== '' || !isFilled(column)) continue
    while (filled.length < column) filled.push(emptyCell)
    filled[column] = cell
  }
  return filled
}
