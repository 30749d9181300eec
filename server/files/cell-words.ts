import type { CellKind, ReportCell } from './report-document.ts'

/** A cell as Brazilian text: what CSV, PDF and mails write. Numbers have no thousands separator in CSV. */
export function cellWords(cell: ReportCell, kind: CellKind, grouped: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return kind === 'day' || kind === 'moment' ? brazilianMoment(cell) : cell
  switch (kind) {
    case 'cents':
      return decimals(cell / 100, 2, grouped)
    case 'milli':
      return decimals(cell / 1_000, cell % 1_000 === 0 ? 0 : 3, grouped)
    case 'share':
      return `${decimals(cell * 100, 1, grouped)}%`
    case 'score':
    case 'minutes':
      return decimals(cell, 1, grouped)
    default:
      return decimals(cell, 0, grouped)
  }
}

/** `2026-11-20 19:04` to `20/11/2026 19:04`. */
function brazilianMoment(text: string): string {
  const [day = '', time] = text.split(/[ T]/)
  const turned = day.split('-').toReversed().join('/')
  return time === undefined ? turned : `${turned} ${time.slice(0, 5)}`
}

const decimals = (value: number, digits: number, grouped: boolean): string =>
  value.toLocaleString('pt-BR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: grouped,
  })
