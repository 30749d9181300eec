/**
 * What a spreadsheet runs as a formula: these characters, also full-width ones and after blanks; a customer's name could
 * begin with one.
 */
const startsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** The text as a spreadsheet shows it and never runs it. `withoutApostrophe` gives back what was written. */
export const withApostrophe = (text: string): string =>
  startsFormula.test(text.replace(/^'+/, '')) ? `'${text}` : text

export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text.replace(/^'+/, '')) ? text.slice(1) : text

/** The Brazilian spreadsheet format: semicolons, quotes where needed. */
export const csvRow = (cells: readonly string[]): string => csvLine(cells.map(csvCell))

/** From cells that are already formatted. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`

/** Quoted also for what separates cells elsewhere: the file may be opened with commas or tabs. */
export function csvCell(text: string): string {
  const harmless = withApostrophe(text)
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
