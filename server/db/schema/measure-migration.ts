import type pg from 'pg'
import { countedMeasures } from '../../../contract/reports/metrics/measures.ts'
import { measuredTables, measureTypes } from './measured-tables.ts'

export interface MeasureMigration {
  /** The columns that it adds, without their tables. */
  readonly columns: readonly string[]
  /** Of the file, without its number. */
  readonly name: string
  readonly text: string
}

/**
 * The migration that a migrated database lacks: columns of measures that are new in the contract, and the back-fill
 * that counts kept days again. Null when every measure has its columns.
 */
export async function measureMigration(client: pg.Client): Promise<MeasureMigration | null> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = any ($1)`,
    [measuredTables],
  )
  const present = new Set(rows.map(({ name }) => name))
  const lacking = (table: string) =>
    countedMeasures.map(({ column }) => column).filter((column) => !present.has(`${table}.${column}`))
  const columns = [...new Set(measuredTables.flatMap(lacking))]
  const [first] = columns
  if (first === undefined) return null
  const name = `measure-${first.replaceAll('_', '-')}`
  const changes = Object.entries(measureTypes)
    .map(([table, type]) => ({ table, type, added: lacking(table) }))
    .filter(({ added }) => added.length > 0)
    .map(
      ({ table, type, added }) =>
        `alter table ${table}\n${added.map((column) => `  add column ${column} ${type} not null default 0`).join(',\n')};`,
    )
  return {
    columns,
    name,
    text: `-- Written by scripts/generate-tables.ts from contract/reports/metrics/measures.ts. Kept days hold 0 until the back-fill has
-- counted them again.
${changes.join('\n')}

insert into backfills (store_id, name, kind) select id, '${name}', 'recount-days' from stores;
`,
  }
}
