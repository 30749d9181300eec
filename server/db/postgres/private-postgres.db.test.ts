import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DataInUseError, lockData } from './data-lock.ts'
import { startPrivatePostgres, type PrivatePostgres } from './private-postgres.ts'
import { until } from '../../testing/until.ts'

let dataRoot: string
let server: PrivatePostgres
/** Frozen processes, which no ordinary signal ends. */
const frozen: number[] = []

const start = (settings: Record<string, string> = {}) =>
  startPrivatePostgres({
    dataRoot,
    programs: inject('postgresPrograms'),
    settings: { fsync: 'off', ...settings },
    patienceMs: 1_500,
  })

beforeAll(async () => {
  dataRoot = mkdtempSync(join(tmpdir(), 'balcao-private-'))
  chmodSync(dataRoot, 0o755)
  server = await start()
  await query('create table kept (id integer)')
})
afterAll(async () => {
  for (const pid of frozen) signal(pid, 'SIGKILL')
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
})

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(text)
    return result.rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end().catch(() => {})
  }
}

function freeze(pid: number): void {
  frozen.push(pid)
  process.kill(pid, 'SIGSTOP')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone.
  }
}

const state = () =>
  readFileSync(join(dataRoot, 'data', 'postmaster.pid'), 'utf8')
    .split('\n')[7]
    ?.trim()

test('a database that was killed is noticed, and starts again on its port with all that was committed', async () => {
  await query('insert into kept values (1)')
  const { port, pid } = server
  process.kill(pid, 'SIGKILL')
  await server.ended
  server = await start({ port: String(port) })
  expect([server.port, server.adopted]).toEqual([port, false])
  expect(await query('select id from kept')).toEqual([1])
})

test('a database that a former start left stopping for ever is ended and started again', async () => {
  await query('insert into kept values (2)')
  const [checkpointer] = await query("select pid from pg_stat_activity where backend_type = 'checkpointer'")
  const { pid } = server
  freeze(Number(checkpointer))
  process.kill(pid, 'SIGINT')
  await until(() => state() === 'stopping')
  server = await start()
  expect([server.adopted, server.pid === pid]).toEqual([false, false])
  expect(await query('select id from kept order by 1')).toEqual([1, 2])
}, 60_000)

test('a database that does not even hear the order to stop is killed, and no other process is', async () => {
  await query('insert into kept values (3)')
  freeze(server.pid)
  const began = performance.now()
  await server.stop()
  expect(performance.now() - began).toBeLessThan(15_000)
  await server.ended
  server = await start()
  expect(await query('select id from kept order by 1')).toEqual([1, 2, 3])
  const { pid } = server
  await server.stop()
  // Its number now belongs to another program.
  writeFileSync(join(dataRoot, 'data', 'postmaster.pid'), `${process.pid}\n\n\n5432\n\n\n\nready\n`)
  server = await start()
  expect([server.adopted, server.pid === pid]).toEqual([false, false])
})

test('a second start on the same data is refused with a sentence while the first one lives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-lock-'))
  const lockInChild = () => {
    const code = `import { lockData } from '${fileURLToPath(new URL('data-lock.ts', import.meta.url))}'
      lockData(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000)`
    return spawn(process.execPath, ['--input-type=module', '--eval', code, '--', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }
  const child = lockInChild()
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(() => lockData(folder)).toThrow(DataInUseError)
  expect(() => lockData(folder)).toThrow(`Outro Balcão (processo ${child.pid}) já usa os dados`)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  const unlock = lockData(folder)
  expect(() => lockData(folder)).toThrow(DataInUseError)
  unlock()
  // The number lives on in another process, as after a restart of a container.
  writeFileSync(join(folder, 'in-use'), `${process.pid}\nanother boot\n`)
  lockData(folder)()
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
