import type { Transaction } from 'kysely'
import type { Capacity, CapacityLevel, CapacityReply, OrderRules } from '../../../contract/orders/rules.ts'
import { rulePlatformOf, rulePlatforms } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import type { ModuleKey } from '../../../contract/stores/module-keys.ts'
import { breaksOf, modulesOff, pausesNowOf, runningBreak, type BreakRow } from '../../stores/stores.ts'
import type { PromiseMinutes } from '../taking/promise-minutes.ts'
import { promiseMinutesFrom } from '../taking/promise-minutes.ts'

/** Defaults until rules are saved: a person accepts every order. */
const untouched: Omit<OrderRules, 'platform'> = {
  autoAccept: false,
  onlyWhenOpen: true,
  maxInPreparation: null,
  cashLimitCents: null,
  firstOrderWaits: false,
  scheduledAtOnce: false,
  preparationMinutes: null,
  version: 0,
}

/** The rules of every channel of a store. */
export async function rulesOf(tx: Transaction<Cell>, storeId: string): Promise<OrderRules[]> {
  const rows = await tx.selectFrom('order_rules').selectAll().where('store_id', '=', storeId).execute()
  return rulePlatforms.map((platform) => {
    const row = rows.find((one) => one.platform === platform)
    if (!row) return { platform, ...untouched }
    return {
      platform,
      autoAccept: row.auto_accept,
      onlyWhenOpen: row.only_when_open,
      maxInPreparation: row.most_in_preparation,
      cashLimitCents: row.cash_limit_cents,
      firstOrderWaits: row.first_order_waits,
      scheduledAtOnce: row.scheduled_at_once,
      preparationMinutes: row.preparation_minutes,
      version: row.version,
    }
  })
}

export async function rulesOfChannel(
  tx: Transaction<Cell>,
  storeId: string,
  platform: string,
): Promise<OrderRules> {
  const rules = await rulesOf(tx, storeId)
  const found = rules.find((one) => one.platform === rulePlatformOf(platform))
  if (!found) throw new Error(`no such channel: ${platform}`)
  return found
}

interface CapacityRow {
  readonly level: string
  readonly extra_minutes: number
  readonly until: Date | null
  readonly set_by: string | null
  readonly set_at: Date
  readonly version: number
}

/**
 * The effective capacity: past `until` it is normal, whether or not the worker has recorded that. A running break
 * is the paused pace.
 */
function capacityNow(row: CapacityRow | undefined, pause: BreakRow | null, now: Date): Capacity {
  if (pause) return { ...pausedBy(pause), version: row?.version ?? 0 }
  if (!row) return { level: 'normal', extraMinutes: 0, until: null, setBy: null, setAt: null, version: 0 }
  const { version } = row
  const over = row.until !== null && row.until <= now
  const setAt = (over ? row.until : row.set_at)?.toISOString() ?? null
  if (over) return { level: 'normal', extraMinutes: 0, until: null, setBy: null, setAt, version }
  return {
    level: row.level as CapacityLevel,
    extraMinutes: row.extra_minutes,
    until: row.until?.toISOString() ?? null,
    setBy: row.set_by,
    setAt,
    version,
  }
}

const pausedBy = ({ start, end, setBy }: BreakRow): Omit<Capacity, 'version'> => ({
  level: 'paused',
  extraMinutes: 0,
  until: end?.toISOString() ?? null,
  setBy,
  setAt: start.toISOString(),
})

export async function capacityOf(tx: Transaction<Cell>, storeId: string, now: Date): Promise<Capacity> {
  const row = await tx
    .selectFrom('store_capacity')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const pause = runningBreak(await breaksOf(tx, [storeId], now), null, now)
  return capacityNow(row, pause, now)
}

/** The capacity, and whether each marketplace has followed it. */
export async function capacityWithChannels(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<CapacityReply> {
  const capacity = await capacityOf(tx, storeId, now)
  return { ...capacity, channels: [...(await pausesNowOf(tx, storeId, now))] }
}

/** The store's settings that apply to an own-channel order placed now. */
export interface PlacingTerms {
  readonly active: boolean
  readonly promise: PromiseMinutes
  /** Modules that are switched off. */
  readonly off: readonly ModuleKey[]
  readonly autoAccept: boolean
  readonly capacity: Capacity
  readonly timezone: string
}

const fromModules = (modules: unknown): Pick<PlacingTerms, 'promise' | 'off'> => ({
  promise: promiseMinutesFrom(modules),
  off: modulesOff(modules),
})

/** Runs before every order: two short queries. */
export async function placingTerms(tx: Transaction<Cell>, storeId: string, now: Date): Promise<PlacingTerms> {
  const row = await tx
    .selectFrom('stores')
    .leftJoin('order_rules', (join) =>
      join.onRef('order_rules.store_id', '=', 'stores.id').on('order_rules.platform', '=', 'balcao'),
    )
    .leftJoin('store_capacity', 'store_capacity.store_id', 'stores.id')
    .select([
      'stores.active',
      'stores.modules',
      'stores.timezone',
      'order_rules.auto_accept',
      'store_capacity.level',
      'store_capacity.extra_minutes',
      'store_capacity.until',
      'store_capacity.set_by',
      'store_capacity.set_at',
      'store_capacity.version',
    ])
    .where('stores.id', '=', storeId)
    .executeTakeFirst()
  // The own channel's break counts here, of every channel or of this one.
  const pause = runningBreak(await breaksOf(tx, [storeId], now), 'balcao', now)
  const { level, extra_minutes: extra, until = null, set_by: by = null, set_at: at, version } = row ?? {}
  return {
    active: row?.active ?? true,
    ...fromModules(row?.modules),
    autoAccept: row?.auto_accept ?? false,
    capacity: capacityNow(
      level && at
        ? { level, extra_minutes: extra ?? 0, until, set_by: by, set_at: at, version: version ?? 0 }
        : undefined,
      pause,
      now,
    ),
    timezone: row?.timezone ?? 'UTC',
  }
}
