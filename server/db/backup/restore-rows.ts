import pg from 'pg'
import { startPrivatePostgres } from '../postgres/private-postgres.ts'
import { loadRows } from './load-rows.ts'
import { fingerprintOf } from './manifest.ts'
import { putInPlace } from './put-in-place.ts'
import type { Restored, RestoreOptions } from './restore-backup.ts'

/** Puts a backup of rows into a new private database, whose data folder must hold none. */
export async function restoreRows({
  backup,
  dataRoot,
  encryptionKey,
  programs,
}: RestoreOptions): Promise<Restored> {
  return putInPlace(dataRoot, async (aside) => {
    const server = await startPrivatePostgres({ dataRoot: aside, programs })
    try {
      const header = await loadRows(backup, server.url)
      return {
        takenAt: header.takenAt,
        orders: await countOrders(server.url),
        otherEncryptionKey: header.encryptionKey !== fingerprintOf(encryptionKey),
      }
    } finally {
      await server.stop()
    }
  })
}

async function countOrders(url: string): Promise<number> {
  const owner = new pg.Client({ connectionString: url })
  owner.on('error', () => {})
  await owner.connect()
  const { rows } = await owner.query<{ orders: number }>('select count(*)::integer as orders from orders')
  await owner.end()
  return rows[0]?.orders ?? 0
}
