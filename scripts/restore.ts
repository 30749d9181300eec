import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../server/db/backup/restore-backup.ts'
import { restoreRows } from '../server/db/backup/restore-rows.ts'
import { rowsEnding } from '../server/db/backup/rows-header.ts'
import { lockData } from '../server/db/postgres/data-lock.ts'
import { dataRoot } from './data-root.ts'

/** `npm run restore -- <backup> [--into <folder>]`: docs/how-to/back-up-and-restore.md. */
const usage = 'Uso: npm run restore -- <backup> [--into <pasta de dados>]'

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } })
  const [backup] = positionals
  if (backup === undefined || positionals.length > 1) throw new Error(usage)
  if (process.env.DATABASE_URL)
    throw new Error(
      'DATABASE_URL aponta para um banco seu, e este comando restaura só o banco privado do Balcão: docs/how-to/back-up-and-restore.md.',
    )
  const into = dataRoot({ DATA_DIR: values.into === undefined ? process.env.DATA_DIR : resolve(values.into) })
  const unlock = lockData(into)
  try {
    const restore = backup.endsWith(rowsEnding) ? restoreRows : restoreBackup
    const restored = await restore({
      backup: resolve(backup),
      dataRoot: into,
      encryptionKey: process.env.ENCRYPTION_KEY,
    })
    console.log(`Restaurado em ${into}: tudo até ${restored.takenAt}, ${restored.orders} pedidos.`)
    if (restored.otherEncryptionKey)
      console.log(
        'Atenção: o backup foi feito com outra ENCRYPTION_KEY. Inicie o Balcão com aquela; sem ela ninguém entra com a segunda etapa.',
      )
  } finally {
    unlock()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
