import type { Candidate } from '../../../../difference/candidate.ts'
import { readSource, type ReadSource, type SpreadsheetChoices } from '../../read-source.ts'

const place = { timezone: 'America/Sao_Paulo', now: new Date('2026-11-18T15:00:00Z') }

export const readSheet = (
  bytes: Buffer | string,
  choices?: Partial<SpreadsheetChoices>,
): Promise<ReadSource> =>
  readSource({
    kind: 'spreadsheet',
    type: '',
    bytes: Buffer.from(bytes),
    ...place,
    choices: { hidden: false, sheets: [], columns: new Map(), ...choices },
  })

export function menuIn(read: ReadSource): Candidate {
  if (!read.found) throw new Error(read.message)
  return read.found
}

/** Category, name and price of each item. */
export const brief = (read: ReadSource) =>
  menuIn(read).items.map(({ category, name, priceCents }) => [category, name, priceCents])

export const problemsIn = (read: ReadSource) =>
  menuIn(read).problems.map(({ where, message }) => `${where}: ${message}`)
