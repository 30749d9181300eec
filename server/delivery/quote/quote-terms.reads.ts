import type { Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { pointOf, townOf } from '../config.reads.ts'
import { stateOf } from '../modifier-state.rules.ts'
import { modifiersOf, settled } from '../modifiers.reads.ts'
import { surroundingsOf } from '../surroundings.reads.ts'
import { preparedZones } from './prepared-zones.ts'
import type { QuoteInput, RunningModifier } from './quote.rules.ts'

/** Beyond it nobody knows how full the kitchen will be. */
const foreseeableMs = 60 * 60_000

export interface QuoteMoment {
  /** For when. */
  readonly at: Date
  readonly now: Date
}

export type QuoteTerms = Omit<QuoteInput, 'place' | 'hints' | 'chosen' | 'itemsCents'>

/** What a quote of this store needs beside the address and the items. */
export async function quoteTerms(
  tx: Transaction<Cell>,
  storeId: string,
  { at, now }: QuoteMoment,
): Promise<QuoteTerms> {
  const { hasModifiers, version, paceMinutes, ...terms } = await termsOf(tx, storeId, now)
  const soon = Math.abs(at.getTime() - now.getTime()) < foreseeableMs
  return {
    ...terms,
    at,
    prepared: await preparedZones(tx, storeId, version),
    modifiers: hasModifiers ? await runningModifiers(tx, storeId, { at, now, soon }) : [],
    paceMinutes: soon ? paceMinutes : 0,
  }
}

async function termsOf(tx: Transaction<Cell>, storeId: string, now: Date) {
  const row = await tx
    .selectFrom('stores')
    .leftJoin('delivery_configs as config', 'config.store_id', 'stores.id')
    .leftJoin('store_capacity as pace', 'pace.store_id', 'stores.id')
    .select(['stores.timezone', 'stores.address', 'config.version', 'pace.extra_minutes', 'pace.until'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('delivery_modifiers')
            .select(is.lit(1).as('one'))
            .where('store_id', '=', storeId)
            .where('active', '=', true),
        )
        .as('has_modifiers'),
    )
    .where('stores.id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw new AppError('store/not-found')
  const over = row.until !== null && row.until <= now
  return {
    timezone: row.timezone,
    store: pointOf(row.address),
    town: townOf(row.address),
    version: row.version ?? 0,
    hasModifiers: Boolean(row.has_modifiers),
    paceMinutes: over ? 0 : (row.extra_minutes ?? 0),
  }
}

async function runningModifiers(
  tx: Transaction<Cell>,
  storeId: string,
  { at, now, soon }: { readonly at: Date; readonly now: Date; readonly soon: boolean },
): Promise<readonly RunningModifier[]> {
  const around = await surroundingsOf(tx, [storeId], now)
  const facts = around.get(storeId)
  if (!facts) return []
  const rows = await modifiersOf(tx, [storeId])
  // What an automatic one remembers follows from now; what is quoted follows from the moment asked for.
  const states = await settled(tx, rows, around)
  const later = at.getTime() === now.getTime() ? null : await surroundingsOf(tx, [storeId], at)
  const shown = later ? settledAt(states, later.get(storeId) ?? facts, soon) : states
  return shown.flatMap(([row, state]) =>
    state.on ? [{ ...row, untilText: untilText(state.until, facts.timezone) }] : [],
  )
}

type Settled = Awaited<ReturnType<typeof settled>>

function settledAt(states: Settled, facts: Parameters<typeof stateOf>[1], soon: boolean): Settled {
  return states.map(([row, state]) => {
    const byQueue = row.when.kind === 'queueOver' || row.when.kind === 'freeCouriersUnder'
    if (byQueue) return [row, soon ? state : { on: false, since: null, until: null }] as const
    return [row, stateOf(row, facts)] as const
  })
}

function untilText(until: Date | null, timezone: string): string {
  if (until === null) return ''
  const { hour, minute } = localParts(until, timezone)
  return `até ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
