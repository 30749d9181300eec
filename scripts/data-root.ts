import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The folder of the private database. As root it must be where the unprivileged server can reach it, in a folder for
 * each clone.
 */
export function dataRoot(env: { readonly DATA_DIR?: string | undefined }): string {
  if (env.DATA_DIR) return resolve(env.DATA_DIR, 'pg')
  if (process.getuid?.() !== 0) return join(root, '.data', 'pg')
  return join('/var/lib/balcao', createHash('sha256').update(root).digest('hex').slice(0, 12), 'pg')
}
