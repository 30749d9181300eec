/** A spreadsheet takes these for a formula, the wide ones too: a customer could name itself into one. */
const startsFormula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** As Brazilian spreadsheets read it: semicolons, quotes around what needs them. */
export const csvRow = (cells: readonly string[]): string => csvLine(cells.map(csvCell))

/** Of cells that are written already. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`

export function csvCell(text: string): string {
  const harmless = startsFormula.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
