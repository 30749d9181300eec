/** A spreadsheet takes these for a formula: a customer could name itself into one. */
const startsFormula = /^[=+\-@\t\r]/

/** As Brazilian spreadsheets read it: semicolons, quotes around what needs them. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`

function csvCell(text: string): string {
  const harmless = startsFormula.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
