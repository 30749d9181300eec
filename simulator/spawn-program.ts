import { spawn } from 'node:child_process'

export interface SpawnedSimulator {
  readonly url: string
  /** Its exit code or signal. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

const killAfterMs = 5_000

/**
 * Starts a simulator as a child process, waits until it listens, and stops it with this process. A start that is not
 * over when `stopping` is aborted ends at once. A frozen one ignores the order to stop and is killed after 5 s.
 */
export function spawnProgram(
  program: string,
  environment: Readonly<Record<string, string>>,
  stopping?: AbortSignal,
): Promise<SpawnedSimulator> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: { PATH: process.env.PATH, ...environment },
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `sinal ${signal}` : `código ${String(code)}`))
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const killer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    await ended
    clearTimeout(killer)
  }
  const cancel = () => child.kill('SIGKILL')
  if (stopping?.aborted) cancel()
  stopping?.addEventListener('abort', cancel)
  const ready = new Promise<SpawnedSimulator>((resolve, reject) => {
    let said = ''
    void ended.then((why) => reject(new Error(`O simulador não iniciou (${why}).`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /simulator ready (\S+)/.exec(said)?.[1]
      if (url) resolve({ url, ended, stop })
    })
  })
  return ready.finally(() => stopping?.removeEventListener('abort', cancel))
}
