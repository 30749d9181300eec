import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  bulkAction,
  bulkRole,
  bulkUndoMs,
  maxRecentBulks,
  recentBulkMs,
  type BulkAct,
  type BulkAction,
  type BulkPart,
  type ShownAction,
  type readBulk as readBulkRoute,
  type readRecentBulks as readRecentBulksRoute,
} from '../../contract/bulk/bulk.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { isPlatform } from '../../contract/shared/channels.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call, GrantedStore } from '../calls/call.ts'
import { byText, mergeSorted, readEachCell } from '../db/many-stores.ts'
import type { Cell, Cells } from '../db/tables.ts'
import type { DB } from '../db/tables.generated.ts'
import { AppError } from '../errors/app-error.ts'

type PartRow = Selectable<DB['bulk_parts']>

interface Reader {
  readonly stores: readonly GrantedStore[]
}

export const readBulk = ({ deps, stores, params }: Call<typeof readBulkRoute>): Promise<BulkAct> =>
  actIn(deps.cells, { stores }, params.id)

export async function readRecentBulks({
  deps,
  stores,
  now,
}: Call<typeof readRecentBulksRoute>): Promise<Reply<typeof readRecentBulksRoute>> {
  const storeIds = stores.map(({ storeId }) => storeId)
  const rows = await readEachCell(deps.cells, storeIds, (tx, ids) =>
    tx
      .selectFrom('bulk_parts')
      .selectAll()
      .where('store_id', 'in', ids)
      .where('asked_at', '>', new Date(now.getTime() - recentBulkMs))
      .orderBy('asked_at', 'desc')
      .orderBy('act_id', 'desc')
      .orderBy('store_id')
      // A hundred stores in each of them.
      .limit(maxRecentBulks * 100)
      .execute(),
  )
  const latest = mergeSorted(
    rows,
    (a, b) =>
      b.asked_at.getTime() - a.asked_at.getTime() ||
      byText(b.act_id, a.act_id) ||
      byText(a.store_id, b.store_id),
  )
  const acts = [...Map.groupBy(visible(latest, { stores }), (row) => row.act_id).values()]
  return { acts: acts.slice(0, maxRecentBulks).flatMap((parts) => viewOf(parts) ?? []) }
}

export async function actIn(cells: Cells, reader: Reader, actId: string): Promise<BulkAct> {
  const storeIds = reader.stores.map(({ storeId }) => storeId)
  const rows = await readEachCell(cells, storeIds, (tx) => partsOf(tx, reader, actId))
  return actOfParts(rows, reader)
}

/** The act as this reader may see it. Throws bulk/not-found, too if it has only parts of other people's stores. */
export function actOfParts(cells: readonly (readonly PartRow[])[], reader: Reader): BulkAct {
  const [first = [], ...others] = cells
  const rows = mergeSorted([first, ...others], (a, b) => byText(a.store_id, b.store_id))
  const act = viewOf(visible(rows, reader))
  if (!act) throw new AppError('bulk/not-found')
  return act
}

export const partsOf = (tx: Transaction<Cell>, { stores }: Reader, actId: string): Promise<PartRow[]> =>
  tx
    .selectFrom('bulk_parts')
    .selectAll()
    .where(
      'store_id',
      'in',
      stores.map(({ storeId }) => storeId),
    )
    .where('act_id', '=', actId)
    .orderBy('store_id')
    .execute()

/** Parts in stores where the reader could do the same. */
function visible<R extends Pick<PartRow, 'store_id' | 'kind'>>(
  rows: readonly R[],
  { stores }: Reader,
): readonly R[] {
  const roles = new Map(stores.map(({ storeId, role }) => [storeId, role]))
  return rows.filter(({ store_id: storeId, kind }) => {
    const role = roles.get(storeId)
    const needed = Object.entries(bulkRole).find(([one]) => one === kind)?.[1]
    return role !== undefined && needed !== undefined && roleMeets(role, needed)
  })
}

function viewOf(rows: readonly PartRow[]): BulkAct | null {
  const [first] = rows
  // One of a newer version is for its own processes.
  const action = z.safeParse(bulkAction, first?.action)
  if (!first || !action.success) return null
  return {
    id: first.act_id,
    action: shownOf(action.data),
    askedByName: first.asked_by_name,
    askedAt: first.asked_at.toISOString(),
    undoUntil: new Date(first.asked_at.getTime() + bulkUndoMs).toISOString(),
    parts: rows.map((row) => ({
      storeId: row.store_id,
      state: row.state as BulkPart['state'],
      words: row.words,
      refusal: row.refusal as BulkPart['refusal'],
      unsupported: row.unsupported.filter(isPlatform),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  }
}

/** The reader may manage a store that takes, and not even know the one that gives. */
function shownOf(action: BulkAction): ShownAction {
  if (action.kind === 'menu') {
    const { from: _from, version: _version, ...shown } = action
    return shown
  }
  if (action.kind !== 'areas') return action
  const { from: _from, zones: _zones, ...shown } = action
  return shown
}
