import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/db/postgres/private-postgres.ts'

/**
 * Tests the hosted identity provider with the official Auth emulator: installs it once (`--install`: only that),
 * starts it on free ports, runs vitest and stops it. Arguments are passed to vitest.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const home = join(root, 'e2e/firebase-emulator')
const startTimeoutMs = 180_000
const startTries = 3
const workDir = mkdtempSync(join(tmpdir(), 'balcao-firebase-'))
let emulator: ChildProcess | null = null
let tests: ChildProcess | null = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop().then(() => process.exit(1)))

let code = 1
try {
  install()
  code = process.argv.includes('--install') ? 0 : await runTests(await startEmulator())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await stop()
process.exit(code)

function install(): void {
  const stamp = join(home, 'node_modules', '.balcao-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing firebase-tools (once)…')
  // Without install scripts, because one dependency would download or compile a binary that is not used
  // here.
  const done = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' },
  )
  if (done.status !== 0)
    throw new Error(
      'firebase-tools could not be installed from e2e/firebase-emulator/package-lock.json (is the npm registry reachable?). The firebase step cannot pass without it.',
    )
  writeFileSync(stamp, lock)
}

/** A free port may be taken before the emulator binds it; then another one is tried. */
async function startEmulator(): Promise<string> {
  const started = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      const host = await startOnce()
      console.log(`Auth emulator on ${host} after ${((performance.now() - started) / 1_000).toFixed(1)} s`)
      return host
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('port taken')
      if (!taken || tries === startTries) throw error
      await ended(emulator)
    }
  }
}

async function startOnce(): Promise<string> {
  const settings = JSON.parse(readFileSync(join(home, 'firebase.json'), 'utf8')) as { emulators: object }
  const here = async () => ({ host: '127.0.0.1', port: await freePort() })
  const [auth, hub, logging] = [await here(), await here(), await here()]
  const config = { ...settings, emulators: { ...settings.emulators, auth, hub, logging } }
  writeFileSync(join(workDir, 'firebase.json'), JSON.stringify(config))
  const program = join(home, 'node_modules/firebase-tools/lib/bin/firebase.js')
  const child = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', 'demo-balcao', '--non-interactive'],
    {
      // Keeps the emulator's logs and settings out of the project and the home folder.
      cwd: workDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CI: '1', XDG_CONFIG_HOME: workDir },
    },
  )
  emulator = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const host = `${auth.host}:${auth.port}`
  const until = Date.now() + startTimeoutMs
  while (!(await isReady(host))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`The Auth emulator did not start:\n${output.slice(-3_000)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return host
}

async function isReady(host: string): Promise<boolean> {
  try {
    const reply = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(5_000) })
    return (await reply.text()).includes('"ready": true')
  } catch {
    return false
  }
}

function runTests(host: string): Promise<number> {
  return new Promise((resolve) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    tests = spawn(
      process.execPath,
      [vitest, 'run', '--project', 'firebase', ...process.argv.slice(2)],
      // The SDK reads this variable from its process's environment.
      { cwd: root, stdio: 'inherit', env: { ...process.env, FIREBASE_AUTH_EMULATOR_HOST: host } },
    )
    tests.on('exit', (exitCode) => resolve(exitCode ?? 1))
  })
}

async function stop(): Promise<void> {
  await ended(tests)
  await ended(emulator)
  rmSync(workDir, { recursive: true, force: true })
}

function ended(child: ChildProcess | null): Promise<void> {
  return new Promise((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(hard)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
