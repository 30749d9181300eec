import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { bulkAction, bulkRole, type BulkAction } from '../../contract/bulk/bulk.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { roleNow } from '../identity/identity.ts'
import { prepared } from './apply-to.ts'
import type { Outcome, PartCall } from './kinds/kind.ts'
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
    const work = await admitted(deps, storeId, actId)
    await withStoreScope(deps.cells, [storeId], async (tx) => {
      const row = await waitingPart(tx, storeId, actId)
      // Of two runs one does it; an undone part is another matter.
      if (row && work?.state === row.state) await work.run(tx, row)
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await noteRefused(deps, storeId, actId, refusalOf(error))
  }
}

/** After the last try. */
export const notePartFailed = (deps: Deps, storeId: string, actId: string): Promise<void> =>
  noteRefused(deps, storeId, actId, failed)

interface Work {
  /** Of the part that it is for. */
  readonly state: string
  readonly run: (tx: Transaction<Cell>, row: PartRow) => Promise<unknown>
}

/**
 * The steps outside the store's rows, then what its transaction does. A person who was taken out of the store since then does
 * nothing there any more, nor from another store's menu. Null: nothing waits.
 */
async function admitted(deps: Deps, storeId: string, actId: string): Promise<Work | null> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) => waitingPart(tx, storeId, actId))
  if (!row) return null
  const action = actionOf(row)
  const role = await roleNow(deps, row.runs_as, storeId)
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, bulkRole[action.kind])) throw new AppError('permission/denied')
  const call = { ...callOf(row, deps.now()), source: null }
  const { state } = row
  if (state === 'undoing') {
    const kind = kindOf(action.kind)
    await kind.takeBack?.(deps, call, row.kept)
    return {
      state,
      run: async (tx, undone) => {
        await kind.undo(tx, call, undone.kept)
        await mark(tx, undone, { state: 'undone', ended_at: call.now })
      },
    }
  }
  const source = await admittedSource(deps, row.runs_as, action)
  const apply = await prepared(deps, { ...call, source }, action, { rehearsed: false })
  return { state, run: async (tx, waiting) => done(tx, waiting, { ...(await apply(tx)), at: call.now }) }
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

const done = (
  tx: Transaction<Cell>,
  row: PartRow,
  { at, ...outcome }: Outcome & { readonly unsupported: string[]; readonly at: Date },
): Promise<unknown> =>
  mark(tx, row, {
    state: outcome.state,
    words: wordsOf(outcome),
    unsupported: outcome.unsupported,
    kept: outcome.state === 'done' ? JSON.stringify(outcome.kept) : null,
    ended_at: at,
  })

const wordsOf = (outcome: Outcome): string =>
  outcome.state === 'done' && outcome.readBack ? `${outcome.words} ${outcome.readBack}` : outcome.words

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
