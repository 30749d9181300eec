import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface SpawnedSimulator {
  readonly url: string
  /** Its exit code or signal. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export interface SpawnOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookUrl?: string
  readonly actionDelayMs?: number
  readonly port?: number
}

/** Starts the simulator as a child process, waits until it listens, and stops it with this process. */
export function spawnSimulator(options: SpawnOptions): Promise<SpawnedSimulator> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('main.ts', import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
      env: {
        PATH: process.env.PATH,
        SIMULATOR_PORT: String(options.port ?? 0),
        SIMULATOR_CLIENT_ID: options.clientId,
        SIMULATOR_CLIENT_SECRET: options.clientSecret,
        ...(options.webhookUrl ? { SIMULATOR_WEBHOOK_URL: options.webhookUrl } : {}),
        ...(options.actionDelayMs === undefined
          ? {}
          : { SIMULATOR_ACTION_DELAY_MS: String(options.actionDelayMs) }),
      },
    },
  )
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? String(code)))
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('exit', (code) => reject(new Error(`simulator ended with ${String(code)}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /simulator ready (\S+)/.exec(said)?.[1]
      if (url) resolve({ url, ended, stop: () => stopped(child) })
    })
  })
}

function stopped(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
