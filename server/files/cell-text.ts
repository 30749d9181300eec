import { brazilianDay } from '../../contract/shared/day.ts'
import { plainCell, type CellKind, type ReportCell } from './report-document.ts'

/**
 * A cell as Brazilian text. `toRead` for people (PDF, mails): `R$ 1.234,56`; otherwise for spreadsheets (CSV):
 * `1234,56`.
 */
export function cellText(given: ReportCell, column: CellKind, toRead: boolean): string {
  const { value: cell, kind } = plainCell(given, column)
  if (cell === null) return ''
  if (typeof cell === 'string') return brazilianMoment(cell, kind)
  switch (kind) {
    case 'cents':
      return toRead ? reais(cell) : decimals(cell / 100, 2, false)
    case 'milli':
      return decimals(cell / 1_000, cell % 1_000 === 0 ? 0 : toRead && cell % 100 === 0 ? 1 : 3, toRead)
    case 'share':
      return share(cell, toRead)
    case 'minutes':
      return decimals(cell, toRead && Number.isInteger(cell) ? 0 : 1, toRead)
    case 'score':
      return decimals(cell, toRead ? 1 : 2, toRead)
    default:
      return decimals(cell, 0, toRead)
  }
}

/** `2026-11-20 19:04` to `20/11/2026 19:04`; text that is no day is unchanged. */
function brazilianMoment(text: string, kind: CellKind): string {
  if ((kind !== 'day' && kind !== 'moment') || !/^\d{4}-\d{2}-\d{2}/.test(text)) return text
  const [day = '', time] = text.split(/[ T]/)
  const turned = brazilianDay(day)
  return time === undefined ? turned : `${turned} ${time.slice(0, 5)}`
}

/** A spreadsheet reads `12,4%` as a number. */
const share = (cell: number, toRead: boolean): string =>
  toRead ? `${decimals(cell * 100, 1, true)}\u00a0%` : `${decimals(cell * 100, 1, false)}%`

const reais = (cents: number): string =>
  `${cents < 0 ? '−\u00a0' : ''}R$\u00a0${decimals(Math.abs(cents) / 100, 2, true)}`

const decimals = (value: number, digits: number, grouped: boolean): string =>
  formatter(digits, grouped).format(value)

const formatters = new Map<string, Intl.NumberFormat>()

/** Cached, because creating one costs fifty times as much as using it. */
function formatter(digits: number, grouped: boolean): Intl.NumberFormat {
  const key = `${digits}${grouped}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('pt-BR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: grouped,
    // What rounds to zero has no sign.
    signDisplay: 'negative',
  })
  formatters.set(key, made)
  return made
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
