import { fileURLToPath } from 'node:url'
import { spawnProgram, type SpawnedSimulator } from '../spawn-program.ts'

interface KeetaOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly port?: number
  readonly actionDelayMs?: number
  /** Of one token; default 2, as Keeta allows. */
  readonly pollsPerMinute?: number
}

/** Keeta as a child process. */
export const spawnKeeta = (
  { clientId, clientSecret, port = 0, actionDelayMs = 200, pollsPerMinute = 2 }: KeetaOptions,
  stopping?: AbortSignal,
): Promise<SpawnedSimulator> =>
  spawnProgram(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    {
      KEETA_PORT: String(port),
      KEETA_DELAY_MS: String(actionDelayMs),
      KEETA_CLIENT_ID: clientId,
      KEETA_CLIENT_SECRET: clientSecret,
      KEETA_POLLS_PER_MINUTE: String(pollsPerMinute),
    },
    stopping,
  )
