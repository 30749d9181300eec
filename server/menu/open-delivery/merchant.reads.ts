import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { zonesOf } from '../../delivery/delivery.ts'
import { modulesOff, specialDaysOf, weekOf } from '../../stores/stores.ts'
import type { ServedStore } from './served-store.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly brandName: string
  readonly menuSlug: string
  readonly logo: string | null
  readonly document: string | null
  readonly phone: string | null
  readonly active: boolean
  readonly timezone: string
  readonly address: ServedStore['address'] & { readonly lat: number | null; readonly lng: number | null }
  readonly openingHours: unknown
  readonly preparationMinutes: number | null
  readonly zones: unknown
  readonly modules: unknown
  readonly changedAt: Date
  readonly state: string
}

const usualPreparationMinutes = 30

/** What the served merchant is made of; `version` changes with any of it. Null: no such store. */
export async function servedStoreOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  origin: string,
): Promise<{
  readonly store: ServedStore
  readonly missing: readonly string[]
  readonly version: string
} | null> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.brand_name as "brandName", s.menu_slug as "menuSlug", s.logo, s.document, s.phone, s.active,
      s.timezone, s.address, s.opening_hours as "openingHours",
      (select max(r.preparation_minutes) from order_rules r where r.store_id = s.id) as "preparationMinutes",
      d.zones, s.modules, greatest(s.updated_at, s.hours_saved_at, m.changed_at, d.saved_at, s.modules_saved_at) as "changedAt",
      concat_ws(' ', s.version, s.profile_version, s.hours_version, s.active, s.logo, coalesce(m.version, 0),
        coalesce(d.version, 0), s.modules_version) as state
    from stores s left join menu_states m on m.store_id = s.id left join delivery_configs d on d.store_id = s.id
    where s.id = ${storeId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const specialDays = (await specialDaysOf(tx, [storeId], now)).get(storeId) ?? []
  const { logo, document, phone, preparationMinutes, state, zones, modules, openingHours, ...plain } = row
  const store: ServedStore = {
    ...plain,
    openingHours: weekOf(storeId, openingHours),
    document: document ?? '',
    phone: phone ?? '',
    logoUrl: new URL(logo ?? '/icons/icon-512.png', origin).href,
    specialDays,
    zones: zonesOf(zones),
    off: modulesOff(modules),
    preparationMinutes: preparationMinutes ?? usualPreparationMinutes,
  }
  const facts = JSON.stringify([
    state,
    specialDays,
    store.preparationMinutes,
    origin,
    store.phone,
    store.document,
  ])
  return { store, missing: missingIn(row), version: createHash('sha256').update(facts).digest('base64url') }
}

/** Open Delivery asks for these of every merchant; a made-up one would send couriers somewhere else. */
function missingIn({ document, address }: Row): readonly string[] {
  const hasPoint = typeof address.lat === 'number' && typeof address.lng === 'number'
  const hasDocument = /^\d{14}$/.test(document ?? '')
  // Given out since July 2026; the standard's pattern has digits only.
  const hasLetters = /[A-Z]/.test(document ?? '')
  const absent = [...(hasDocument || hasLetters ? [] : ['o CNPJ']), ...(hasPoint ? [] : ['o ponto no mapa'])]
  return [
    ...(hasLetters ? ['o CNPJ dela tem letras, e o padrão só aceita 14 números'] : []),
    ...(absent.length > 0 ? [`falta ${absent.join(' e ')}`] : []),
  ]
}
