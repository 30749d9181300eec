import { sql } from 'kysely'
import * as z from 'zod/mini'
import { backOffMs } from '../../contract/shared/back-off.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { effects, isEffectKind, type Effect, type EffectHandlers, type EffectKind } from './effects.ts'

/** A row as it was claimed: its kind and payload are not checked yet. */
export interface ClaimedEffect {
  readonly storeId: string
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly payload: unknown
  readonly attempts: number
  /** How often a process ended while it ran this. */
  readonly lostClaims: number
}

/** How many effects of a store may be claimed now. */
export interface StoreRoom {
  readonly storeId: string
  readonly most: number
}

/** Longer than an effect may take, so that a claim ends only when its process has. */
export const claimMs = 40_000
const effectLimitMs = 30_000
/** About five minutes: an order must be confirmed within eight. */
const attemptsLimit = 40
/** What ends its process three times waits for a person instead of ending every process that starts. */
const maxLostClaims = 3
/** A partner that is back must not wait long for what was asked of it. */
const maxWaitMs = 8_000
/** Waits differ by a fifth, so that what failed together is not tried together. */
export const maxPostponementMs = maxWaitMs * 1.2

/** On its last try an effect runs while no other suspect does, so that its neighbours are not counted with it. */
export const isSuspect = ({ lostClaims }: ClaimedEffect): boolean => lostClaims >= maxLostClaims - 1

/**
 * Claims what is due in these stores: of each lane the first, so that effects of one lane leave one after the
 * other. After a crash the claim expires and the effect runs again: receivers know a repeat. Of suspects one at most,
 * and none while `suspects` is false. `running`: what this process runs now, which it claims no second time, even if a
 * clock that jumped ends the claim.
 */
export async function claimEffects(
  deps: Deps,
  stores: readonly StoreRoom[],
  {
    most,
    suspects,
    running = [],
  }: { readonly most: number; readonly suspects: boolean; readonly running?: readonly string[] },
): Promise<readonly ClaimedEffect[]> {
  if (stores.length === 0) return []
  const now = deps.now()
  const storeIds = stores.map((store) => store.storeId)
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    const { rows } = await sql<ClaimedEffect>`
      with due as (
        select o.store_id, o.id, o.lost_claims, o.due_at
        from unnest(${storeIds}::uuid[], ${stores.map((store) => store.most)}::integer[]) as room (store_id, most)
          cross join lateral (
            select o.store_id, o.id, o.due_at, o.lost_claims + (o.claimed_until is not null)::integer as lost_claims
            from outbox o
            where o.store_id = room.store_id and o.dead_at is null and o.due_at <= ${now}
              and (o.claimed_until is null or o.claimed_until < ${now}) and o.id <> all (${running}::uuid[])
              and not exists (
                select from outbox before
                where before.store_id = o.store_id and before.lane = o.lane and before.dead_at is null
                  and before.due_at <= ${now} and before.id < o.id)
            order by o.due_at limit room.most for update skip locked) o
        limit ${most}
      ), placed as (
        select *, row_number() over (partition by lost_claims >= ${maxLostClaims - 1} order by due_at) as place
        from due
      )
      update outbox o set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = o.attempts + 1,
        lost_claims = p.lost_claims
      from placed p
      where o.store_id = p.store_id and o.id = p.id
        and (p.lost_claims < ${maxLostClaims - 1} or (${suspects} and p.place = 1))
      returning o.store_id as "storeId", o.id, o.kind, o.lane, o.payload, o.attempts, o.lost_claims as "lostClaims"`.execute(
      tx,
    )
    return rows
  })
}

/** Runs the effect outside any transaction, and deletes it when it has happened. */
export async function runEffect(
  deps: Deps,
  handlers: Partial<EffectHandlers>,
  row: ClaimedEffect,
): Promise<void> {
  const { kind } = row
  try {
    // A newer process may have written it: this one tries again until it is replaced.
    if (!isEffectKind(kind)) throw new Error(`No handler for ${kind}`)
    await runKind(deps, handlers, row, kind)
  } catch (error) {
    await postpone(deps, row, error, row.attempts >= attemptsLimit)
  }
}

async function runKind<K extends EffectKind>(
  deps: Deps,
  handlers: { readonly [P in K]?: EffectHandlers[P] },
  row: ClaimedEffect,
  kind: K,
): Promise<void> {
  const handler = handlers[kind]
  if (!handler) throw new Error(`No handler for ${kind}`)
  const payload = z.safeParse(effects[kind], row.payload)
  if (!payload.success) {
    // Another try would read the same payload.
    await postpone(deps, row, new Error(`Payload: ${z.prettifyError(payload.error)}`), true)
    return
  }
  const { storeId, id, lane } = row
  const effect = { storeId, id, lane, payload: payload.data } as Effect<K>
  if (row.lostClaims >= maxLostClaims) {
    await postpone(deps, row, new Error('The process ended each time it ran this.'), true)
    await handler.giveUp?.(effect)
    return
  }
  try {
    await within(effectLimitMs, handler.run(effect))
  } catch (error) {
    const last = row.attempts >= attemptsLimit
    await postpone(deps, row, error, last)
    if (last) await handler.giveUp?.(effect)
    return
  }
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx.deleteFrom('outbox').where('store_id', '=', storeId).where('id', '=', id).execute(),
  )
}

async function postpone(deps: Deps, effect: ClaimedEffect, error: unknown, last: boolean): Promise<void> {
  const now = deps.now()
  const waitMs = backOffMs(500, effect.attempts, maxWaitMs)
  const noted = { err: error, kind: effect.kind, attempts: effect.attempts, storeId: effect.storeId }
  if (last) deps.log.error(noted, 'effect given up: it waits for a person')
  else deps.log.warn(noted, 'effect postponed')
  await withStoreScope(deps.cells, [effect.storeId], (tx) =>
    tx
      .updateTable('outbox')
      .set({
        claimed_until: null,
        lost_claims: 0,
        due_at: new Date(now.getTime() + waitMs),
        last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
        dead_at: last ? now : null,
      })
      .where('store_id', '=', effect.storeId)
      .where('id', '=', effect.id)
      .execute(),
  )
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`Took longer than ${String(ms / 1_000)} seconds`))
  }, ms)
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
