import type { Transaction } from 'kysely'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError, type MarketplaceFailure } from '../../marketplaces/marketplace.ts'
import { enqueueEffect } from '../states/change-order.ts'
import { capacityOf, merchantsOf } from './order-rules.reads.ts'

const day = 86_400_000
/** The longest pause that iFood accepts; a pause without an end is renewed before that. */
const longestPauseMs = 7 * day
const renewBeforeMs = day

/** Name of our pauses in iFood's own tools. */
const words = 'Pausada pelo Balcão'

const refusalLabels: Partial<Record<MarketplaceFailure, string>> = {
  'not-found': 'O iFood não encontrou esta loja. Confira a integração.',
}

const refusedText = (wish: Wish): string =>
  wish.end
    ? 'O iFood não aceitou a pausa. Pause pelo aplicativo do iFood.'
    : 'O iFood não aceitou reabrir a loja. Reabra pelo aplicativo do iFood.'

interface Wish {
  readonly merchantId: string
  readonly version: number
  readonly timezone: string
  /** When the pause ends; null: the store is open. */
  readonly end: Date | null
  /** A pause without an end, renewed until it is lifted. */
  readonly untilTold: boolean
  readonly interruptionId: string | null
  readonly endsAt: Date | null
}

/** Queues the sync for marketplaces that should learn of a pause, or know of one that has ended. */
export async function enqueueChannelSync(tx: Transaction<DB>, storeId: string, now: Date): Promise<void> {
  const { merchantIds } = await merchantsOf(tx, storeId)
  if (merchantIds.length > 0) await enqueueEffect(tx, storeId, storeId, 'channel-pause', {}, now)
}

/**
 * Sends the store's current state to iFood instead of the state at the time of the change, so that a
 * late retry cannot undo a newer change. Runs outside any transaction. Throws if the outcome is unknown,
 * and is then retried.
 */
export async function syncChannelPause(deps: Deps, storeId: string): Promise<void> {
  for (const wish of await wishesOf(deps, storeId)) {
    try {
      await note(deps, storeId, wish, { ...(await obtain(deps, wish)), refusal: null })
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.temporary) throw error
      await note(deps, storeId, wish, {
        interruptionId: wish.interruptionId,
        endsAt: wish.endsAt,
        refusal: error.kind === 'refused' ? refusedText(wish) : (refusalLabels[error.kind] ?? error.words),
      })
    }
  }
}

/** Called after the last attempt: shows the failure on the screen. */
export async function noteChannelPauseFailed(deps: Deps, storeId: string): Promise<void> {
  for (const wish of await wishesOf(deps, storeId))
    await note(deps, storeId, wish, {
      interruptionId: wish.interruptionId,
      endsAt: wish.endsAt,
      refusal: wish.end
        ? 'O iFood não respondeu: a loja pode estar aberta por lá. Confira no aplicativo do iFood.'
        : 'O iFood não respondeu: a loja pode estar pausada por lá. Confira no aplicativo do iFood.',
    })
}

/** Makes iFood match the wanted state and returns the resulting one. */
async function obtain(
  deps: Deps,
  { merchantId, end, interruptionId, endsAt, timezone }: Wish,
): Promise<{ interruptionId: string | null; endsAt: Date | null }> {
  const now = deps.now()
  const running = interruptionId !== null && endsAt !== null && endsAt > now
  if (running && end && sameEnd(endsAt, end)) return { interruptionId, endsAt }
  // Create the new interruption before deleting the old one, so that the store does not open in between.
  const made = end
    ? await deps.marketplace.pauseMerchant(merchantId, { words, start: now, end, timezone })
    : null
  if (running && interruptionId !== made) await deps.marketplace.resumeMerchant(merchantId, interruptionId)
  return { interruptionId: made, endsAt: end }
}

/** iFood's times have a resolution of seconds. */
const sameEnd = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) < 1_000

async function wishesOf(deps: Deps, storeId: string): Promise<readonly Wish[]> {
  const now = deps.now()
  return withStoreScope(deps.db, [storeId], async (tx) => {
    const capacity = await capacityOf(tx, storeId, now)
    const { merchantIds, timezone } = await merchantsOf(tx, storeId)
    const rows = await tx.selectFrom('channel_pauses').selectAll().where('store_id', '=', storeId).execute()
    return merchantIds.map((merchantId) => {
      const row = rows.find((one) => one.merchant_id === merchantId)
      const untilTold = capacity.until === null
      const renewed =
        row?.ends_at && row.ends_at.getTime() > now.getTime() + renewBeforeMs ? row.ends_at : null
      const end = untilTold
        ? (renewed ?? new Date(now.getTime() + longestPauseMs))
        : new Date(capacity.until ?? now)
      return {
        merchantId,
        version: capacity.version,
        timezone,
        end: capacity.level === 'paused' ? end : null,
        untilTold,
        interruptionId: row?.interruption_id ?? null,
        endsAt: row?.ends_at ?? null,
      }
    })
  })
}

async function note(
  deps: Deps,
  storeId: string,
  { merchantId, version, end, untilTold, interruptionId }: Wish,
  stands: {
    readonly interruptionId: string | null
    readonly endsAt: Date | null
    readonly refusal: string | null
  },
): Promise<void> {
  const now = deps.now()
  const columns = {
    interruption_id: stands.interruptionId,
    ends_at: stands.endsAt,
    capacity_version: version,
    refusal: stands.refusal,
    updated_at: now,
  }
  await withStoreScope(deps.db, [storeId], async (tx) => {
    await tx
      .insertInto('channel_pauses')
      .values({ store_id: storeId, merchant_id: merchantId, ...columns })
      .onConflict((conflict) => conflict.constraint('channel_pauses_pkey').doUpdateSet(columns))
      .execute()
    if (end && untilTold && stands.interruptionId !== interruptionId)
      await enqueueEffect(tx, storeId, storeId, 'channel-pause', {}, new Date(end.getTime() - renewBeforeMs))
    publishStoreEvent(tx, storeId, 'capacity', now)
  })
  deps.live.announce()
}
