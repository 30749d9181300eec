import { sql, type Transaction } from 'kysely'
import type * as contract from '../../../contract/stores/channels.ts'
import type { StoreChannels } from '../../../contract/stores/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { readEachCell } from '../../db/many-stores.ts'
import { inOrderOfNames } from '../../identity/identity.ts'
import type { Cell } from '../../db/tables.ts'
import { modulesOff } from '../modules/modules.rules.ts'
import { breaksOf } from '../hours/breaks.reads.ts'
import { keptJson } from '../hours/kept-json.ts'
import { specialDaysOf } from '../hours/special-days.reads.ts'
import { weekOf } from '../hours/stored-hours.ts'
import { channelFactsOf } from './channel-facts.reads.ts'
import { channelsNow } from './channel-status.rules.ts'

export async function readChannels(
  call: Call<typeof contract.readChannels>,
): Promise<Reply<typeof contract.readChannels>> {
  const { deps, stores, now } = call
  const ids = stores.map((store) => store.storeId)
  const shown = await readEachCell(deps.cells, ids, (tx, here) => storeChannelsOf(tx, here, now))
  return { generatedAt: now.toISOString(), stores: [...(await inOrderOfNames(deps.cells, shown))] }
}

/** In the scope of these stores; in the order of their names. */
export async function storeChannelsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly StoreChannels[]> {
  if (storeIds.length === 0) return []
  const rows = await tx
    .selectFrom('stores')
    .select((select) => [
      'id',
      'menu_slug',
      'active',
      'active_since',
      'active_by',
      'timezone',
      'modules',
      'modules_saved_at',
      sql<string>`opening_hours::text`.as('week'),
      select
        .selectFrom('orders')
        .select(sql<number>`count(*)::integer`.as('running'))
        .whereRef('orders.store_id', '=', 'stores.id')
        .where('open', '=', true)
        .as('running'),
    ])
    .where('id', 'in', storeIds)
    .orderBy('name')
    .execute()
  const breaks = Map.groupBy(await breaksOf(tx, storeIds, now), ({ storeId }) => storeId)
  const special = await specialDaysOf(tx, storeIds, now)
  const facts = await channelFactsOf(tx, storeIds)
  return rows.map(({ id, active, timezone, active_since: since, active_by: by, ...row }) => {
    const schedule = { week: weekOf(id, keptJson(row.week)), special: special.get(id) ?? [] }
    const store = {
      active,
      activeSince: since,
      off: modulesOff(row.modules),
      offSince: row.modules_saved_at,
      timezone,
      schedule,
      breaks: breaks.get(id) ?? [],
    }
    return {
      storeId: id,
      menuSlug: row.menu_slug,
      active,
      activeSince: since?.toISOString() ?? null,
      activeBy: by,
      running: row.running ?? 0,
      channels: [...channelsNow(store, { since, by }, facts.get(id) ?? [], now)],
    }
  })
}
