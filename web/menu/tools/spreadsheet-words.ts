import type { ColumnAnswer, SpreadsheetReading } from '../../../contract/menu/import-columns.ts'
import { plural } from '../../words/format.ts'

/** What a person can say of a column, in the order of the list. */
export const columnWords: readonly (readonly [ColumnAnswer, string])[] = [
  ['ignored', 'Não usar'],
  ['item', 'Item'],
  ['price', 'Preço'],
  ['category', 'Categoria'],
  ['description', 'Descrição'],
  ['code', 'Código'],
  ['size', 'Preço de um tamanho'],
  ['ean', 'Código de barras'],
  ['unit', 'Unidade'],
  ['serving', 'Serve quantas pessoas'],
  ['isAlcoholic', 'Bebida alcoólica'],
  ['group', 'Grupo de opções'],
  ['option', 'Opção'],
  ['optionPrice', 'Preço da opção'],
  ['minPermitted', 'Mínimo do grupo'],
  ['maxPermitted', 'Máximo do grupo'],
  ['priceMethod', 'Cobrança do grupo'],
]

/** Each part of the sum, those that are nothing left out. */
export function linesSentence({
  seen,
  items,
  options,
  titles,
  problems,
  leftOut,
}: SpreadsheetReading['lines']): string {
  const parts = [
    plural(items, 'item', 'itens'),
    ...(options > 0 ? [plural(options, 'linha de opção', 'linhas de opções')] : []),
    ...(titles > 0 ? [plural(titles, 'linha de título', 'linhas de títulos')] : []),
    ...(problems > 0 ? [`${plural(problems, 'linha', 'linhas')} com problema`] : []),
    ...(leftOut > 0 ? [`${plural(leftOut, 'linha', 'linhas')} de fora`] : []),
  ]
  return `${plural(seen, 'linha', 'linhas')}: ${parts.join(', ')}.`
}

/** Sheets that were left out, or read because a person asked. A sheet without columns cannot be asked for. */
export const sheetsToAsk = ({ sheets, choices }: SpreadsheetReading) =>
  sheets
    .filter(
      ({ name, state }) => state === 'hidden' || state === 'other-columns' || choices.sheets.includes(name),
    )
    .map(({ name, state, lines }) => ({
      name,
      words: [`Aba ${name}`, ...(causes.get(state) ?? []), plural(lines, 'linha', 'linhas')].join(', '),
    }))

const causes: ReadonlyMap<string, readonly string[]> = new Map([
  ['hidden', ['escondida']],
  ['other-columns', ['com outras colunas']],
])
