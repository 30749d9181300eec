import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { bulkAction, bulkRole, type BulkAction } from '../../contract/bulk/bulk.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Deps } from '../deps.ts'
import type { MenuSource } from '../menu/menu.ts'
import { AppError } from '../errors/app-error.ts'
import { roleNow } from '../identity/identity.ts'
import { applyTo } from './apply-to.ts'
import type { PartCall } from './kinds/kind.ts'
import { kindOf } from './kinds/kinds.ts'
import { admittedSource } from './source.ts'
import { failed, refusalOf, type Refusal } from './refusal.ts'

type PartRow = Selectable<DB['bulk_parts']>

/**
 * The effect: does or undoes what waits in one store. Its change and its mark are one transaction, so a run that was
 * killed left nothing, and a second run finds nothing that waits.
 */
export async function runPart(deps: Deps, storeId: string, actId: string): Promise<void> {
  try {
    const source = await admitted(deps, storeId, actId)
    await withStoreScope(deps.cells, [storeId], async (tx) => {
      const row = await waitingPart(tx, storeId, actId)
      if (!row) return
      const call = { ...callOf(row, deps.now()), source }
      if (row.state === 'undoing') await undo(tx, call, row)
      else await apply(tx, deps, call, row)
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await noteRefused(deps, storeId, actId, refusalOf(error))
  }
}

/** After the last try. */
export const notePartFailed = (deps: Deps, storeId: string, actId: string): Promise<void> =>
  noteRefused(deps, storeId, actId, failed)

/** A person who was taken out of the store since then does nothing there any more, nor from another store's menu. */
async function admitted(deps: Deps, storeId: string, actId: string): Promise<MenuSource | null> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) => waitingPart(tx, storeId, actId))
  if (!row) return null
  const action = actionOf(row)
  const role = await roleNow(deps, row.runs_as, storeId)
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, bulkRole[action.kind])) throw new AppError('permission/denied')
  return row.state === 'undoing' ? null : admittedSource(deps, row.runs_as, action)
}

const waitingPart = (tx: Transaction<Cell>, storeId: string, actId: string): Promise<PartRow | undefined> =>
  tx
    .selectFrom('bulk_parts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('act_id', '=', actId)
    .where('state', 'in', ['pending', 'undoing'])
    .forUpdate()
    .executeTakeFirst()

const actionOf = (row: PartRow): BulkAction => z.parse(bulkAction, row.action)

const callOf = (row: PartRow, now: Date): Omit<PartCall, 'source'> => ({
  storeId: row.store_id,
  caller: { uid: row.runs_as, name: row.runs_as_name },
  now,
  requestId: row.act_id,
  askedAt: row.asked_at,
})

async function apply(tx: Transaction<Cell>, deps: Deps, call: PartCall, row: PartRow): Promise<void> {
  const outcome = await applyTo(tx, deps, call, actionOf(row))
  const kept = outcome.state === 'done' ? JSON.stringify(outcome.kept) : null
  await mark(tx, row, {
    state: outcome.state,
    words: outcome.words,
    unsupported: outcome.unsupported,
    kept,
    ended_at: call.now,
  })
}

async function undo(tx: Transaction<Cell>, call: PartCall, row: PartRow): Promise<void> {
  await kindOf(actionOf(row).kind).undo(tx, call, row.kept)
  await mark(tx, row, { state: 'undone', ended_at: call.now })
}

const mark = (
  tx: Transaction<Cell>,
  row: PartRow,
  change: {
    readonly state: string
    readonly words?: string
    readonly unsupported?: string[]
    readonly kept?: string | null
    readonly ended_at: Date
  },
): Promise<unknown> =>
  tx
    .updateTable('bulk_parts')
    .set(change)
    .where('store_id', '=', row.store_id)
    .where('act_id', '=', row.act_id)
    .execute()

/** What could not be undone stays done, and says why. */
async function noteRefused(deps: Deps, storeId: string, actId: string, refusal: Refusal): Promise<void> {
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('bulk_parts')
      .set((set) => ({
        state: set.case().when('state', '=', 'undoing').then('done').else('refused').end(),
        refusal: JSON.stringify(refusal),
        ended_at: deps.now(),
      }))
      .where('store_id', '=', storeId)
      .where('act_id', '=', actId)
      .where('state', 'in', ['pending', 'undoing'])
      .execute(),
  )
}
