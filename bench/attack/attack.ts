import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/db/schema/migrate.ts'
import { freePort, startPrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { startServer } from '../live-streams.ts'
import { sendDocuments } from './documents.ts'
import { fuzz } from './fuzz.ts'
import { walkMatrix } from './matrix.ts'
import { starve } from './starve.ts'

/**
 * `npm run attack`: attacks a server of its own on this machine, prints counts and what fell short, and fails if
 * anything did. `--only=matrix,fuzz,starve,documents` selects some; `--inputs=60000` is the number of the fuzz.
 */
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')?.split(',')
const inputs = Number(option('inputs') ?? 60_000)

const dataRoot = mkdtempSync(join(tmpdir(), 'balcao-attack-'))
const database = await startPrivatePostgres({ dataRoot })
await migrate(database.url)
const port = await freePort()
// The limits of calls are the product's, but where the number of calls is the point.
const factor = only?.length === 1 && only[0] === 'starve' ? '1' : '1000'
const server = await startServer(database.url, port, {
  ROLE: 'all',
  CALL_LIMIT_FACTOR: factor,
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://painel.example',
})
const url = `http://127.0.0.1:${String(port)}`
const alive = () => (isAlive(server.pid) ? server.pid : undefined)

const parts = {
  matrix: () => walkMatrix(url, database.url),
  fuzz: () => fuzz(url, database.url, inputs),
  documents: () => sendDocuments(url, database.url, alive),
  starve: () => starve(url, database.url),
}
let short = 0
for (const [name, run] of Object.entries(parts)) {
  if (only && !only.includes(name)) continue
  const begun = performance.now()
  const { counts, shortfalls } = await run()
  console.log(`\n${name} (${String(Math.round((performance.now() - begun) / 1_000))} s)`)
  console.log(counts)
  console.log(shortfalls.length === 0 ? 'nothing fell short' : shortfalls.slice(0, 50).join('\n'))
  short += shortfalls.length
}
server.kill()
await database.stop()
rmSync(dataRoot, { recursive: true, force: true })
console.log(short === 0 ? '\nNothing fell short.' : `\n${String(short)} fell short.`)
process.exitCode = short === 0 ? 0 : 1

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
