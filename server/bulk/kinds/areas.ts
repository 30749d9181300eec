import { isDeepStrictEqual } from 'node:util'
import { v5 as uuidv5 } from 'uuid'
import * as z from 'zod/mini'
import { deliveryZones, type DeliveryZone } from '../../../contract/delivery/zones.ts'
import { folded } from '../../../contract/shared/folded.ts'
import { saveZonesIn, savedZonesOf } from '../../delivery/delivery.ts'
import type { Kind } from './kind.ts'

const kept = z.object({
  /** After the change: a newer one is another person's. */
  version: z.int(),
  before: deliveryZones,
})

/** Where another store delivers, and for what fee. A store's own changes of the fee stay with its areas of the same name. */
export const areas: Kind<'areas'> = {
  facet: null,
  apply: async (tx, call, { from, zones: wanted }) => {
    if (!wanted) throw new Error('an act of areas without the areas')
    if (from === call.storeId) return { state: 'same', words: 'As áreas são desta loja.' }
    const { zones: before, version } = await savedZonesOf(tx, call.storeId)
    const own = new Map(before.map(({ id, name }) => [folded(name), id]))
    const zones = wanted.map((zone) => ({
      ...zone,
      id: own.get(folded(zone.name)) ?? uuidv5(call.storeId, zone.id),
    }))
    if (isDeepStrictEqual(before.map(withoutId), zones.map(withoutId)))
      return { state: 'same', words: 'Já tem estas áreas.' }
    const saved = await saveZonesIn(tx, call, { zones, version })
    return {
      state: 'done',
      words: `Áreas: ${listWords(before)} → ${listWords(zones)}.`,
      kept: { version: saved, before },
    }
  },
  undo: async (tx, call, was) => {
    const { version, before } = kept.parse(was)
    await saveZonesIn(tx, call, { zones: before, version })
  },
}

const withoutId = ({ id: _id, ...zone }: DeliveryZone) => zone

/** "2 (Centro, Praia)". */
function listWords(zones: readonly DeliveryZone[]): string {
  const names = zones.slice(0, 3).map(({ name }) => name)
  return zones.length === 0
    ? 'nenhuma'
    : `${zones.length} (${names.join(', ')}${zones.length > names.length ? '…' : ''})`
}
