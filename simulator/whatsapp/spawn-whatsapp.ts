import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface SpawnedWhatsapp {
  readonly url: string
  /** Its exit code or signal. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** Starts a simulator as a child process, waits until it listens, and stops it with this process. */
export function spawnWhatsapp(
  which: 'graph' | 'evolution',
  environment: Readonly<Record<string, string>>,
): Promise<SpawnedWhatsapp> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(`${which}/main.ts`, import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
      env: { PATH: process.env.PATH, ...environment },
    },
  )
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? String(code)))
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('exit', (code) => reject(new Error(`the ${which} simulator ended with ${String(code)}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /simulator ready (\S+)/.exec(said)?.[1]
      if (url) resolve({ url, ended, stop })
    })
  })
}
