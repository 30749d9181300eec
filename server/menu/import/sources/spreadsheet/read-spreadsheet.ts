import type { SpreadsheetReading } from '../../../../../contract/menu/import-columns.ts'
import type { Candidate, CandidateProblem, RawItem } from '../../../difference/candidate.ts'
import { candidateFrom } from '../../../difference/candidate-from.ts'
import { isHead, placesOf, titleKey, type ColumnAnswers } from './columns.ts'
import { headOf, likelyHead, type Head } from './find-head.ts'
import { listed } from './listed.ts'
import { itemsOfRows } from './items-of-rows.ts'
import { linesAbove, type RowCount, type Table } from './rows-of-table.ts'
import { columnsSeen, problemsOfColumns } from './seen-columns.ts'
import { SpreadsheetError, type Sheet } from './sheet.ts'
import { sheetsOfFile } from './sheets-of-file.ts'

/** What a person said of a spreadsheet after its first reading. */
export interface SpreadsheetChoices {
  /** Rows and columns that are hidden are read too. */
  readonly hidden: boolean
  /** Names of sheets that were left out and are read too. */
  readonly sheets: readonly string[]
  /** By `titleKey`. */
  readonly columns: ColumnAnswers
}

interface Looked {
  readonly sheet: Sheet
  readonly head: Head | null
  readonly state: SpreadsheetReading['sheets'][number]['state']
}

/**
 * The menu in a spreadsheet: its visible sheets with the same columns together, and a word for each sheet, row and
 * column that is not read.
 * @throws {SpreadsheetError}
 */
export async function readSpreadsheet(bytes: Buffer, choices: SpreadsheetChoices): Promise<Candidate> {
  const sheets = await sheetsOfFile(bytes, (titles) => isHead(placesOf(titles, choices.columns)))
  if (sheets.every(({ rows }) => rows.length === 0)) throw new SpreadsheetError('A planilha está vazia.')
  const looked = lookedAt(sheets, choices)
  const tables = looked.filter(({ state }) => state === 'read')
  return tables.length > 0 ? menuOf(looked, choices) : withQuestion(looked, choices)
}

/** The first visible sheet with an item and a price says which titles they have in the others. */
function lookedAt(
  sheets: readonly Sheet[],
  { columns, hidden, sheets: asked }: SpreadsheetChoices,
): readonly Looked[] {
  let pattern: string | null = null
  return sheets.map((sheet): Looked => {
    if (sheet.rows.length === 0) return { sheet, head: null, state: 'empty' }
    const wanted = asked.includes(sheet.name)
    if (sheet.hidden && !wanted) return { sheet, head: null, state: 'hidden' }
    const head = headOf(sheet, columns, hidden)
    if (!head) return { sheet, head, state: 'no-columns' }
    pattern ??= patternOf(head)
    return { sheet, head, state: wanted || pattern === patternOf(head) ? 'read' : 'other-columns' }
  })
}

const patternOf = ({ titles, places: { at, sizes } }: Head): string =>
  [at.get('item'), at.get('price'), ...sizes.map(({ index }) => index)]
    .map((index) => titleKey(titles[index ?? -1] ?? ''))
    .join('\n')

function menuOf(looked: readonly Looked[], choices: SpreadsheetChoices): Candidate {
  const count: RowCount = { items: 0, options: 0, titles: 0, problems: 0, leftOut: 0 }
  const read = looked.flatMap(({ sheet, head, state }) => (state === 'read' && head ? [{ sheet, head }] : []))
  const tables = read.map(({ sheet, head }): Table => ({
    sheet,
    head,
    category: read.length > 1 && !head.places.at.has('category') ? categoryOf(sheet) : '',
    withHidden: choices.hidden,
    where: (line) => (read.length > 1 ? `${sheet.name}, linha ${line}` : `Linha ${line}`),
  }))
  function* items(): Generator<RawItem> {
    for (const table of tables) yield* itemsOfRows(table, count)
  }
  const unread = [
    ...lostLetters(read.map(({ sheet }) => sheet)),
    ...looked.flatMap(problemOfSheet),
    ...tables.flatMap((table) => [...problemsOfHidden(table), ...problemsAbove(table)]),
    ...problemsOfColumns(tables, choices.columns),
  ]
  const menu = candidateFrom(items(), unread)
  const leftOut = looked.reduce(
    (sum, { sheet, state }) => sum + (state === 'read' ? 0 : sheet.rows.length),
    0,
  )
  return {
    ...menu,
    spreadsheet: {
      ...readingOf(looked, choices),
      columns: columnsSeen(tables, choices.columns),
      needsColumns: false,
      lines: {
        seen: looked.reduce((sum, { sheet }) => sum + sheet.rows.length, 0),
        items: menu.items.length,
        options: count.options,
        titles: count.titles,
        problems: count.problems + count.items - menu.items.length,
        leftOut: count.leftOut + leftOut,
      },
    },
  }
}

