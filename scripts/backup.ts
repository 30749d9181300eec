import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { takeBackup } from '../server/db/backup/take-backup.ts'
import { takeRows } from '../server/db/backup/take-rows.ts'
import { DataInUseError, lockData } from '../server/db/postgres/data-lock.ts'
import { addressOfRunning, startPrivatePostgres } from '../server/db/postgres/private-postgres.ts'
import { dataRoot } from './data-root.ts'

/** `npm run backup -- <folder> [--every 24] [--keep 14]`, or `--rows`: docs/how-to/back-up-and-restore.md. */
const usage =
  'Uso: npm run backup -- <pasta> [--every <horas>] [--keep <quantos>], ou npm run backup -- <pasta> --rows'

const { values, positionals } = argumentsOrExit()
const [folder] = positionals
const hours = values.every === undefined ? null : Number(values.every)
const keep = values.keep === undefined ? undefined : Number(values.keep)
if (folder === undefined || positionals.length > 1 || (hours !== null && !(hours > 0)) || !validKeep(keep))
  fail(usage)
if (values.rows && (hours !== null || keep !== undefined)) fail(usage)
if (process.env.DATABASE_URL)
  fail(
    'DATABASE_URL aponta para um banco seu, e este comando copia só o banco privado do Balcão. Use pg_dump ou pg_basebackup da versão do seu servidor: docs/how-to/back-up-and-restore.md.',
  )
const data = dataRoot(process.env)
if (!existsSync(join(data, 'data', 'PG_VERSION'))) fail(`Não há banco em ${data}. Confira DATA_DIR.`)

do {
  const began = Date.now()
  try {
    const backup = await backUp(data, resolve(folder ?? ''))
    console.log(`Backup pronto em ${backup} (${((Date.now() - began) / 1_000).toFixed(1)} s).`)
  } catch (error) {
    console.error(`O backup falhou: ${error instanceof Error ? error.message : String(error)}`)
    if (hours === null) process.exit(1)
  }
  if (hours !== null) await new Promise((done) => setTimeout(done, hours * 3_600_000 - (Date.now() - began)))
} while (hours !== null)

/** Beside a running Balcão, or with the database started for it alone. */
async function backUp(from: string, into: string): Promise<string> {
  const options = {
    dataRoot: from,
    folder: into,
    encryptionKey: process.env.ENCRYPTION_KEY,
    now: new Date(),
    ...(keep === undefined ? {} : { keep }),
  }
  const take = values.rows ? takeRows : takeBackup
  const unlock = lockUnlessRunning(from)
  if (!unlock) {
    const url = addressOfRunning(from)
    if (url === null) throw new Error('o banco do Balcão que está aberto não responde agora.')
    return take({ ...options, url })
  }
  const server = await startPrivatePostgres({ dataRoot: from })
  try {
    return await take({ ...options, url: server.url })
  } finally {
    if (!server.adopted) await server.stop()
    unlock()
  }
}

function lockUnlessRunning(from: string): (() => void) | null {
  try {
    return lockData(from)
  } catch (error) {
    if (error instanceof DataInUseError) return null
    throw error
  }
}

function argumentsOrExit() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { every: { type: 'string' }, keep: { type: 'string' }, rows: { type: 'boolean' } },
    })
  } catch {
    return fail(usage)
  }
}

function validKeep(count: number | undefined): boolean {
  return count === undefined || (Number.isInteger(count) && count > 0)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
