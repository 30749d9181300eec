import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  deliveryModifier,
  type DeliveryModifier,
  type ModifierTrigger,
} from '../../contract/delivery/modifiers.ts'
import type { Cell } from '../db/tables.ts'
import { reportOddRow } from '../errors/odd-rows.ts'
import { cleanText } from '../marketplaces/sanitise/fit-to-schema.ts'
import { stateOf, type ModifierState, type Surroundings } from './modifier-state.rules.ts'
import { surroundingsOf } from './surroundings.reads.ts'

export interface ModifierRow {
  readonly storeId: string
  readonly id: string
  readonly name: string
  readonly effects: DeliveryModifier['effects']
  readonly capCents: number | null
  readonly toCourier: boolean
  readonly when: ModifierTrigger
  readonly zoneIds: readonly string[]
  readonly active: boolean
  readonly onSince: Date | null
  readonly version: number
}

/** In the order of their making, which is also the order of those of one kind in a quote. */
export async function modifiersOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<readonly ModifierRow[]> {
  const rows = await tx
    .selectFrom('delivery_modifiers')
    .selectAll()
    .where('store_id', 'in', storeIds)
    .orderBy('store_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { store_id: storeId, id, name, active, version } = row
    const common = {
      storeId,
      id,
      capCents: row.cap_cents,
      toCourier: row.to_courier,
      zoneIds: row.zone_ids,
      onSince: row.on_since,
      version,
    }
    const read = z.safeParse(columns, { effects: row.effects, when: row.trigger_of })
    if (read.success) return { ...common, ...read.data, name, active }
    reportOddRow({ kind: 'modifier', storeId, id, shown: true })
    return { ...common, ...notUnderstood, name: cleanText(name, maxNameLength) + unknownMark }
  })
}

const columns = z.pick(deliveryModifier, { effects: true, when: true })
const unknownMark = ' (não entendida)'
const maxNameLength = 60 - unknownMark.length

/** One that this version does not know is shown, and changes nothing until a person saves it again. */
const notUnderstood: Pick<ModifierRow, 'effects' | 'when' | 'active'> = {
  effects: [{ kind: 'minutes', minutes: 0 }],
  when: { kind: 'manual', until: null },
  active: false,
}

const automatic = (row: ModifierRow): boolean =>
  row.when.kind === 'queueOver' || row.when.kind === 'freeCouriersUnder'

/** The state of each now; what an automatic one has to remember is saved on the way. */
export async function settled(
  tx: Transaction<Cell>,
  rows: readonly ModifierRow[],
  around: ReadonlyMap<string, Surroundings>,
): Promise<readonly (readonly [ModifierRow, ModifierState])[]> {
  const states: (readonly [ModifierRow, ModifierState])[] = []
  for (const row of rows) {
    const facts = around.get(row.storeId)
    if (!facts) continue
    const state = stateOf(row, facts)
    if (automatic(row) && state.on !== (row.onSince !== null)) await remember(tx, row, state, facts.now)
    states.push([row, state])
  }
  return states
}

async function remember(
  tx: Transaction<Cell>,
  row: ModifierRow,
  state: ModifierState,
  now: Date,
): Promise<void> {
  const changed = await tx
    .updateTable('delivery_modifiers')
    .set({ on_since: state.on ? now : null })
    .where('store_id', '=', row.storeId)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('on_since', state.on ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  // Of two that look at once, one writes.
  if (!changed) return
  if (state.on) await beginRun(tx, row, now, null)
  else await endRuns(tx, row, now)
}

export async function beginRun(
  tx: Transaction<Cell>,
  { storeId, id }: Pick<ModifierRow, 'storeId' | 'id'>,
  start: Date,
  end: Date | null,
): Promise<void> {
  await tx
    .insertInto('delivery_modifier_runs')
    .values({ store_id: storeId, modifier_id: id, started_at: start, ended_at: end })
    .onConflict((conflict) =>
      conflict.constraint('delivery_modifier_runs_pkey').doUpdateSet({ ended_at: end }),
    )
    .execute()
}

/** A run that would go on ends now. */
export async function endRuns(
  tx: Transaction<Cell>,
  { storeId, id }: Pick<ModifierRow, 'storeId' | 'id'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('delivery_modifier_runs')
    .set({ ended_at: now })
    .where('store_id', '=', storeId)
    .where('modifier_id', '=', id)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', now)]))
    .execute()
}

export const modifierView = (row: ModifierRow, state: ModifierState): DeliveryModifier => ({
  id: row.id,
  storeId: row.storeId,
  name: row.name,
  effects: row.effects,
  capCents: row.capCents,
  toCourier: row.toCourier,
  // A manual one that has ended is off, whatever its row remembers.
  when: row.when.kind === 'manual' && !state.on ? { kind: 'manual', until: null } : row.when,
  zoneIds: [...row.zoneIds],
  active: row.active,
  version: row.version,
  on: state.on,
  since: state.since?.toISOString() ?? null,
  until: state.until?.toISOString() ?? null,
})

/** As screens show them, of several stores. */
export async function modifierViews(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<DeliveryModifier[]> {
  if (storeIds.length === 0) return []
  const rows = await modifiersOf(tx, storeIds)
  const around = await surroundingsOf(tx, storeIds, now)
  return (await settled(tx, rows, around)).map(([row, state]) => modifierView(row, state))
}
