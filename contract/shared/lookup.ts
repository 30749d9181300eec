/**
 * What the table itself has for a word that may be any text; undefined for any other word, and without a table.
 * `table[word]` finds for `constructor`, `toString` or `__proto__` what every object has.
 */
export const lookup = <T>(
  table: Readonly<Record<string, T>> | null | undefined,
  word: string,
): T | undefined => (table && Object.hasOwn(table, word) ? table[word] : undefined)
