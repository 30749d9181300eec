import { sql } from 'kysely'
import type { Reply } from '../../../contract/shared/route.ts'
import type { saveDayStart as saveRoute } from '../../../contract/stores/profile.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { lookAtDaysAgain } from './look-at-days-again.ts'
import { formerSlugsOf, profileOf } from './profile.reads.ts'

/** From a coming day on; it replaces a change that was planned before. Days that have begun keep their figures. */
export async function saveDayStart(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const formerSlugs = await formerSlugsOf(deps.directory, storeId, now)
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const before = await profileOf(tx, storeId, formerSlugs, now)
      const saved = await tx
        .updateTable('stores')
        .set({ profile_version: sql<number>`profile_version + 1` })
        .where('id', '=', storeId)
        .where('profile_version', '=', body.version)
        .returning('id')
        .executeTakeFirst()
      if (!saved) throw new AppError('store/stale-profile', { current: before })
      const { today } = before.dayStart
      if (body.from <= today) {
        const message = 'Escolha um dia depois de hoje: os dias que já começaram ficam como estão.'
        throw new AppError('validation/refused', { details: [{ path: 'from', message }] })
      }
      await tx
        .deleteFrom('store_day_starts')
        .where('store_id', '=', storeId)
        .where('effective_from', '>', today)
        .execute()
      if (body.startsAt !== before.dayStart.now)
        await tx
          .insertInto('store_day_starts')
          .values({ store_id: storeId, effective_from: body.from, starts_at: body.startsAt })
          .execute()
      // Orders that are for a coming day count on the day that their hour then has.
      await sql`select place_scheduled_orders(${storeId}, ${today})`.execute(tx)
      await lookAtDaysAgain(tx, storeId, { from: today, recalculated: null }, now)
      const after = await profileOf(tx, storeId, formerSlugs, now)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'store/day-start-saved',
        storeId,
        details: { before: before.dayStart, after: after.dayStart },
        requestId,
        at: now,
      })
      return after
    },
    { uid: caller.uid },
  )
}
