import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSetupError } from '../server/db/schema/app-role.ts'
import { runningChild } from './child-process.ts'
import { StartProblem, startProblem } from './start-problem.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pauseMs = 3_000

/** A slow machine gets a second chance: says what went wrong, waits a little, and tries once more. */
export async function triedTwice<T>(
  work: () => Promise<T>,
  stopping: AbortSignal,
  say: (line: string) => void,
  afterMs = pauseMs,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // A setup that is wrong stays wrong; only a connection that failed has a cause.
    const lasts = error instanceof DatabaseSetupError && error.cause === undefined
    if (lasts || stopping.aborted) throw error
    say(`${startProblem(error)}\nTentando mais uma vez…`)
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    stopping.throwIfAborted()
    return work()
  }
}

/** Runs a script in a process of its own, whose memory ends with it. */
export async function runToEnd(
  script: string,
  environment: Readonly<Record<string, string>>,
  stopping: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, script)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
    // The terminal's Ctrl-C reaches only the parent, which stops things in order.
    detached: true,
  })
  const running = runningChild(child)
  const cancel = () => void running.stop()
  stopping.addEventListener('abort', cancel)
  const why = await running.ended
  stopping.removeEventListener('abort', cancel)
  // It has said itself what was wrong.
  if (why !== 'código 0') throw new StartProblem(`Este passo não terminou (${why}).`)
}
