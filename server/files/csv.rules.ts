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

/** The text as a spreadsheet shows it and never runs it. `textOfCell` gives back what was written. */
export const withApostrophe = (text: string): string =>
  startsFormula.test(text.replace(/^'+/, '')) ? `'${text}` : text

/** What was written, from a cell of our own files. */
export function textOfCell(cell: string): string {
  const [, code] = textFormula.exec(cell) ?? []
  if (code !== undefined) return code.replaceAll('""', '"')
  return cell.startsWith("'") && startsFormula.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
}

/** The Brazilian spreadsheet format: semicolons, quotes where needed. All cells are text. */
export const csvRow = (cells: readonly string[]): string => csvLine(cells.map(spreadsheetCell))

/** Text for a person's spreadsheet: a code keeps its zeros (`="0042"`). Programs are given `csvCell`. */
export const spreadsheetCell = (text: string): string =>
  changesInExcel.test(text) ? quoted(`="${text}"`) : csvCell(text)

/** From cells that are already formatted. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`

/** Quoted also for what separates cells elsewhere: the file may be opened with commas or tabs. */
export function csvCell(text: string): string {
  const harmless = withApostrophe(text)
  return /[",;\t\r\n]/.test(harmless) ? quoted(harmless) : harmless
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
