import { plainCell, type ReportCell } from './report-document.ts'

/** Excel's limit per cell, beyond which it calls the file damaged. */
export const maxCellLetters = 32_767

/** The text up to this many UTF-16 units, with an ellipsis when something is missing; no half of a pair is left over. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

export function clippedCell(cell: ReportCell, most: number): ReportCell {
  const { value } = plainCell(cell, 'text')
  if (typeof value !== 'string' || value.length <= most) return cell
  const short = clipped(value, most)
  return typeof cell === 'object' && cell !== null ? { ...cell, value: short } : short
}
