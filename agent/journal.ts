import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import * as z from 'zod/mini'

/**
 * Log on disk of what this agent did, written before the server is notified: `started` before the first
 * byte is sent, `printed` or `failed` after the printer's answer, `told` once the server has it. After a
 * crash it tells which tickets are on paper, so that none is printed twice.
 */
export interface Journal {
  /** Null: unknown job. */
  find(jobId: string, turn: number): Entry | null
  write(entry: Entry): void
  /** Finished entries that the server does not have yet. */
  unreported(): readonly Entry[]
  close(): void
}

const entry = z.object({
  job: z.string(),
  turn: z.int(),
  step: z.enum(['started', 'printed', 'failed']),
  cause: z.optional(z.nullable(z.string())),
  partly: z.optional(z.boolean()),
  told: z.optional(z.boolean()),
  at: z.int(),
})
export type Entry = z.output<typeof entry>

/** A job lives for an hour at most, so a week is ample. */
const retentionMs = 7 * 24 * 3_600_000

const keyOf = (jobId: string, turn: number): string => `${jobId}:${String(turn)}`

export function openJournal(file: string, now: number): Journal {
  const entries = new Map<string, Entry>()
  for (const known of readEntries(file))
    if (known.at > now - retentionMs) entries.set(keyOf(known.job, known.turn), known)
  rewrite(file, [...entries.values()])
  const disk = openSync(file, 'a', 0o600)
  return {
    find: (jobId, turn) => entries.get(keyOf(jobId, turn)) ?? null,
    write: (made) => {
      // fsync, so that the entry survives a power cut.
      writeSync(disk, `${JSON.stringify(made)}\n`)
      fsyncSync(disk)
      entries.set(keyOf(made.job, made.turn), made)
    },
    unreported: () => [...entries.values()].filter((one) => one.step !== 'started' && !one.told),
    close: () => closeSync(disk),
  }
}

/** A crash can only truncate the last line, and that entry was not acted on yet. */
function readEntries(file: string): Entry[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const read = z.safeParse(entry, JSON.parse(line))
        return read.success ? [read.data] : []
      } catch {
        return []
      }
    })
}

function rewrite(file: string, entries: readonly Entry[]): void {
  const disk = openSync(`${file}.new`, 'w', 0o600)
  for (const one of entries) writeSync(disk, `${JSON.stringify(one)}\n`)
  fsyncSync(disk)
  closeSync(disk)
  renameSync(`${file}.new`, file)
}
