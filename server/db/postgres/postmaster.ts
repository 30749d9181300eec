import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UnixUser } from './postgres-cluster.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The database did not start; the message is for the operator. */
export class PostgresStartError extends Error {
  /** It starts as soon as there is space again. */
  readonly noSpace: boolean

  constructor(problem: string) {
    super(`O banco não iniciou: ${problem.trim().split('\n').slice(-3).join(' ')}`)
    this.noSpace = /No space left on device/.test(problem)
  }
}

/** The postmaster over this data, when it lives and takes connections. */
export function readyPostmaster(data: string): Postmaster | null {
  const found = livingPostmaster(data)
  return found?.state === 'ready' ? found : null
}

interface LivingPostmaster extends Postmaster {
  /** As PostgreSQL writes it: starting, ready, stopping, standby. */
  readonly state: string
}

/** Its file names pid (line 1), port (line 4) and state (line 8), which are written one after the other. */
function livingPostmaster(data: string): LivingPostmaster | null {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!pid || !isPostmasterOf(data, pid)) return null
  return { pid, port: Number(lines[3] ?? 0), state: lines[7]?.trim() || 'starting' }
}

/** Another program may have got the number of a postmaster that is gone. */
export function isPostmasterOf(data: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // The process lives and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return commandLineOf(pid).includes(data)
}

function commandLineOf(pid: number): string {
  try {
    return existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export interface Launch {
  readonly program: string
  readonly dataRoot: string
  readonly settings: Readonly<Record<string, string>>
  readonly user: UnixUser | null
  readonly patienceMs: number
}

/** Starts PostgreSQL, after ending a left-over one that neither becomes ready nor ends. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const data = join(launch.dataRoot, 'data')
  const adopted = await resolveLeftOver(data, launch.patienceMs)
  if (adopted) return adopted
  const until = Date.now() + launch.patienceMs
  for (;;) {
    const attempt = await tryLaunch(launch)
    if (attempt.pid) return { pid: attempt.pid, port: Number(launch.settings.port) }
    // Children of a killed postmaster may hold its memory for a moment.
    if (Date.now() > until || !/postmaster\.pid|shared memory/.test(attempt.problem))
      throw new PostgresStartError(attempt.problem)
    await pause(150)
    const other = readyPostmaster(data)
    if (other) return other
  }
}

/** Recovery after a crash reads the log of the last minutes and takes longer than any stop. */
const maxRecoveryLength = 8

/**
 * Waits for a postmaster that a former start left starting or stopping. It can hang there: one that received SIGINT
 * while it recovered from a crash never ends.
 */
async function resolveLeftOver(data: string, patienceMs: number): Promise<Postmaster | null> {
  const began = Date.now()
  for (;;) {
    const found = livingPostmaster(data)
    if (!found) return null
    if (found.state === 'ready') return found
    const waits = found.state === 'stopping' ? patienceMs : patienceMs * maxRecoveryLength
    if (Date.now() - began > waits) {
      await endPostmaster(data, found.pid, ['SIGQUIT', 'SIGKILL'], patienceMs)
      return null
    }
    await pause(100)
  }
}

async function tryLaunch({
  program,
  dataRoot,
  settings,
  user,
  patienceMs,
}: Launch): Promise<{ pid: number | null; problem: string }> {
  const data = join(dataRoot, 'data')
  const log = join(dataRoot, 'server.log')
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const file = openSync(log, 'w')
  // Detached and logging to a file: it outlives a killed start, and Ctrl-C reaches us first.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', file], detached: true, cwd: '/', ...user })
  closeSync(file)
  child.unref()
  let ended = false
  child.on('error', () => (ended = true))
  child.on('exit', () => (ended = true))
  const until = Date.now() + patienceMs * maxRecoveryLength
  while (Date.now() < until && !ended) {
    await pause(15)
    const running = readyPostmaster(data)
    if (running && running.pid === child.pid) return { pid: running.pid, problem: '' }
  }
  return { pid: null, problem: readFileSync(log, 'utf8') }
}

export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** After SIGQUIT it kills its children itself, five seconds later; killed before, it would leave them behind. */
const quitMs = 8_000

/**
 * SIGINT rolls back what runs and writes everything; SIGQUIT ends at once and the next start recovers, which loses
 * nothing that was committed; SIGKILL is for one that does not even hear that.
 */
export async function endPostmaster(
  data: string,
  pid: number,
  signals: readonly StopSignal[],
  patienceMs: number,
): Promise<void> {
  for (const signal of signals) {
    if (!isPostmasterOf(data, pid)) return
    process.kill(pid, signal)
    const until = Date.now() + (signal === 'SIGINT' ? patienceMs : quitMs)
    while (Date.now() < until && isPostmasterOf(data, pid)) await pause(25)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
