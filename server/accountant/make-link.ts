import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  maxLinks,
  type makeAccountantLink as makeAccountantLinkRoute,
} from '../../contract/accountant/accountant.ts'
import { dayMs } from '../../contract/shared/durations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withDirectoryScope } from '../db/scope.ts'
import type { DirectoryTransaction } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, hashOfSecret, newSecret, publicOrigin } from '../identity/identity.ts'

/** Only the hash of its secret is kept. Not idempotent: a kept reply would keep the secret. */
export async function makeAccountantLink(
  call: Call<typeof makeAccountantLinkRoute>,
): Promise<Reply<typeof makeAccountantLinkRoute>> {
  const { deps, caller, stores, body, now, requestId } = call
  const storeIds = stores.map(({ storeId }) => storeId)
  const id = uuidv7()
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + body.days * dayMs)
  await withDirectoryScope(deps.directory, storeIds, async (tx) => {
    await rejectFull(tx, storeIds, now)
    await tx
      .insertInto('accountant_links')
      .values(
        storeIds.map((storeId) => ({
          store_id: storeId,
          id,
          token_hash: hashOfSecret(token),
          name: body.name,
          files: body.files,
          made_by: caller.uid,
          made_by_name: caller.name,
          made_at: now,
          expires_at: expiresAt,
        })),
      )
      .execute()
    for (const storeId of storeIds)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'access/accountant-link-made',
        storeId,
        subject: body.name,
        details: { link: id, files: body.files, expiresAt: expiresAt.toISOString() },
        requestId,
        at: now,
      })
  })
  // After `#` it reaches no server log or Referer.
  return { id, address: `${publicOrigin(deps.env)}/contador#${token}`, expiresAt: expiresAt.toISOString() }
}

/** Holds the stores until the end of the transaction, so that of two at once the second counts the first. */
async function rejectFull(tx: DirectoryTransaction, storeIds: readonly string[], now: Date): Promise<void> {
  for (const storeId of storeIds.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext(${`accountant:${storeId}`}))`.execute(tx)
  const { rows } = await sql<{ links: number }>`
    select count(*)::integer as links from accountant_links
    where store_id = any (${storeIds}::uuid[]) and revoked_at is null and expires_at > ${now}
    group by store_id order by links desc limit 1`.execute(tx)
  if ((rows[0]?.links ?? 0) >= maxLinks) throw new AppError('accountant/too-many-links')
}
