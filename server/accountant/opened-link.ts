import { sql } from 'kysely'
import type { AccountantFile } from '../../contract/accountant/accountant.ts'
import { inTransaction } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { hashOfSecret, limited } from '../identity/identity.ts'

export interface OpenedLink {
  readonly id: string
  readonly name: string
  readonly files: readonly AccountantFile[]
  /** Those whose owners have not ended it. */
  readonly storeIds: readonly string[]
  readonly expiresAt: Date
}

/** accountant/link-invalid for an unknown, ended or expired link alike; wrong ones are counted by address. */
export async function openedLink(
  { directory }: Deps,
  { token, address }: { readonly token: string; readonly address: string },
  now: Date,
): Promise<OpenedLink> {
  const hash = hashOfSecret(token)
  return limited(directory, { purpose: 'link', address }, now, async () => {
    const rows = await inTransaction(directory, async (tx) => {
      // The policy `by_token` shows these rows and no others.
      await sql`select set_config('app.link_hash', ${hash.toString('hex')}, true)`.execute(tx)
      return tx
        .selectFrom('accountant_links')
        .select(['store_id as storeId', 'id', 'name', 'files', 'expires_at as expiresAt'])
        .where('token_hash', '=', hash)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('store_id')
        .execute()
    })
    const [first] = rows
    if (!first) throw new AppError('accountant/link-invalid')
    const { id, name, files, expiresAt } = first
    return {
      id,
      name,
      files: files as AccountantFile[],
      storeIds: rows.map(({ storeId }) => storeId),
      expiresAt,
    }
  })
}
