import { DatabaseSetupError } from './app-role.ts'
import type { Migration } from './sql-files.ts'

/** Every database of version 0.2 or later begins with it. */
const firstMigration = '0001-schema.sql'

/**
 * Throws when this version cannot read a database, by the hashes of the migrations that were applied to it: it is of
 * before version 0.2, of a newer version, or a file was edited after it was applied.
 */
export function rejectUnreadable(files: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  if (applied.size > 0 && !applied.has(firstMigration)) throw new DatabaseSetupError(oldDatabase)
  const known = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new DatabaseSetupError(newerDatabase(unknown))
  const edited = files.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256)
  if (edited)
    throw new DatabaseSetupError(
      `A migração ${edited.name} mudou depois de aplicada a este banco. Restaure o arquivo e crie uma migração nova.`,
    )
}

/** The commit is the last of version 0.1. */
const oldDatabase = `Este banco é do Balcão 0.1, e esta versão não lê os dados dele. Nada foi mudado.
Para usar esses dados: volte ao Balcão 0.1 (git checkout 3edfe0eb) e rode npm start.
Para começar outro banco e guardar este: DATA_DIR=<outra pasta> npm start.
Banco de demonstração: npm start -- --reset-demo apaga os dados dele e cria outro.
Banco seu, com DATABASE_URL: crie um banco vazio e aponte DATABASE_URL para ele.`

const newerDatabase = (unknown: readonly string[]): string =>
  `Este banco é de uma versão mais nova do Balcão (${unknown.toSorted().at(-1) ?? ''}). Instale essa versão ou restaure um backup feito antes dela.`