/** A person says which columns are the item and its price, or which hidden sheet is the menu. */
function withQuestion(looked: readonly Looked[], choices: SpreadsheetChoices): Candidate {
  const tables = looked.flatMap(({ sheet, state }) => {
    const head = state === 'no-columns' ? likelyHead(sheet, choices.columns) : null
    return head ? [{ sheet, head, withHidden: false }] : []
  })
  const [first] = tables
  if (!first && !looked.some(({ state }) => state === 'hidden'))
    throw new SpreadsheetError(
      'Não há colunas de item e preço nesta planilha. A primeira linha precisa dizer o nome de cada coluna. Comece pelo modelo.',
    )
  const seen = looked.reduce((sum, { sheet }) => sum + sheet.rows.length, 0)
  return {
    ...candidateFrom([], looked.flatMap(problemOfSheet)),
    // No item was read, so that none of the store's is gone.
    partial: true,
    spreadsheet: {
      ...readingOf(looked, choices),
      columns: columnsSeen(first ? [first] : [], choices.columns),
      needsColumns: first !== undefined,
      lines: { seen, items: 0, options: 0, titles: 0, problems: 0, leftOut: seen },
    },
  }
}

function readingOf(
  looked: readonly Looked[],
  { hidden, sheets }: SpreadsheetChoices,
): Pick<SpreadsheetReading, 'sheets' | 'hidden' | 'choices'> {
  const read = looked.filter(({ state }) => state === 'read')
  const sum = (counted: (sheet: Sheet) => number) =>
    read.reduce((total, { sheet }) => total + counted(sheet), 0)
  return {
    sheets: looked.map(({ sheet, state }) => ({ name: sheet.name, state, lines: sheet.rows.length })),
    hidden: {
      rows: sum(({ rows }) => rows.filter((row) => row.hidden).length),
      columns: sum(({ hiddenColumns }) => hiddenColumns.size),
    },
    choices: { hidden, sheets: [...sheets] },
  }
}

function problemOfSheet({ sheet, state }: Looked): readonly CandidateProblem[] {
  const where = placeOf(sheet)
  const lines = sheet.rows.length
  const left = lines === 1 ? '1 linha ficou de fora.' : `${lines} linhas ficaram de fora.`
  const causes = { hidden: 'Está escondida', 'other-columns': 'Tem outras colunas' } as const
  if (state === 'no-columns') return [{ where, message: `Não tem colunas de item e preço: ${left}` }]
  if (state === 'hidden' || state === 'other-columns')
    return [{ where, message: `${causes[state]}: ${left}` }]
  if (sheet.cut === null) return []
  const message =
    sheet.cut === 'rows'
      ? 'Passa de 20.000 linhas: o que vem depois ficou de fora.'
      : 'Passa de 200 colunas: o que vem depois ficou de fora.'
  return [{ where, message }]
}

const problemsAbove = (table: Table): readonly CandidateProblem[] =>
  linesAbove(table).map((line) => ({
    where: table.where(line),
    message: 'Está acima dos nomes das colunas e ficou de fora.',
  }))

function problemsOfHidden({ sheet, head, withHidden }: Table): readonly CandidateProblem[] {
  if (withHidden) return []
  const lines = sheet.rows.filter(({ hidden }) => hidden).map(({ line }) => line)
  const where = placeOf(sheet)
  const rows =
    lines.length === 1
      ? [`1 linha escondida ficou de fora: ${lines[0]}.`]
      : lines.length > 1
        ? [`${lines.length} linhas escondidas ficaram de fora: ${listed(lines.map(String))}.`]
        : []
  const row = sheet.rows[head.index]
  const columns = [...sheet.hiddenColumns].flatMap((column) => {
    const title = row?.cells[column]?.text.trim() ?? ''
    return title === '' ? [] : [`A coluna ${title} está escondida e ficou de fora.`]
  })
  return [...rows, ...columns].map((message) => ({ where, message }))
}

/** A program that could not write a letter wrote this sign in its place. */
const lostLetters = (sheets: readonly Sheet[]): readonly CandidateProblem[] =>
  sheets.some(({ rows }) => rows.some(({ cells }) => cells.some(({ text }) => text.includes('\uFFFD'))))
    ? [
        {
          where: 'Planilha',
          message:
            'Há letras com acento que se perderam quando o arquivo foi salvo (\uFFFD). Salve de novo como Excel ou “CSV UTF-8”.',
        },
      ]
    : []

const placeOf = ({ name }: Sheet): string => (name === '' ? 'Planilha' : `Aba ${name}`)

/** A sheet that a program named itself says nothing. */
const categoryOf = ({ name }: Sheet): string =>
  /^(?:plan|planilha|sheet|folha|página|tabela|table)\s*\d*$/i.test(name) ? '' : name
