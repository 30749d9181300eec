import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../server/db/postgres/private-postgres.ts'

/** A part of the demo that was hurt, and how the others took it. */
export interface HurtPart {
  readonly part: string
  readonly hurt: string
  /** The panel answered, the database and the server were never started again, and `npm start` still runs. */
  readonly houseStayed: boolean
  /** Until the part ran again; null: it is paused. */
  readonly backMs: number | null
}

/**
 * By the program in their command line. The staff and the customers work in the process of `npm start` itself, and
 * WhatsApp's second simulator ends with the first.
 */
const beside = {
  'simulator of iFood': 'simulator/main.ts',
  'simulator of WhatsApp': 'graph/main.ts',
  'print agent': 'agent/main.ts',
} as const
const server = 'server/main.ts'

/** The whole demo of `npm start`, whose parts are ended, frozen, ended ten times, and ended while the server starts. */
export async function hurtHouse(): Promise<readonly HurtPart[]> {
  const house = await startHouse()
  const hurts: HurtPart[] = []
  try {
    for (const [part, program] of Object.entries(beside)) {
      hurts.push(await house.watch(part, 'ended', program, () => house.kill(program)))
      hurts.push(await house.watch(part, 'frozen 5 s', program, () => house.freeze(program, 5_000)))
    }
    for (const [part, program] of Object.entries(beside)) {
      const before = house.pid(server)
      await house.kill(server)
      await house.until(() => house.pid(server) !== null && house.pid(server) !== before)
      // Longer than ten starts of the part take.
      const awake = house.freeze(server, 40_000)
      await house.kill(program)
      await awake
      const began = Date.now()
      await house.until(async () => house.pid(program) !== null && (await house.isReady()))
      hurts.push({
        part,
        hurt: 'ended while the server starts 40 s',
        houseStayed: house.isOpen(),
        backMs: Date.now() - began,
      })
    }
    for (const [part, program] of Object.entries(beside)) {
      const before = house.pid(server)
      while (await house.comesBack(program)) await house.kill(program)
      const houseStayed = (await house.isReady()) && house.pid(server) === before
      hurts.push({ part, hurt: 'ended until it is paused', houseStayed, backMs: null })
    }
  } finally {
    await house.stop()
  }
  return hurts
}

async function startHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-house-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('../../scripts/start.ts', import.meta.url)),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'fatal' },
    },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const isOpen = () => child.exitCode === null && child.signalCode === null
  const isReady = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null)
    return reply?.status === 200
  }
  const pid = (program: string): number | null =>
    descendants(child.pid ?? 0).find((one) => commandLine(one).includes(program)) ?? null
  const until = async (isSo: () => boolean | Promise<boolean>, withinMs = 240_000): Promise<void> => {
    for (const end = Date.now() + withinMs; !(await isSo()); await pause(50)) {
      if (!isOpen()) throw new Error('The house has closed')
      if (Date.now() > end) throw new Error(`Not within ${withinMs} ms: ${String(isSo)}`)
    }
  }
  await until(async () => (await isReady()) && pid(beside['print agent']) !== null)
  const own = {
    pid,
    isOpen,
    isReady,
    until,
    kill: async (program: string) => {
      await until(() => pid(program) !== null)
      const found = pid(program)
      if (found !== null) process.kill(found, 'SIGKILL')
      await until(() => pid(program) !== found)
    },
    /** Longer than the longest wait between two starts. */
    comesBack: (program: string): Promise<boolean> =>
      until(() => pid(program) !== null, 10_000).then(
        () => true,
        () => false,
      ),
    freeze: async (program: string, ms: number) => {
      const found = pid(program)
      if (found === null) return
      process.kill(found, 'SIGSTOP')
      await pause(ms)
      process.kill(found, 'SIGCONT')
    },
    watch: async (
      part: string,
      hurt: string,
      program: string,
      strike: () => Promise<void>,
    ): Promise<HurtPart> => {
      const before = pid(server)
      await strike()
      const stayed = isOpen() && (await isReady()) && pid(server) === before
      const began = Date.now()
      await until(() => pid(program) !== null)
      return { part, hurt, houseStayed: stayed, backMs: Date.now() - began }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return own
}

const descendants = (of: number): readonly number[] => {
  const children = read(`/proc/${of}/task/${of}/children`).trim().split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}
const commandLine = (of: number): string => read(`/proc/${of}/cmdline`)

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has just ended.
    return ''
  }
}
