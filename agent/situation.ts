import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { replaceFile } from './replace-file.ts'

/** Kept by the running agent for `situacao`, another process. */
const situation = z.object({
  version: z.string(),
  /** Newer than `version`; null: none known. */
  newest: z.nullable(z.string()),
  /** By store: when its panel last answered, in milliseconds. */
  heardAt: z.record(z.string(), z.number()),
})
export type Situation = z.output<typeof situation>

const fileOf = (stateDir: string): string => join(stateDir, 'situacao.json')

export function writeSituation(stateDir: string, what: Situation): void {
  try {
    replaceFile(fileOf(stateDir), JSON.stringify(what))
  } catch {
    // A full disk must not stop the printing.
  }
}

export function readSituation(stateDir: string): Situation | null {
  try {
    return z.parse(situation, JSON.parse(readFileSync(fileOf(stateDir), 'utf8')))
  } catch {
    return null
  }
}
