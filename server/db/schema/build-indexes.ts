import type pg from 'pg'
import type { Migration } from './sql-files.ts'

const indexStatement = /^create (?:unique )?index concurrently if not exists (\w+)\s+on \w+ .+$/s

/**
 * Builds the indexes of a migration that says `-- no transaction`, while others write to their tables. A build that was
 * killed leaves an invalid index behind: it is dropped and built again. An index that is complete stays. Throws when
 * the file holds anything else, because nothing else could be resumed.
 */
export async function buildIndexes(client: pg.Client, { name, text }: Migration): Promise<void> {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  const indexes = statements.map((statement) => ({
    statement,
    index: indexStatement.exec(statement)?.[1],
  }))
  for (const { statement, index } of indexes)
    if (index === undefined)
      throw new Error(
        `${name}: sem transação só cabe "create index concurrently if not exists": ${statement.slice(0, 60)}`,
      )
  for (const { statement, index } of indexes) {
    const { rows: unfinished } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (unfinished.length > 0) await client.query(`drop index concurrently ${index}`)
    await client.query(statement)
  }
}
