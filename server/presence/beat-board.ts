import { sql } from 'kysely'
import type { beatBoard as beatRoute } from '../../contract/presence/presence.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { changeEachCell } from '../db/many-stores.ts'

/** Support that looks at a store's orders cooks none of them. */
export async function beatBoard(call: Call<typeof beatRoute>): Promise<Reply<typeof beatRoute>> {
  const { deps, caller, stores, body, now } = call
  const ids = stores
    .map(({ storeId }) => storeId)
    .filter((storeId) => storeId !== caller.support?.storeId)
    // Two boards of the same stores lock them in the same order.
    .toSorted()
  if (ids.length === 0) return { counted: 0 }
  const column = sql.ref(body.sound ? 'heard_at' : 'silent_at')
  await changeEachCell(deps.cells, ids, (tx, here) =>
    sql`
      insert into presence as p (store_id, watched_since, ${column})
      select id, ${now}, ${now} from unnest(${here}::uuid[]) as given (id)
      on conflict on constraint presence_pkey do update set ${column} = ${now}`.execute(tx),
  )
  return { counted: ids.length }
}
