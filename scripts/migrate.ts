import { migrate } from '../server/db/schema/migrate.ts'

const url = process.env.DATABASE_URL
if (!url) {
  console.error('Falta DATABASE_URL.')
  process.exit(1)
}
try {
  const applied = await migrate(url)
  console.log(applied.length === 0 ? 'Nada a aplicar.' : `Aplicados: ${applied.join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
