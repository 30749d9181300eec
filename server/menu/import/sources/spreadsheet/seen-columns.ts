import type { ImportColumn, SpreadsheetReading } from '../../../../../contract/menu/import-columns.ts'
import type { CandidateProblem } from '../../../difference/candidate.ts'
import { titleKey, type ColumnAnswers } from './columns.ts'
import type { Head } from './find-head.ts'
import { listed } from './listed.ts'
import type { Sheet } from './sheet.ts'

interface SeenTable {
  readonly sheet: Sheet
  readonly head: Head
  readonly withHidden: boolean
}

type SeenColumn = SpreadsheetReading['columns'][number]

const maxExamples = 3

/** The titles of all tables, each once, with what they were taken for. */
export function columnsSeen(tables: readonly SeenTable[], answers: ColumnAnswers): SeenColumn[] {
  const seen = new Map<string, SeenColumn>()
  for (const { sheet, head } of tables)
    for (const [index, text] of head.titles.entries()) {
      const key = titleKey(text)
      if (key === '' || seen.has(key)) continue
      seen.set(key, {
        title: text.trim().slice(0, 200),
        examples: examplesOf(sheet, head, index),
        column: answers.get(key) ?? columnAt(head, index),
      })
    }
  return [...seen.values()]
}

export function problemsOfColumns(
  tables: readonly SeenTable[],
  answers: ColumnAnswers,
): readonly CandidateProblem[] {
  const unread = columnsSeen(tables, answers).filter(({ column }) => column === null)
  if (unread.length === 0) return []
  const message = `${unread.length === 1 ? 'Não foi lida' : 'Não foram lidas'}: ${listed(unread.map(({ title }) => title))}.`
  return [{ where: 'Colunas', message }]
}

function examplesOf(sheet: Sheet, head: Head, index: number): string[] {
  const examples: string[] = []
  for (const { cells, hidden } of sheet.rows.slice(head.index + 1)) {
    const text = cells[index]?.text.trim() ?? ''
    if (text !== '' && !hidden) examples.push(text.slice(0, 60))
    if (examples.length === maxExamples) break
  }
  return examples
}

function columnAt({ places: { at, sizes } }: Head, index: number): ImportColumn | null {
  if (sizes.some((size) => size.index === index)) return 'size'
  return [...at].find(([, place]) => place === index)?.[0] ?? null
}
