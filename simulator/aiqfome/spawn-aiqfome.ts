import { fileURLToPath } from 'node:url'
import { spawnProgram, type SpawnedSimulator } from '../spawn-program.ts'

interface AiqfomeOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUrl: string
  readonly port?: number
  readonly actionDelayMs?: number
}

/** aiqfome with the login of ID Magalu, as a child process. */
export const spawnAiqfome = (
  { clientId, clientSecret, redirectUrl, port = 0, actionDelayMs = 200 }: AiqfomeOptions,
  stopping?: AbortSignal,
): Promise<SpawnedSimulator> =>
  spawnProgram(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    {
      AIQFOME_PORT: String(port),
      AIQFOME_DELAY_MS: String(actionDelayMs),
      AIQFOME_CLIENT_ID: clientId,
      AIQFOME_CLIENT_SECRET: clientSecret,
      AIQFOME_REDIRECT_URL: redirectUrl,
    },
    stopping,
  )
