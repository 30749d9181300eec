import { sql } from 'kysely'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'

interface Effect {
  readonly storeId: string
  readonly id: string
  readonly kind: string
  readonly orderId: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly attempts: number
}

export interface EffectHandler {
  run(effect: Effect): Promise<void>
  /** After the last attempt: tell whoever waits that it did not happen. */
  giveUp?(effect: Effect): Promise<void>
}

const claimMs = 30_000
/** About five minutes: an order must be confirmed within eight. */
const attemptsLimit = 40
/** A partner that is back must not wait long for what was asked of it. */
const longestWaitMs = 8_000
const largestClaim = 50

/**
 * One look at the outbox: claims what is due (effects of one order in their order), runs it outside
 * any transaction, deletes what is done. A crash leaves the claim to expire and the effect to run
 * again: receivers know a repeat. Answers how many were run.
 */
export async function relayOutbox(
  deps: Deps,
  storeIds: readonly string[],
  handlers: Readonly<Record<string, EffectHandler>>,
): Promise<number> {
  const effects = await claim(deps, storeIds)
  const lanes = new Map<string, Effect[]>()
  for (const effect of effects) lanes.set(effect.orderId, [...(lanes.get(effect.orderId) ?? []), effect])
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const effect of lane) if (!(await runOne(deps, effect, handlers[effect.kind]))) return
    }),
  )
  return effects.length
}

async function claim(deps: Deps, storeIds: readonly string[]): Promise<Effect[]> {
  if (storeIds.length === 0) return []
  const now = deps.now()
  return withStoreScope(deps.db, storeIds, async (tx) => {
    const { rows } = await sql<Effect>`
      with due as (
        select o.store_id, o.id from outbox o
        where o.store_id = any (${storeIds}::uuid[]) and o.dead_at is null and o.due_at <= ${now}
          and (o.claimed_until is null or o.claimed_until < ${now})
          and not exists (
            select from outbox before
            where before.store_id = o.store_id and before.order_id = o.order_id and before.dead_at is null
              and before.due_at <= ${now} and before.id < o.id)
        order by o.due_at limit ${largestClaim} for update skip locked
      )
      update outbox o set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = o.attempts + 1
      from due where o.store_id = due.store_id and o.id = due.id
      returning o.store_id as "storeId", o.id, o.kind, o.order_id as "orderId", o.payload, o.attempts`.execute(
      tx,
    )
    return rows
  })
}

async function runOne(deps: Deps, effect: Effect, handler: EffectHandler | undefined): Promise<boolean> {
  try {
    if (!handler) throw new Error(`No handler for ${effect.kind}`)
    await handler.run(effect)
    await withStoreScope(deps.db, [effect.storeId], (tx) =>
      tx.deleteFrom('outbox').where('store_id', '=', effect.storeId).where('id', '=', effect.id).execute(),
    )
    return true
  } catch (error) {
    await postpone(deps, effect, error)
    if (effect.attempts >= attemptsLimit) await handler?.giveUp?.(effect)
    return false
  }
}

async function postpone(deps: Deps, effect: Effect, error: unknown): Promise<void> {
  const now = deps.now()
  const waitMs = Math.min(500 * 2 ** effect.attempts, longestWaitMs) * (0.8 + Math.random() * 0.4)
  deps.log.warn({ err: error, kind: effect.kind, attempts: effect.attempts }, 'effect postponed')
  await withStoreScope(deps.db, [effect.storeId], (tx) =>
    tx
      .updateTable('outbox')
      .set({
        claimed_until: null,
        due_at: new Date(now.getTime() + waitMs),
        last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
        dead_at: effect.attempts >= attemptsLimit ? now : null,
      })
      .where('store_id', '=', effect.storeId)
      .where('id', '=', effect.id)
      .execute(),
  )
}
