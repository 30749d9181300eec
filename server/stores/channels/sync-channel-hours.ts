import type { Transaction } from 'kysely'
import { withChannel } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { scheduleOf } from '../hours/special-days.reads.ts'
import { channelWeek, normalWeek, sameWeek, weekTurnsAt } from './channel-week.rules.ts'
import { merchantsOfStore, type MerchantOfStore } from './merchants.reads.ts'

/** Call it in the transaction that changes the week or a special day. */
export async function enqueueChannelHours(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  await enqueue(tx, 'channel-hours', {}, { storeId, lane: storeId, dueAt: now })
}

/**
 * Writes the store's week of now to each marketplace, whole, and reads it back. A late try, or one after a crash,
 * writes what holds then; a marketplace that has it already is left alone. Wakes again when a special day comes or
 * goes. Outside any transaction. Unknown outcome: thrown, tried again.
 */
export async function syncChannelHours(deps: Deps, storeId: string, only?: string): Promise<void> {
  const now = deps.now()
  const { week, turnsAt, merchants } = await wishOf(deps, storeId, now)
  // Nobody has told us any hours: those of the marketplace stay.
  if (week.length === 0) return
  for (const merchant of merchants) {
    if (only !== undefined && merchant.platform !== only) continue
    const { hours } = await deps.marketplaces.marketplaceFor({ storeId, platform: merchant.platform })
    if (!hours) continue
    const { merchantId } = merchant
    try {
      let seen = await hours.read(merchantId)
      const sends = !sameWeek(seen, week)
      if (sends) {
        await hours.write(merchantId, week)
        seen = await hours.read(merchantId)
      }
      const refusal = sameWeek(seen, week) ? null : notKept(merchant)
      await note(deps, storeId, merchantId, { seen, sent: sends ? week : null, refusal })
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.temporary) throw error
      await note(deps, storeId, merchantId, { seen: null, sent: null, refusal: refusalText(merchant, error) })
    }
  }
  if (turnsAt)
    await withStoreScope(deps.cells, [storeId], (tx) =>
      enqueue(
        tx,
        'channel-hours',
        {},
        { storeId, lane: storeId, dueAt: turnsAt, key: `turn ${turnsAt.toISOString()}` },
      ),
    )
}

/** Called after the last attempt. */
export async function noteHoursNotTaken(deps: Deps, storeId: string): Promise<void> {
  const { merchants } = await wishOf(deps, storeId, deps.now())
  for (const merchant of merchants)
    await note(deps, storeId, merchant.merchantId, {
      seen: null,
      sent: null,
      refusal: `${withChannel('O', merchant.platform)} não respondeu: o horário por lá pode ser outro.`,
    })
}

async function wishOf(deps: Deps, storeId: string, now: Date) {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const store = await tx
      .selectFrom('stores')
      .select(['timezone', 'opening_hours'])
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const schedule = await scheduleOf(tx, storeId, store.opening_hours, now)
    const merchants = await merchantsOfStore(tx, storeId)
    return {
      merchants,
      week: schedule.week.length === 0 ? [] : channelWeek(schedule, now, store.timezone),
      turnsAt: merchants.length === 0 ? null : weekTurnsAt(schedule, now, store.timezone),
    }
  })
}

async function note(
  deps: Deps,
  storeId: string,
  merchantId: string,
  {
    seen,
    sent,
    refusal,
  }: {
    /** Null: as it was. */
    readonly seen: readonly WeekShift[] | null
    readonly sent: readonly WeekShift[] | null
    readonly refusal: string | null
  },
): Promise<void> {
  const now = deps.now()
  const columns = {
    refusal,
    ...(seen ? { seen: JSON.stringify(normalWeek(seen)), seen_at: now } : {}),
    ...(sent ? { sent: JSON.stringify(sent), sent_at: now } : {}),
  }
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await tx
      .insertInto('channel_hours')
      .values({ store_id: storeId, merchant_id: merchantId, ...columns })
      .onConflict((conflict) => conflict.constraint('channel_hours_pkey').doUpdateSet(columns))
      .execute()
    publishStoreEvent(tx, storeId, 'capacity', now)
  })
}

const notKept = ({ platform }: MerchantOfStore): string =>
  `${withChannel('O', platform)} aceitou o horário, mas mostra outro. Confira no aplicativo ${withChannel('de', platform)}.`

const refusalText = ({ platform }: MerchantOfStore, error: MarketplaceError): string =>
  error.kind === 'not-found'
    ? `${withChannel('O', platform)} não encontrou esta loja. Confira em Ajustes, Canais.`
    : `${withChannel('O', platform)} não aceitou o horário. Confira no aplicativo ${withChannel('de', platform)}.`
