import { dayMs } from '../../../contract/shared/durations.ts'
import type { Transaction } from 'kysely'
import { withChannel } from '../../../contract/shared/channels.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { KnownPause, MerchantPauses } from '../../marketplaces/merchant.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { breaksOf, ourPauseWords, runningBreak } from '../../stores/stores.ts'
import { capacityOf, merchantsOf } from './order-rules.reads.ts'

/** A pause without an end is renewed this long before the marketplace would end it. */
const renewBeforeMs = dayMs

const refusalText = ({ platform, end }: Wish, error: MarketplaceError): string => {
  const channel = withChannel('O', platform)
  if (error.kind === 'not-found') return `${channel} não encontrou esta loja. Confira em Ajustes, Canais.`
  if (error.kind !== 'refused') return error.words
  const app = `pelo aplicativo ${withChannel('de', platform)}`
  return end
    ? `${channel} não aceitou a pausa. Pause ${app}.`
    : `${channel} não aceitou reabrir a loja. Reabra ${app}.`
}

const silenceText = ({ platform, end }: Wish): string =>
  `${withChannel('O', platform)} não respondeu: a loja pode estar ${end ? 'aberta' : 'pausada'} por lá. ` +
  `Confira no aplicativo ${withChannel('de', platform)}.`

interface Wish {
  readonly platform: string
  readonly merchantId: string
  readonly version: number
  readonly timezone: string
  /** When the pause ends; null: the store is open. */
  readonly end: Date | null
  /** A pause without an end: it is renewed until somebody ends it. */
  readonly openEnded: boolean
  readonly interruptionId: string | null
  readonly endsAt: Date | null
}

/** Marketplaces get a pause, and its end where they got the pause. */
export async function enqueueChannelSync(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  const { merchants } = await merchantsOf(tx, storeId)
  if (merchants.length > 0) await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
}

/**
 * Sends each marketplace the store's present state, not the state when the effect was enqueued: a late try
 * can never undo a newer wish. Outside any transaction. Unknown outcome: thrown, tried again.
 */
export async function syncChannelPause(deps: Deps, storeId: string): Promise<void> {
  for (const wish of await wishesOf(deps, storeId)) {
    try {
      await note(deps, storeId, wish, { ...(await obtain(deps, storeId, wish)), refusal: null })
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.temporary) throw error
      await note(deps, storeId, wish, {
        interruptionId: wish.interruptionId,
        endsAt: wish.endsAt,
        refusal: refusalText(wish, error),
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
      refusal: silenceText(wish),
    })
}

/** Pauses or reopens at the marketplace; returns its current pause. */
async function obtain(
  deps: Deps,
  storeId: string,
  wish: Wish,
): Promise<{ interruptionId: string | null; endsAt: Date | null }> {
  const { platform, merchantId } = wish
  const now = deps.now()
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
  const pauses = requireFacet(marketplace, 'pauses')
  // The new one first: between the two the store must not sell.
  const made = await keptOrMade(pauses, wish, now)
  for (const id of await othersOfOurs(pauses, wish, { made: made.interruptionId, now }))
    await pauses.resume(merchantId, id)
  return made
}

async function keptOrMade(pauses: MerchantPauses, wish: Wish, now: Date) {
  const { merchantId, end, timezone, interruptionId, endsAt } = wish
  if (!end) return { interruptionId: null, endsAt: null }
  if (isRunning(wish, now) && endsAt && sameEnd(endsAt, end)) return { interruptionId, endsAt }
  const pause = { words: ourPauseWords, start: now, end, timezone }
  return { interruptionId: await pauses.pause(merchantId, pause), endsAt: end }
}

const isRunning = ({ interruptionId, endsAt }: Wish, now: Date): boolean =>
  interruptionId !== null && endsAt !== null && endsAt > now

/**
 * Our pauses that the store no longer wants: the one in our row, and those that a process made and died before it
 * could note them. Nothing else would ever end these, and the store would stay closed for up to a week.
 */
async function othersOfOurs(
  pauses: MerchantPauses,
  wish: Wish,
  { made, now }: { readonly made: string | null; readonly now: Date },
): Promise<readonly string[]> {
  const noted = isRunning(wish, now) && wish.interruptionId !== null ? [wish.interruptionId] : []
  const listed = await pauses
    .read(wish.merchantId, wish.timezone)
    .catch((error: unknown): readonly KnownPause[] => {
      // An open store that is to stay open asked for nothing that could be refused.
      if (wish.end || noted.length > 0 || !(error instanceof MarketplaceError) || error.temporary) throw error
      return []
    })
  const ours = listed.filter(({ words }) => words === ourPauseWords).map(({ id }) => id)
  return [...new Set([...noted, ...ours])].filter((id) => id !== made)
}

/** Marketplaces keep seconds. */
const sameEnd = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) < 1_000

async function wishesOf(deps: Deps, storeId: string): Promise<readonly Wish[]> {
  const now = deps.now()
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const capacity = await capacityOf(tx, storeId, now)
    const breaks = await breaksOf(tx, [storeId], now)
    const { merchants, timezone, sells } = await merchantsOf(tx, storeId)
    const rows = await tx.selectFrom('channel_pauses').selectAll().where('store_id', '=', storeId).execute()
    return merchants.flatMap(({ platform, merchantId }): readonly Wish[] => {
      const { pauses } = deps.marketplaces.of(platform)
      if (!pauses) return []
      const row = rows.find((one) => one.merchant_id === merchantId)
      const pause = runningBreak(breaks, platform, now)
      const latestEnd = new Date(now.getTime() + pauses.maxDays * dayMs)
      const wished = sells ? (pause?.end ?? null) : null
      // A longer pause than the marketplace takes is renewed too, until its end is near.
      const openEnded = wished === null || wished > latestEnd
      return [
        {
          platform,
          merchantId,
          version: capacity.version,
          timezone,
          // A store that is inactive or does not deliver sells at no marketplace, whatever its breaks.
          end: sells && !pause ? null : openEnded ? (renewedEnd(row?.ends_at, now) ?? latestEnd) : wished,
          openEnded,
          interruptionId: row?.interruption_id ?? null,
          endsAt: row?.ends_at ?? null,
        },
      ]
    })
  })
}

/** The end that the marketplace knows, while it is far enough away. */
const renewedEnd = (endsAt: Date | null | undefined, now: Date): Date | null =>
  endsAt && endsAt.getTime() > now.getTime() + renewBeforeMs ? endsAt : null

async function note(
  deps: Deps,
  storeId: string,
  { merchantId, version, end, openEnded, interruptionId }: Wish,
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
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await tx
      .insertInto('channel_pauses')
      .values({ store_id: storeId, merchant_id: merchantId, ...columns })
      .onConflict((conflict) => conflict.constraint('channel_pauses_pkey').doUpdateSet(columns))
      .execute()
    if (end && openEnded && stands.interruptionId !== interruptionId)
      await enqueue(
        tx,
        'channel-pause',
        {},
        { storeId, lane: storeId, dueAt: new Date(end.getTime() - renewBeforeMs) },
      )
    publishStoreEvent(tx, storeId, 'capacity', now)
  })
}
