import { EnvironmentError } from '../server/env.ts'
import { cellsOf } from '../server/env-cells.ts'
import { migrateEvery } from '../server/db/schema/migrate-every.ts'

const { DATABASE_URL: directoryUrl, DATABASE_DIRECT_URL: directUrl, CELLS: list } = process.env
if (!directoryUrl) {
  console.error('Falta DATABASE_URL.')
  process.exit(1)
}
const cells = list ? cellsOf(list) : undefined
try {
  if (cells === null)
    throw new EnvironmentError(['CELLS: nomes e bancos, como main=postgres://…,b=postgres://…'])
  const applied = await migrateEvery({ directoryUrl, directUrl, cells })
  console.log(applied.length === 0 ? 'Nada a aplicar.' : `Aplicados: ${applied.join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
