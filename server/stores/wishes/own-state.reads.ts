import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import { channelWeek, weekTurnsAt } from '../channels/channel-week.rules.ts'
import { merchantsOfStore, type MerchantOfStore } from '../channels/merchants.reads.ts'
import { breaksOf, runningBreak } from '../hours/breaks.reads.ts'
import { scheduleOf } from '../hours/special-days.reads.ts'
import { isServiceOff, modulesOff } from '../modules/modules.rules.ts'
import { openWish, type PauseWish } from './pause-wish.rules.ts'

/** What the store itself wishes of marketplaces now. */
export interface OwnState {
  /** IANA zone. */
  readonly timezone: string
  /** The merchants that it sells as. */
  readonly merchants: readonly MerchantOfStore[]
  readonly pauseAt: (platform: string) => PauseWish
  /** Null: nobody has told us any hours, and those of the marketplace stay. */
  readonly week: readonly WeekShift[] | null
  /** When a special day changes the week; null: never. */
  readonly weekTurnsAt: Date | null
}

export async function ownStateOf(tx: Transaction<Cell>, storeId: string, now: Date): Promise<OwnState> {
  const store = await tx
    .selectFrom('stores')
    .select(['timezone', 'opening_hours', 'active', 'modules'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const { timezone } = store
  const schedule = await scheduleOf(tx, storeId, store.opening_hours, now)
  const breaks = await breaksOf(tx, [storeId], now)
  const merchants = await merchantsOfStore(tx, storeId)
  const sells = sellsAtMarketplaces(store)
  return {
    timezone,
    merchants,
    pauseAt: (platform) => pauseOf(sells, runningBreak(breaks, platform, now)),
    week: schedule.week.length === 0 ? null : channelWeek(schedule, now, timezone),
    weekTurnsAt: schedule.week.length === 0 ? null : weekTurnsAt(schedule, now, timezone),
  }
}

/** A marketplace knows no merchant that only hands over the counter: a pause there closes it whole. */
const sellsAtMarketplaces = (store: { readonly active: boolean; readonly modules: unknown }): boolean =>
  store.active && !isServiceOff(modulesOff(store.modules), 'DELIVERY')

/** A store that does not sell at marketplaces is closed there, whatever its breaks. */
function pauseOf(sells: boolean, pause: { readonly end: Date | null } | null): PauseWish {
  if (!sells) return { closed: true, until: null }
  return pause ? { closed: true, until: pause.end?.getTime() ?? null } : openWish
}
