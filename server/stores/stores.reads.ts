import { sql, type Transaction } from 'kysely'
import type { RoleName } from '../../contract/shared/access.ts'
import { defaultDayStart } from '../../contract/shared/day.ts'
import { defaultTargets } from '../../contract/reports/quality.ts'
import { channelName, marketplaces, type Platform } from '../../contract/shared/channels.ts'
import { optionOf, type SelectionOption, type Store } from '../../contract/stores/stores.ts'
import type { Cell } from '../db/tables.ts'
import { healthOf } from '../marketplaces/kept-health.ts'
import { breaksOf } from './hours/breaks.reads.ts'
import { modulesOff } from './modules/modules.rules.ts'
import { specialDaysOf } from './hours/special-days.reads.ts'
import { weekOf } from './hours/stored-hours.ts'
import { addressOf } from './profile/stored-address.ts'
import type { ChannelToday, StoreToday } from './open-status.rules.ts'
import { runningDay } from './running-day.rules.ts'

export interface StoreRow {
  readonly store: Omit<Store, 'role'>
  readonly today: StoreToday
}

/** Full stores by id, sorted by name. Runs inside `withStoreScope` over the same ids. */
export async function storesById(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<StoreRow[]> {
  if (storeIds.length === 0) return []
  const rows = await rowsOf(tx, storeIds, now)
  const motoboys = Map.groupBy(await motoboysOf(tx, storeIds), ({ storeId }) => storeId)
  const channels = Map.groupBy(await channelsOf(tx, storeIds), ({ store_id: storeId }) => storeId)
  const breaks = Map.groupBy(await breaksOf(tx, storeIds, now), ({ storeId }) => storeId)
  const special = await specialDaysOf(tx, storeIds, now)
  return rows.map((row) => {
    const connected = (channels.get(row.id) ?? []).toSorted(
      (a, b) => marketplaces.indexOf(a.platform) - marketplaces.indexOf(b.platform),
    )
    return {
      store: storeOf(row, { motoboys: motoboys.get(row.id) ?? [], connected, now }),
      today: todayOf(row, {
        connected,
        breaks: breaks.get(row.id) ?? [],
        special: special.get(row.id) ?? [],
      }),
    }
  })
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
type Connected = Awaited<ReturnType<typeof channelsOf>>[number]

const rowsOf = (tx: Transaction<Cell>, storeIds: readonly string[], now: Date) =>
  tx
    .selectFrom('stores')
    .selectAll()
    .select((select) => [
      select
        .selectFrom('store_day_starts')
        .select(sql<string>`to_char(starts_at, 'HH24:MI')`.as('at'))
        .whereRef('store_day_starts.store_id', '=', 'stores.id')
        .where('effective_from', '<=', sql<string>`(${now}::timestamptz at time zone stores.timezone)::date`)
        .orderBy('effective_from', 'desc')
        .limit(1)
        .as('day_start'),
      select
        .selectFrom('quality_targets')
        .select('accept_minutes')
        .whereRef('quality_targets.store_id', '=', 'stores.id')
        .as('accept_minutes'),
      select
        .selectFrom('usage_data')
        .select('started_at')
        .whereRef('usage_data.store_id', '=', 'stores.id')
        .where('finished_at', 'is', null)
        .as('starting_since'),
      sql<boolean>`exists (
        select from menu_items i
        where i.store_id = stores.id and not exists (
          select from menu_item_pauses p
          where p.store_id = i.store_id and p.item_id = i.id and p.ended_at is null
            and (p.until is null or p.until > ${now})))`.as('has_items'),
    ])
    .where('id', 'in', storeIds)
    .orderBy('name')
    .execute()

async function motoboysOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<readonly Store['motoboys'][number][]> {
  const rows = await tx
    .selectFrom('motoboys')
    .select(['id', 'name', 'phone', 'active', 'store_id as storeId'])
    .where('store_id', 'in', storeIds)
    .orderBy('name')
    .execute()
  return rows
}

async function channelsOf(tx: Transaction<Cell>, storeIds: readonly string[]) {
  const rows = await tx.selectFrom('integrations').selectAll().where('store_id', 'in', storeIds).execute()
  return rows.flatMap((row) => {
    const platform = marketplaces.find((one) => one === row.type)
    return platform ? [{ ...row, platform }] : []
  })
}

function storeOf(
  row: Row,
  {
    motoboys,
    connected,
    now,
  }: {
    readonly motoboys: readonly Store['motoboys'][number][]
    readonly connected: readonly Connected[]
    readonly now: Date
  },
): StoreRow['store'] {
  const off = modulesOff(row.modules)
  return {
    id: row.id,
    name: row.name,
    ...(row.code === null ? {} : { code: row.code }),
    brand: { name: row.brand_name },
    menuSlug: row.menu_slug,
    logo: row.logo,
    motoboys: [...motoboys],
    address: { ...addressOf(row.id, row.address), timezone: row.timezone },
    document: row.document,
    phone: row.phone,
    active: row.active,
    businessDayStartsAt: row.day_start ?? defaultDayStart,
    businessDay: runningDay(now, row.timezone, row.day_start ?? defaultDayStart),
    openingHours: [...weekOf(row.id, row.opening_hours)],
    acceptWithinMinutes: row.accept_minutes ?? defaultTargets.accept,
    ...(off.length === 0 ? {} : { modulesOff: [...off] }),
    ...(row.starting_since === null ? {} : { starting: true }),
    options: optionsOf(row, connected),
    version: row.version,
  }
}

function todayOf(
  row: Row,
  {
    connected,
    breaks,
    special,
  }: {
    readonly connected: readonly Connected[]
    readonly breaks: StoreToday['breaks']
    readonly special: StoreToday['schedule']['special']
  },
): StoreToday {
  return {
    active: row.active,
    timezone: row.timezone,
    schedule: { week: weekOf(row.id, row.opening_hours), special },
    updatedAt: row.updated_at,
    activeSince: row.active_since,
    off: modulesOff(row.modules),
    offSince: row.modules_saved_at,
    hasItems: row.has_items,
    breaks,
    channels: connected.map(({ platform, status, last_polled_at: lastPolledAt, health }) => ({
      platform,
      active: status === 'active',
      lastPolledAt,
      status: statusOf(healthOf({ storeId: row.id, platform }, health)),
    })),
  }
}

function statusOf({
  available,
  said,
  checkedAt,
  since,
}: ReturnType<typeof healthOf>): ChannelToday['status'] {
  if (available === undefined) return null
  return {
    available,
    said: said ?? null,
    checkedAt: checkedAt === undefined ? null : new Date(checkedAt),
    since: since === undefined ? null : new Date(since),
  }
}

interface ConnectedChannel {
  readonly platform: Platform
  readonly merchant_id: string
  readonly merchant_secondary_ids: readonly string[]
}

/** One option for Balcão and one per merchant, including secondary ones (docs/product/stores.md, fixed). */
function optionsOf(
  row: { id: string; name: string; menu_slug: string; logo: string | null },
  connected: readonly ConnectedChannel[],
): SelectionOption[] {
  const common = { storeId: row.id, slug: row.menu_slug, logo: row.logo }
  const own = {
    ...common,
    label: `${row.name} · Balcão`,
    id: `${row.id}:balcao`,
    platform: 'balcao' as const,
  }
  const merchants = connected.flatMap(({ platform, merchant_id: main, merchant_secondary_ids: others }) =>
    [main, ...others].map((merchantId, index) => {
      const label = `${row.name} · ${channelName(platform)}${index === 0 ? '' : ` ${index + 1}`}`
      return optionOf({ ...common, label, id: `${row.id}:${merchantId}`, platform }, merchantId)
    }),
  )
  return [optionOf(own, null), ...merchants]
}

export const roleOf = (access: ReadonlyMap<string, RoleName>, storeId: string): RoleName =>
  access.get(storeId) ?? 'basic'
