import { sql, type Transaction } from 'kysely'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import type {
  OrderRules,
  readOrderRules as readOrderRulesRoute,
  saveOrderRules as saveOrderRulesRoute,
} from '../../../contract/orders/rules.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { rulesOf, rulesOfChannel } from './order-rules.reads.ts'

export async function readOrderRules(
  call: Call<typeof readOrderRulesRoute>,
): Promise<Reply<typeof readOrderRulesRoute>> {
  const { deps, storeId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => ({ rules: await rulesOf(tx, storeId) }))
}

export const saveOrderRules = (
  call: Call<typeof saveOrderRulesRoute>,
): Promise<Reply<typeof saveOrderRulesRoute>> =>
  withStoreScope(call.deps.cells, [call.storeId], (tx) => saveOrderRulesIn(tx, call, call))

type SaveCall = Call<typeof saveOrderRulesRoute>
/** In whose name rules are saved, and where. */
interface Saving extends Pick<SaveCall, 'storeId' | 'now' | 'requestId'> {
  readonly caller: Pick<SaveCall['caller'], 'uid'>
}

/** The version detects concurrent edits, including the first save: version 0 is "never saved". */
export async function saveOrderRulesIn(
  tx: Transaction<Cell>,
  { caller, storeId, now, requestId }: Saving,
  { params: { platform }, body }: Pick<SaveCall, 'params' | 'body'>,
): Promise<OrderRules> {
  if (isMarketplace(platform) && body.preparationMinutes !== null) {
    const message = `O prazo de um pedido ${withChannel('de', platform)} é o que ${withChannel('o', platform)} prometeu.`
    throw new AppError('validation/refused', { details: [{ path: 'preparationMinutes', message }] })
  }
  const columns = {
    auto_accept: body.autoAccept,
    only_when_open: body.onlyWhenOpen,
    most_in_preparation: body.maxInPreparation,
    cash_limit_cents: body.cashLimitCents,
    first_order_waits: body.firstOrderWaits,
    scheduled_at_once: body.scheduledAtOnce,
    preparation_minutes: body.preparationMinutes,
  }
  const saved =
    body.version === 0
      ? await tx
          .insertInto('order_rules')
          .values({ store_id: storeId, platform, ...columns })
          .onConflict((conflict) => conflict.constraint('order_rules_pkey').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('order_rules')
          .set({ ...columns, version: sql<number>`version + 1` })
          .where('store_id', '=', storeId)
          .where('platform', '=', platform)
          .where('version', '=', body.version)
          .returning('version')
          .executeTakeFirst()
  const current = await rulesOfChannel(tx, storeId, platform)
  if (!saved) throw new AppError('order/stale-rules', { current })
  await audit(tx, {
    actorUid: caller.uid,
    action: 'orders/rules-saved',
    storeId,
    subject: platform,
    details: body,
    requestId,
    at: now,
  })
  return current
}
