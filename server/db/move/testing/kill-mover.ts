import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { MoverInput } from './mover-child.ts'

/** Runs a mover in a process of its own, and kills it (SIGKILL) when it has done the step. */
export async function killMover(input: MoverInput): Promise<void> {
  const file = fileURLToPath(new URL('mover-child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, JSON.stringify(input)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let complained = ''
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const ended = new Promise<'ended'>((resolve) => child.once('exit', () => resolve('ended')))
  const stopped = new Promise<'stopped'>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('stopped')) resolve('stopped')
    }),
  )
  if ((await Promise.race([stopped, ended])) === 'ended')
    throw new Error(`The mover ended before ${input.stopAt}: ${complained}`)
  child.kill('SIGKILL')
  await ended
}
