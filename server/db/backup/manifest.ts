import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** What a backup holds, beside the folder `data` and the owner's password. */
const manifest = z.object({
  format: z.literal(1),
  /** ISO instant at which the copy was complete. Everything committed before is in it. */
  takenAt: z.string(),
  /** Major version of PostgreSQL; another one cannot read the files. */
  postgres: z.int(),
  lastMigration: z.string(),
  /** First half of the hash of ENCRYPTION_KEY, which is not in the backup; null when there was none. */
  encryptionKey: z.nullable(z.string()),
  directories: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
})

export type Manifest = z.output<typeof manifest>
export type BackupFile = Manifest['files'][number]

export const manifestName = 'manifest.json'

/** A backup or its target is not as it must be; the message is for the operator. */
export class BackupError extends Error {}

export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, manifestName), 'utf8').catch(() => {
    throw new BackupError(`Não há backup do Balcão em ${backup}.`)
  })
  const read = z.safeParse(manifest, jsonOf(text))
  if (!read.success)
    throw new BackupError(`O backup em ${backup} não pôde ser lido: ${manifestName} está danificado.`)
  return read.data
}

export const fingerprintOf = (encryptionKey: string | undefined): string | null =>
  encryptionKey === undefined
    ? null
    : createHash('sha256').update(encryptionKey.toLowerCase()).digest('hex').slice(0, 32)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
