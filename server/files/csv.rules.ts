/**
 * What a spreadsheet runs as a formula: these characters, also full-width ones and after blanks; a customer's name could
 * begin with one.
 */
const startsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/**
 * What Excel in Brazil turns into another value: zeros in front, twelve digits and more, 1E5, and what it takes for
 * thousands or for a date (1.234, 1-2, 12/14, 10-jan).
 */
const changesInExcel =
  /^\s*(?:0\d+|\d{12,}|\d+e\d+|\d{1,3}(?:\.\d{3})+|\d{1,4}[-/.]\d{1,4}(?:[-/.]\d{2,4})?|\d{1,2}[-/ ]?(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)(?:[-/ ]\d{2,4})?)\s*$/i
/** A formula that is only a text, so Excel keeps each sign of a code. */
const textFormula = /^="((?:[^"]|"")*)"$/

/**
 * The same behind what separates cells elsewhere: a run of separators, quotes and blanks before such a character. A
 * program that separates by commas sees no quote in the middle of its cell, so it would cut ours there. A run begins at
 * its first sign only, so that a long one is read once.
 */
const formulaInside = /(?<![",;\s])([",;\s]+)('*)([=@\uFF1D\uFF20+\-\uFF0B\uFF0D])/g

/** Behind a blank `+` and `-` are left alone: notes are full of them (", +bacon"). */
const runsThere = (run: string, sign: string): boolean =>
  /[,;\t\r\n]/.test(run) && (/[=@\uFF1D\uFF20]/.test(sign) || /[,;\t\r\n]"*$/.test(run))

/** The text as a spreadsheet shows it and never runs it. `textOfCell` gives back what was written. */
export const withApostrophe = (text: string): string =>
  atStart(
    text.replace(formulaInside, (all: string, run: string, marks: string, sign: string) =>
      runsThere(run, sign) ? `${run}'${marks}${sign}` : all,
    ),
  )

const atStart = (text: string): string => (startsFormula.test(text.replace(/^'+/, '')) ? `'${text}` : text)

/** What was written, from a cell of our own files. */
export function textOfCell(cell: string): string {
  const [, code] = textFormula.exec(cell) ?? []
  if (code !== undefined) return code.replaceAll('""', '"')
  const isMarked = cell.startsWith("'") && startsFormula.test(cell.replace(/^'+/, ''))
  return (isMarked ? cell.slice(1) : cell).replace(
    formulaInside,
    (all: string, run: string, marks: string, sign: string) =>
      marks !== '' && runsThere(run, sign) ? `${run}${marks.slice(1)}${sign}` : all,
  )
}

/** The Brazilian spreadsheet format: semicolons, quotes where needed. All cells are text. */
export const csvRow = (cells: readonly string[]): string => csvLine(cells.map(spreadsheetCell))

/** Text for a person's spreadsheet: a code keeps its zeros (`="0042"`). Programs are given `csvCell`. */
export const spreadsheetCell = (text: string): string =>
  changesInExcel.test(text) ? quoted(`="${text}"`) : written(withApostrophe(text))

/** From cells that are already formatted. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`

/** For programs, which separate as the file does. */
export const csvCell = (text: string): string => written(atStart(text))

/** Quoted also for what separates cells elsewhere: the file may be opened with commas or tabs. */
const written = (text: string): string => (/[",;\t\r\n]/.test(text) ? quoted(text) : text)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
