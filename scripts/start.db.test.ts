import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../server/db/postgres/private-postgres.ts'
import { until } from '../server/testing/until.ts'

/** `npm start` without the demo, whose parts are killed from outside. */
let folder: string
let port: number
let first: Started

interface Started {
  readonly child: ChildProcess
  said(): string
  readonly ended: Promise<number | null>
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-start-'))
  chmodSync(folder, 0o755)
  port = await freePort()
  first = start(port)
  // The first of all starts builds the panel.
  await answers(port, 150_000)
}, 180_000)
afterAll(async () => {
  first.child.kill('SIGTERM')
  await first.ended
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

function start(onPort: number): Started {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('start.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: process.env.HOME,
        DATA_DIR: folder,
        DEMO: 'off',
        PORT: String(onPort),
        LOG_LEVEL: 'fatal',
      },
    },
  )
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    child,
    said: () => said,
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
  }
}

async function answers(onPort: number, withinMs?: number): Promise<void> {
  const isReady = async () => (await fetch(`http://127.0.0.1:${onPort}/health/ready`)).status === 200
  await until(() => first.child.exitCode !== null || isReady(), Boolean, withinMs).catch((cause: unknown) => {
    throw new Error(`Not ready: ${first.said()}`, { cause })
  })
  expect(first.child.exitCode, first.said()).toBeNull()
}

const postmaster = () => {
  const lines = readFileSync(join(folder, 'pg', 'data', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

const ownerUrl = () => {
  const password = readFileSync(join(folder, 'pg', 'password'), 'utf8').trim()
  return `postgres://balcao:${password}@127.0.0.1:${postmaster().port}/postgres`
}

async function serverPid(): Promise<number> {
  const path = `/proc/${first.child.pid}/task/${first.child.pid}/children`
  const children = readFileSync(path, 'utf8').trim().split(' ').map(Number)
  const found = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts'),
  )
  if (!found) throw new Error('The server does not run')
  return found
}

/** Waits for a connection of the server: process 0 would be this test's whole group, the run included. */
function backendPid(): Promise<number> {
  return vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: ownerUrl() })
      client.on('error', () => {})
      try {
        await client.connect()
        const { rows } = await client.query<{ pid: number }>(
          "select pid from pg_stat_activity where application_name like 'balcao%' limit 1",
        )
        if (!rows[0]) throw new Error('The server has no connection')
        return rows[0].pid
      } finally {
        await client.end().catch(() => {})
      }
    },
    { timeout: 20_000, interval: 100 },
  )
}

test.runIf(process.platform === 'linux')(
  'a server that is killed starts again, and one line says why',
  async () => {
    process.kill(await serverPid(), 'SIGKILL')
    await expect.poll(() => first.said()).toContain('O servidor parou (sinal SIGKILL). Iniciando de novo.')
    await answers(port)
  },
)

test('a database that is killed starts again on its port, and the server finds it', async () => {
  const before = postmaster()
  process.kill(before.pid, 'SIGKILL')
  await expect.poll(() => first.said()).toContain('O banco de dados parou')
  await expect.poll(() => postmaster().pid, { timeout: 10_000 }).not.toBe(before.pid)
  // An answer may be a second old, from before the kill; a connection is new.
  await backendPid()
  await answers(port)
  expect(postmaster().port).toBe(before.port)
})

test('a second start on the same data is refused in one sentence and does not harm the first', async () => {
  const second = start(await freePort())
  expect(await second.ended).toBe(1)
  expect(second.said()).toMatch(/^Outro Balcão \(processo \d+\) já usa os dados em .+\n$/)
  await answers(port)
})

// Some 20 s: a PostgreSQL that gets the order to stop while it recovers may never end, and is killed after 15 s.
test('stopped in the middle of a crash recovery, everything ends, and the next start works', async () => {
  const onlooker = new pg.Client({ connectionString: ownerUrl() })
  // PostgreSQL sends everybody away before it recovers.
  const isSentAway = new Promise((resolve) => onlooker.on('error', resolve))
  await onlooker.connect()
  process.kill(await backendPid(), 'SIGKILL')
  await isSentAway
  const { pid } = postmaster()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  first = start(port)
  await answers(port)
}, 90_000)

test.runIf(process.platform === 'linux')(
  'a house whose output nobody reads any more stays open',
  async () => {
    first.child.stdout?.destroy()
    first.child.stderr?.destroy()
    // Each end is a line.
    for (let end = 0; end < 3; end += 1) {
      const before = await serverPid()
      process.kill(before, 'SIGKILL')
      await until(async () => first.child.exitCode !== null || (await serverPid()) !== before)
      await answers(port)
    }
  },
)
