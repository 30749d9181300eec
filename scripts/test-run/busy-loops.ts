import { spawn } from 'node:child_process'

/** Also ends when the process that started it is gone, whatever ended that. */
const loop = `
  const parent = process.ppid
  while (process.ppid === parent) for (const until = Date.now() + 200; Date.now() < until;);`

/** Programs that take all the processor they get, until the returned function is called. */
export function startBusyLoops(count: number): () => void {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }),
  )
  return () => {
    for (const child of loops) child.kill('SIGKILL')
  }
}
