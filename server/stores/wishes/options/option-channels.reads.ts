import { sql, type Transaction } from 'kysely'
import type { ItemWishView, MenuOptionChannel } from '../../../../contract/menu/item-wishes.ts'
import type { Platform } from '../../../../contract/shared/channels.ts'
import type { Cell } from '../../../db/tables.ts'
import { placeKey } from '../own-items.reads.ts'
import { itemSentences, type ItemWishes } from '../item-words.rules.ts'
import { optionKinds, wishOf } from '../wish-values.ts'

interface OptionRow {
  readonly id: string
  readonly optionId: string
  readonly platform: Platform
  readonly merchantId: string
  readonly priceCents: number | null
}

/** What marketplaces show of the store's options, by option. An option that no marketplace has is absent. */
export async function optionChannelsOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<ReadonlyMap<string, readonly MenuOptionChannel[]>> {
  const { rows } = await sql<OptionRow>`
    select id, option_id as "optionId", platform, merchant_id as "merchantId", price_cents as "priceCents"
    from menu_option_channels where store_id = ${storeId} and option_id is not null
    order by option_id, merchant_id, platform, id`.execute(tx)
  if (rows.length === 0) return new Map()
  const wishes = await optionWishesOf(tx, storeId)
  const { timezone } = await tx
    .selectFrom('stores')
    .select('timezone')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const channelOf = (ofMerchant: readonly OptionRow[]): readonly MenuOptionChannel[] =>
    ofMerchant.slice(0, 1).map(({ platform, merchantId, priceCents }) => {
      const telling = { platform, timezone, now, thing: 'option' as const }
      const told = ofMerchant.flatMap(({ id }) => itemSentences(wishes.get(id) ?? {}, telling))
      return { platform, merchantId, priceCents, wishes: worstOf(told) }
    })
  return new Map(
    [...Map.groupBy(rows, ({ optionId }) => optionId)].map(([optionId, ofOption]) => [
      optionId,
      [...Map.groupBy(ofOption, placeKey).values()].flatMap(channelOf),
    ]),
  )
}

async function optionWishesOf(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<ReadonlyMap<string, ItemWishes>> {
  const rows = await tx
    .selectFrom('channel_wishes')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('kind', 'in', optionKinds)
    .execute()
  const wishes = new Map<string, ItemWishes>()
  for (const row of rows) {
    const kind = optionKinds.find((one) => one === row.kind)
    const wish = kind && wishOf({ storeId, platform: row.platform, merchantId: row.merchant_id, kind }, row)
    if (!wish) continue
    const about = kind === 'option-price' ? 'price' : 'on-sale'
    wishes.set(row.subject, { ...wishes.get(row.subject), [about]: wish })
  }
  return wishes
}

const byUrgency: readonly ItemWishView['state'][] = ['refused', 'silent', 'outside', 'trying', 'proved']

/** A marketplace may have the option several times: of each about, the one that a person should know of first. */
function worstOf(told: readonly ItemWishView[]): ItemWishView[] {
  const ranked = told.toSorted((a, b) => byUrgency.indexOf(a.state) - byUrgency.indexOf(b.state))
  return (['on-sale', 'price'] as const).flatMap((about) => ranked.find((one) => one.about === about) ?? [])
}
