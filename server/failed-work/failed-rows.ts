import { sql, type Transaction } from 'kysely'
import type * as contract from '../../contract/failed-work/failed-work.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { afterCommit } from '../db/after-commit.ts'
import { mergeSorted, readEachCell } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'

type Failed = Reply<typeof contract.readFailedRows>['rows'][number]

const most = 100

export async function readFailedRows(
  call: Call<typeof contract.readFailedRows>,
): Promise<Reply<typeof contract.readFailedRows>> {
  const storeIds = call.stores.map((store) => store.storeId)
  const failed = await readEachCell(call.deps.cells, storeIds, async (tx, ids) => {
    const { rows } = await sql<Omit<Failed, 'failedAt'> & { failedAt: Date }>`
      select 'outbox' as queue, id::text as id, store_id as "storeId", kind, dead_at as "failedAt", attempts,
        last_error as error
      from outbox where store_id = any (${ids}::uuid[]) and dead_at is not null
      union all
      select 'inbox', event_id, store_id, code, dead_at, attempts, last_error
      from inbox where store_id = any (${ids}::uuid[]) and dead_at is not null
      order by "failedAt" desc limit ${most}`.execute(tx)
    return rows
  })
  const latest = mergeSorted(failed, (a, b) => b.failedAt.getTime() - a.failedAt.getTime()).slice(0, most)
  return { rows: latest.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() })) }
}

export async function replayFailedRow(
  call: Call<typeof contract.replayFailedRow>,
): Promise<Reply<typeof contract.replayFailedRow>> {
  const { deps, caller, storeId, body, now, requestId } = call
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { queue, id } = body
    const revived =
      queue === 'outbox' ? reviveEffect(tx, storeId, id, now) : reviveEvent(tx, storeId, id, now)
    const [row] = await revived
    if (!row) throw new AppError('queue/row-not-found')
    if (!row.revived) throw new AppError('queue/not-failed')
    afterCommit(tx, { queue })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'queue/replayed',
      storeId,
      subject: id,
      details: { queue },
      requestId,
      at: now,
    })
  })
  return body
}

interface Revived {
  readonly revived: boolean
}

/** Locks the row first, so that of two concurrent replays the second finds it pending. */
async function reviveEffect(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
  now: Date,
): Promise<Revived[]> {
  const { rows } = await sql<Revived>`
    with failed as (
      select id, dead_at is not null as revived from outbox where store_id = ${storeId} and id::text = ${id} for update
    ), done as (
      update outbox o set dead_at = null, attempts = 0, lost_claims = 0, claimed_until = null, due_at = ${now}
      from failed f where o.store_id = ${storeId} and o.id = f.id and f.revived
    )
    select revived from failed`.execute(tx)
  return rows
}

async function reviveEvent(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
  now: Date,
): Promise<Revived[]> {
  const { rows } = await sql<Revived>`
    with failed as (
      select source, event_id, dead_at is not null as revived from inbox
      where store_id = ${storeId} and event_id = ${id} for update
    ), done as (
      update inbox i set dead_at = null, attempts = 0, lost_claims = 0, next_try_at = ${now}
      from failed f where i.store_id = ${storeId} and i.source = f.source and i.event_id = f.event_id and f.revived
    )
    select revived from failed`.execute(tx)
  return rows
}
