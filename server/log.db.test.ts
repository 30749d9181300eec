import { spawn, type StdioOptions } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './db/postgres/private-postgres.ts'
import { freshDatabase } from './testing/postgres.ts'
import { until } from './testing/until.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test.runIf(existsSync('/dev/full'))(
  'a server whose log is on a full disk answers, and counts what it could not write',
  async () => {
    const full = openSync('/dev/full', 'w')
    const server = await start(['ignore', full, full, 'ipc'])
    closeSync(full)
    await expectToAnswer(server)
  },
)

test('a server whose log nobody reads any more answers', async () => {
  const server = await start(['ignore', 'pipe', 'pipe', 'ipc'])
  server.child.stdout?.destroy()
  server.child.stderr?.destroy()
  await expectToAnswer(server)
})

async function start(stdio: StdioOptions) {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('main.ts', import.meta.url))],
    {
      stdio,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: database.url,
        PORT: String(port),
        DEMO: 'off',
        LOG_LEVEL: 'info',
      },
    },
  )
  const url = `http://127.0.0.1:${port}`
  const isLive = async () => (await fetch(`${url}/health/live`)).ok
  await until(() => child.exitCode !== null || isLive())
  return { child, url }
}

/** Each call but the probes is a line. */
async function expectToAnswer({ child, url }: Awaited<ReturnType<typeof start>>): Promise<void> {
  expect(child.exitCode).toBeNull()
  for (let call = 0; call < 20; call += 1) {
    const reply = await fetch(`${url}/api/user/mine`)
    expect(reply.status).toBe(401)
  }
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(Number(/^log_failures (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}
