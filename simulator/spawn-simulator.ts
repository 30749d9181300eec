import { fileURLToPath } from 'node:url'
import { spawnProgram, type SpawnedSimulator } from './spawn-program.ts'

export interface SpawnOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookUrl?: string
  readonly actionDelayMs?: number
  readonly port?: number
  /** Ends a start that is not over. */
  readonly stopping?: AbortSignal
}

/** The simulator of iFood as a child process. */
export const spawnSimulator = (options: SpawnOptions): Promise<SpawnedSimulator> =>
  spawnProgram(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    {
      SIMULATOR_PORT: String(options.port ?? 0),
      SIMULATOR_CLIENT_ID: options.clientId,
      SIMULATOR_CLIENT_SECRET: options.clientSecret,
      ...(options.webhookUrl ? { SIMULATOR_WEBHOOK_URL: options.webhookUrl } : {}),
      ...(options.actionDelayMs === undefined
        ? {}
        : { SIMULATOR_ACTION_DELAY_MS: String(options.actionDelayMs) }),
    },
    options.stopping,
  )
