import type { findPerson as findRoute } from '../../contract/privacy/person.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { audit } from '../identity/identity.ts'
import { countParts, personOf } from './person.reads.ts'

/** Shows that somebody is a customer, so each find leaves an audit row. */
export async function findPerson(call: Call<typeof findRoute>): Promise<Reply<typeof findRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const person = await personOf(tx, storeId, body.phone)
      if (!person) return { person: null }
      const { openOrders, parts } = await countParts(tx, storeId, person)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'customer/data-found',
        storeId,
        subject: person.id,
        requestId,
        at: now,
      })
      return {
        person: {
          name: person.name,
          firstOrderAt: person.first_order_at?.toISOString() ?? null,
          lastOrderAt: person.last_order_at?.toISOString() ?? null,
          openOrders,
          parts: [...parts],
        },
      }
    },
    { uid: caller.uid },
  )
}
