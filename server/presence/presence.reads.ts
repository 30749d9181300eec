import { sql, type Transaction } from 'kysely'
import { isPlatform, marketplaces, type Platform } from '../../contract/shared/channels.ts'
import { presenceModes, type PresenceMode } from '../../contract/presence/presence.ts'
import { presenceCauses, type PresenceCause } from '../../contract/presence/presence-now.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { printerAnswers } from '../printing/printing.ts'
import {
  breaksOf,
  hoursState,
  isServiceOff,
  modulesOff,
  reopenedOutside,
  runningBreak,
  specialDaysOf,
  weekOf,
  type BreakRow,
} from '../stores/stores.ts'
import { presencePace, type Chain, type Gap } from './chain.rules.ts'

/** A store as presence sees it now. */
export interface StorePresence {
  readonly storeId: string
  readonly mode: PresenceMode
  readonly watchedSince: Date | null
  readonly version: number
  /** It is open, and was so a board's word ago: a store that has just opened is not judged. */
  readonly openLongEnough: boolean
  /** Its marketplaces. */
  readonly channels: readonly PresenceChannel[]
}

export interface PresenceChannel {
  readonly platform: Platform
  readonly chain: Chain
  readonly wanted: boolean
  readonly gap: KeptGap | null
  readonly pauseEnded: boolean
}

export interface KeptGap extends Gap {
  readonly id: string
  readonly breakId: string | null
}

/** In the scope of these stores. Those without a marketplace are left out. */
export async function presenceOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly StorePresence[]> {
  const rows = await storeRows(tx, storeIds)
  const special = await specialDaysOf(tx, storeIds, now)
  const breaks = Map.groupBy(await breaksOf(tx, storeIds, now), ({ storeId }) => storeId)
  const printers = await printerAnswers(tx, storeIds, now)
  const gaps = Map.groupBy(await openGaps(tx, storeIds), ({ storeId }) => storeId)
  const reopened = await reopenedOutside(tx, storeIds)
  return rows.flatMap((row) => {
    const { storeId, platforms } = row
    if (platforms.length === 0) return []
    const schedule = { week: weekOf(storeId, row.week), special: special.get(storeId) ?? [] }
    const isOpen = (at: number) => hoursState(schedule, new Date(at), row.timezone).open
    const open = isOpen(now.getTime())
    const sells = row.active && open && !isServiceOff(modulesOff(row.modules), 'DELIVERY')
    const own = breaks.get(storeId) ?? []
    const channels = platforms.map((platform): PresenceChannel => {
      const gap = gaps.get(storeId)?.find((one) => one.platform === platform) ?? null
      const pause = own.find(({ id }) => id === gap?.breakId)
      const outside = reopened.get(storeId)?.get(platform)
      return {
        platform,
        chain: {
          heardAt: ms(row.heardAt),
          silentAt: ms(row.silentAt),
          acceptsAlone: row.acceptsAlone.includes(platform),
          printerAt: ms(printers.get(storeId) ?? null),
        },
        wanted: sells && !isPausedByPerson(own, platform, now),
        gap,
        pauseEnded: !pause || (outside !== undefined && outside > pause.start),
      }
    })
    return [
      {
        storeId,
        mode: row.mode,
        watchedSince: row.watchedSince,
        version: row.version,
        openLongEnough: open && isOpen(now.getTime() - presencePace.boardCountsMs),
        channels,
      },
    ]
  })
}

/** What is known of one store, with or without a marketplace. Throws store/not-found. */
export async function presenceRow(tx: Transaction<Cell>, storeId: string, now: Date) {
  const [row] = await storeRows(tx, [storeId])
  if (!row) throw new AppError('store/not-found')
  const printerAt = (await printerAnswers(tx, [storeId], now)).get(storeId) ?? null
  return { ...row, acceptsAlone: row.acceptsAlone.filter((one) => row.platforms.includes(one)), printerAt }
}

async function storeRows(tx: Transaction<Cell>, storeIds: readonly string[]) {
  const { rows } = await sql<{
    storeId: string
    active: boolean
    timezone: string
    week: unknown
    modules: unknown
    mode: string | null
    watchedSince: Date | null
    version: number | null
    heardAt: Date | null
    silentAt: Date | null
    platforms: string[]
    acceptsAlone: string[]
  }>`
    select s.id as "storeId", s.active, s.timezone, s.opening_hours as week, s.modules, p.mode, p.version,
      p.watched_since as "watchedSince", p.heard_at as "heardAt", p.silent_at as "silentAt",
      array(select i.type from integrations i where i.store_id = s.id and i.status = 'active'
        and i.type = any (${marketplaces}::text[]) order by i.type) as platforms,
      array(select r.platform from order_rules r where r.store_id = s.id and r.auto_accept) as "acceptsAlone"
    from stores s left join presence p on p.store_id = s.id
    where s.id = any (${storeIds}::uuid[])`.execute(tx)
  return rows.map((row) => ({
    ...row,
    // No row: no look yet.
    mode: presenceModes.find((one) => one === row.mode) ?? 'watch',
    version: row.version ?? 0,
    platforms: row.platforms.filter(isPlatform),
    acceptsAlone: row.acceptsAlone.filter(isPlatform),
  }))
}

async function openGaps(tx: Transaction<Cell>, storeIds: readonly string[]) {
  const rows = await tx
    .selectFrom('presence_gaps')
    .selectAll()
    .where('store_id', 'in', storeIds)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map((row) => ({ storeId: row.store_id, platform: row.platform, ...gapOf(row) }))
}

interface GapRow {
  readonly id: string
  readonly mode: string
  readonly cause: string
  readonly due_at: Date
  readonly break_id: string | null
  readonly reopened_at: Date | null
}

const gapOf = (row: GapRow): KeptGap => ({
  id: row.id,
  mode: modeOfGap(row.mode),
  cause: causeOf(row.cause),
  dueAt: row.due_at.getTime(),
  paused: row.break_id !== null,
  reopened: row.reopened_at !== null,
  breakId: row.break_id,
})

export const modeOfGap = (kept: string): Gap['mode'] =>
  (['watch', 'warn', 'pause'] as const).find((one) => one === kept) ?? 'watch'

export const causeOf = (kept: string): PresenceCause => presenceCauses.find((one) => one === kept) ?? 'screen'

function isPausedByPerson(breaks: readonly BreakRow[], platform: Platform, now: Date): boolean {
  const persons = breaks.filter(({ madeBy }) => madeBy === null)
  return runningBreak(persons, platform, now) !== null
}

const ms = (at: Date | null): number | null => at?.getTime() ?? null
