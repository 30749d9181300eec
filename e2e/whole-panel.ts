import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedChromium } from './chromium.ts'
import { freePort } from '../server/db/postgres/private-postgres.ts'
import type { Panel } from './panel.ts'
import { cloneSeeded, isSeeded } from './seeded-data.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Environment = Readonly<Record<string, string>>

/**
 * The whole product as `npm start` runs it, for tests of the start itself, of the demo's traffic, and of programs
 * outside a test run. On a clone of the seeded database where there is one; with a folder, on the private database
 * in it.
 */
export async function startWholePanel(givenDataDir?: string, environment: Environment = {}): Promise<Panel> {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  const clone = givenDataDir || !isSeeded() ? null : await cloneSeeded()
  const server = await startWholeServer(dataDir, {
    ...(clone ? { DATABASE_URL: clone.url } : {}),
    ...environment,
  })
  const browser = await sharedChromium()
  return {
    ...server,
    browser,
    databaseUrl: () => clone?.url ?? server.databaseUrl(),
    stop: async () => {
      for (const context of browser.contexts()) await context.close()
      await server.stop()
      await clone?.drop()
      if (!givenDataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs `npm start` on a data folder and a free port, and resolves when it is ready. */
export async function startWholeServer(
  dataDir: string,
  environment: Environment = {},
): Promise<Omit<Panel, 'browser'>> {
  // When running as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const { port, start, said } = await startOnFreePort(dataDir, environment)
  return {
    url: `http://127.0.0.1:${port}`,
    phoneUrl: /telefone de um cliente: (\S+)/.exec(said)?.[1] ?? null,
    databaseUrl: () => {
      const owner = readFileSync(join(dataDir, 'pg/password'), 'utf8').trim()
      const databasePort = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n')[3]
      return `postgres://balcao:${owner}@127.0.0.1:${databasePort ?? ''}/postgres`
    },
    stop: async () => {
      const ended = new Promise((resolve) => start.once('exit', resolve))
      start.kill('SIGTERM')
      await ended
    },
  }
}

/** A port that was free a moment ago may be some program's outgoing connection by now. */
async function startOnFreePort(
  dataDir: string,
  environment: Environment,
): Promise<{ readonly port: number; readonly start: ChildProcess; readonly said: string }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const start = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TZ: process.env.TZ,
        LD_PRELOAD: process.env.LD_PRELOAD,
        PORT: String(port),
        DATA_DIR: dataDir,
        // An order moves only when a test moves it.
        DEMO_STAFF: 'off',
        DEMO_WHATSAPP: 'off',
        CEP_URL: 'off',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...(process.env.CALL_LIMIT_FACTOR ? { CALL_LIMIT_FACTOR: process.env.CALL_LIMIT_FACTOR } : {}),
        ...environment,
      },
    })
    try {
      return { port, start, said: await ready(start) }
    } catch (error) {
      if (tries === 3 || !String(error).includes('já está em uso')) throw error
    }
  }
}

/** What it said until then. */
function ready(start: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (/Balcão pronto em .*\n/.test(said)) resolve(said)
    }
    start.stdout?.on('data', hear)
    start.stderr?.on('data', hear)
    start.once('exit', (code) => reject(new Error(`npm start ended with ${String(code)}:\n${said}`)))
  })
}
