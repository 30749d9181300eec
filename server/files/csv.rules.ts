/** Characters that start a formula in spreadsheets, including full-width ones; a customer's name could contain one. */
const startsFormula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** The Brazilian spreadsheet format: semicolons, quotes where needed. */
export const csvRow = (cells: readonly string[]): string => csvLine(cells.map(csvCell))

/** From cells that are already formatted. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`

export function csvCell(text: string): string {
  const harmless = startsFormula.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
