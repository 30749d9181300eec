import { fileURLToPath } from 'node:url'
import { spawnProgram, type SpawnedSimulator } from '../spawn-program.ts'

/** One of the WhatsApp simulators as a child process. */
export const spawnWhatsapp = (
  which: 'graph' | 'evolution',
  environment: Readonly<Record<string, string>>,
  stopping?: AbortSignal,
): Promise<SpawnedSimulator> =>
  spawnProgram(fileURLToPath(new URL(`${which}/main.ts`, import.meta.url)), environment, stopping)
