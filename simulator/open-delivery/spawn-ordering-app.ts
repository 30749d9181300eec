import { fileURLToPath } from 'node:url'
import { spawnProgram, type SpawnedSimulator } from '../spawn-program.ts'

/** The ordering application as a child process. */
export const spawnOrderingApp = (
  options: { readonly port?: number; readonly actionDelayMs?: number } = {},
  stopping?: AbortSignal,
): Promise<SpawnedSimulator> =>
  spawnProgram(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    {
      ORDERING_APP_PORT: String(options.port ?? 0),
      ...(options.actionDelayMs === undefined
        ? {}
        : { ORDERING_APP_DELAY_MS: String(options.actionDelayMs) }),
    },
    stopping,
  )
