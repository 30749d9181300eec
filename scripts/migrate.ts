import { migrate } from '../server/db/migrate.ts'

const url = process.env.DATABASE_URL
if (!url) {
  console.error('Falta DATABASE_URL.')
  process.exit(1)
}
const applied = await migrate(url)
console.log(applied.length === 0 ? 'Nada a aplicar.' : `Aplicadas: ${applied.join(', ')}`)
