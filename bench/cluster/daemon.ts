import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runningChild } from '../../scripts/child-process.ts'
import { userOfPostgres } from '../../server/db/postgres/private-postgres.ts'
import type { Machine } from './machines.ts'

export interface Daemon {
  readonly pid: number
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** A folder that the daemons' ordinary user may write to. */
export function folderOf(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  own(folder)
  return folder
}

/** A file of settings in such a folder. */
export function fileOf(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  own(file)
  return file
}

function own(path: string): void {
  const user = userOfPostgres()
  if (user) chownSync(path, user.uid, user.gid)
}

/**
 * Ends what a test run that was killed would leave behind. `pids` of the folder has the daemons; the rest is shell
 * commands. Answers a function that calls it off.
 */
export function startGuard(parent: string, commands: readonly string[]): () => void {
  const script = [
    'cat > /dev/null',
    `cat ${parent}/pids ${parent}/*/data/postmaster.pid 2>/dev/null | grep -xE '[0-9]{2,7}' | xargs -r kill -9`,
    ...commands,
    `umount ${parent}/*; rm -rf ${parent}`,
  ].join('\n')
  // It reads until this process, however it ends, no longer holds the other end.
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.unref()
  return () => child.kill('SIGKILL')
}

/** Starts a program on a machine as an ordinary user; what it says is in `log` of its folder. */
export function startDaemon(machine: Machine, folder: string, command: readonly string[]): Daemon {
  const [program = '', ...args] = [...machine.prefix, ...command]
  const log = openSync(join(folder, 'log'), 'a')
  // Into a machine's own network only root enters, who then becomes that user.
  const user = machine.prefix.length > 0 ? null : userOfPostgres()
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log], ...user })
  closeSync(log)
  appendFileSync(join(folder, '..', 'pids'), `${String(child.pid)}\n`)
  return { pid: child.pid ?? 0, ...runningChild(child) }
}

export const logOf = (folder: string): string => readFileSync(join(folder, 'log'), 'utf8')

/** A process with its children, of which PostgreSQL has many. None when it is gone. */
export function withChildren(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return [pid, ...children.filter(Boolean).map(Number)]
  } catch {
    return []
  }
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      // It has just ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
