import { spawn, type ChildProcess } from 'node:child_process'
import {
  deleteOthers,
  forNextStart,
  givenUp,
  programOf,
  proven,
  readVersions,
  writeVersions,
} from './versions.ts'

/** The agent ends with this code when a newer version is ready to be started. */
export const updatedCode = 75

/** A new version that has not reached the panel by then is not the one to print with. */
const provenWithinMs = 90_000

export interface Supervision {
  readonly stateDir: string
  /** The program that came with the download. */
  readonly basis: string
  readonly args: readonly string[]
  readonly say: (line: string) => void
  readonly stopping: AbortSignal
  readonly withinMs?: number
}

/**
 * Runs the agent and, after an update, the newer version; goes back to the former one when the newer ends or stays
 * silent before it has reached the panel. Answers the exit code of the version that is in use.
 */
export async function supervise(given: Supervision): Promise<number> {
  const { stateDir, basis, say, stopping } = given
  for (;;) {
    const state = forNextStart(readVersions(stateDir))
    writeVersions(stateDir, state)
    const code = await runOnce(programOf(state, stateDir, basis), given, state.tries !== null)
    if (stopping.aborted) return 0
    if (code === updatedCode) continue
    const after = readVersions(stateDir)
    // It was in use already: the system starts it again.
    if (after.tries === null) return code
    say(`A versão ${after.current ?? ''} não subiu. A anterior volta.`)
    const back = givenUp(after)
    writeVersions(stateDir, back)
    deleteOthers(stateDir, back)
  }
}

function runOnce(program: string, given: Supervision, onTrial: boolean): Promise<number> {
  const { args, stateDir, stopping, withinMs = provenWithinMs } = given
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    windowsHide: true,
  })
  const stop = (): void => void child.kill('SIGTERM')
  stopping.addEventListener('abort', stop, { once: true })
  const late = onTrial ? setTimeout(() => child.kill('SIGKILL'), withinMs) : undefined
  child.on('message', (message) => {
    if (!isProof(message)) return
    clearTimeout(late)
    const state = proven(readVersions(stateDir))
    writeVersions(stateDir, state)
    deleteOthers(stateDir, state)
  })
  return ended(child).finally(() => {
    clearTimeout(late)
    stopping.removeEventListener('abort', stop)
  })
}

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })

/** Sent by the agent once the panel has answered. */
const isProof = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'reached' in message && message.reached === true
