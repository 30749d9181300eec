import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Where an installed agent is, written by `instalar` beside the program. */
const installation = z.object({
  /** `system`: for the whole machine, by its administrator. */
  scope: z.enum(['user', 'system']),
  stateDir: z.string(),
})
type Installation = z.output<typeof installation>

export const installationFile = (programDir: string): string => join(programDir, 'instalacao.json')

/** Null: started from where it was unpacked, or from the sources. */
export function readInstallation(programDir: string): Installation | null {
  const file = installationFile(programDir)
  return existsSync(file) ? z.parse(installation, JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Set by the launcher of a packed agent; absent when it runs from the sources. */
export const programDir = (): string | null => process.env.BALCAO_AGENTE_DIR ?? null

export function defaultStateDir(): string {
  const dir = programDir()
  return (dir && readInstallation(dir)?.stateDir) ?? join(homedir(), '.balcao-agente')
}
