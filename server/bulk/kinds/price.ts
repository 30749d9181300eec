import * as z from 'zod/mini'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import { updateItemIn } from '../../menu/menu.ts'
import { findItem } from './find-item.ts'
import type { Kind } from './kind.ts'

const kept = z.object({
  itemId: z.string(),
  /** After the change: a newer one is another person's. */
  version: z.int(),
  /** Centavos before it. */
  priceCents: z.int(),
})

export const price: Kind<'price'> = {
  facet: null,
  apply: async (tx, call, { item, priceCents }) => {
    const found = await findItem(tx, call.storeId, item)
    const before = moneyPhrase(found.priceCents)
    if (found.priceCents === priceCents) return { state: 'same', words: `${found.name} já custa ${before}.` }
    const { version } = await updateItemIn(
      tx,
      { ...call, params: { itemId: found.id }, body: { priceCents, version: found.version } },
      undefined,
    )
    return {
      state: 'done',
      words: `${found.name}: de ${before} para ${moneyPhrase(priceCents)}.`,
      kept: { itemId: found.id, version, priceCents: found.priceCents },
    }
  },
  undo: async (tx, call, was) => {
    const { itemId, version, priceCents } = kept.parse(was)
    await updateItemIn(tx, { ...call, params: { itemId }, body: { priceCents, version } }, undefined)
  },
}
