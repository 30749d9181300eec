import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import { emptyCell, isEmpty, maxColumns, maxRows, type Cell, type Merge, type Sheet } from './sheet.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const maxTables = 50
const maxSpan = 1_000

/** The tables of a page that a program saved as XLS, one sheet each. Their numbers stay the text that is written. */
export function pageTables(html: string): readonly Sheet[] {
  const tables = rowsByTable(parse(html)).filter((rows) => rows.length > 0)
  return tables.map((rows, index) => sheetOf(rows, tables.length > 1 ? `Tabela ${index + 1}` : ''))
}

/** A row belongs to the innermost table around it. */
function rowsByTable(document: Node): Element[][] {
  const tables = new Map<Element, Element[]>()
  const waiting: { node: Node; table: Element | null }[] = [{ node: document, table: null }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node } = next
    const isTable = isElement(node) && node.tagName === 'table'
    const table = isTable ? node : next.table
    if (isTable && tables.size < maxTables) tables.set(node, [])
    if (table && isElement(node) && node.tagName === 'tr') tables.get(table)?.push(node)
    if ('childNodes' in node)
      waiting.push(...node.childNodes.map((child) => ({ node: child, table })).toReversed())
  }
  return [...tables.values()]
}

function sheetOf(rows: readonly Element[], name: string): Sheet {
  const merges: Merge[] = []
  const filledUntil: number[] = []
  let cut: Sheet['cut'] = rows.length > maxRows ? 'rows' : null
  const read = rows.slice(0, maxRows).flatMap((row, line) => {
    const cells: Cell[] = []
    let column = 0
    for (const cell of row.childNodes) {
      if (!isElement(cell) || (cell.tagName !== 'td' && cell.tagName !== 'th')) continue
      while ((filledUntil[column] ?? -1) >= line) column += 1
      if (column >= maxColumns) {
        if (!isEmpty([cellOf(cell)])) cut ??= 'columns'
        continue
      }
      const [down, across] = [spanOf(cell, 'rowspan'), Math.min(spanOf(cell, 'colspan'), maxColumns - column)]
      while (cells.length < column) cells.push(emptyCell)
      cells[column] = cellOf(cell)
      for (let at = column; at < column + across; at += 1) filledUntil[at] = line + down - 1
      if (down > 1 || across > 1)
        merges.push({ rows: [line, line + down - 1], columns: [column, column + across - 1] })
      column += across
    }
    return isEmpty(cells) ? [] : [{ line: line + 1, hidden: isHidden(row), cells }]
  })
  return { name, hidden: false, rows: read, hiddenColumns: new Set(), merges, cut }
}

function cellOf(cell: Element): Cell {
  const text = textOf(cell)
  // Excel's own pages keep the number beside the text that they show.
  const kept = attribute(cell, 'x:num')
  const number = kept === null || kept.trim() === '' ? Number.NaN : Number(kept)
  return Number.isFinite(number) ? { text, number } : { text }
}

/** Without the tables inside of it, which are sheets of their own. */
function textOf(cell: Element): string {
  let text = ''
  const waiting: Node[] = cell.childNodes.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) text += node.value
    else if (isElement(node) && node.tagName === 'br') text += ' '
    else if ('childNodes' in node && !(isElement(node) && node.tagName === 'table'))
      waiting.push(...node.childNodes.toReversed())
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}

const spanOf = (cell: Element, name: string): number => {
  const span = Number(attribute(cell, name) ?? 1)
  return Number.isInteger(span) && span >= 1 ? Math.min(span, maxSpan) : 1
}
const isHidden = (row: Element): boolean => /display\s*:\s*none/i.test(attribute(row, 'style') ?? '')
const isElement = (node: Node): node is Element => defaultTreeAdapter.isElementNode(node)
const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null
