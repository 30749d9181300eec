import { sql, type Transaction } from 'kysely'
import { changedPrice, type changePrices as changePricesRoute } from '../../../contract/menu/change-prices.ts'
import { maxPriceCents } from '../../../contract/menu/menu-fields.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { wishItems } from '../../stores/stores.ts'
import { keepEdits, keepVersion, lockMenuOf, menuNow } from '../whole/keep-version.ts'

type PricesCall = Call<typeof changePricesRoute>

/** One transaction and one version of the menu, so that one tap takes all of it back. */
export async function changePrices(call: PricesCall): Promise<Reply<typeof changePricesRoute>> {
  const { deps, storeId, body, caller, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    const versions = new Map(body.items.map(({ id, version }) => [id.toLowerCase(), version]))
    const rows = await itemsToChange(tx, storeId, versions)
    const before = await keepEdits(tx, storeId, await menuNow(tx, storeId), { now })
    const ids = await writePrices(tx, call, rows)
    const onChannels = body.marketplaces ? await writeChannelPrices(tx, call, [...versions.keys()]) : []
    if (ids.length === 0 && onChannels.length === 0)
      throw refused('change', 'Com esta mudança nenhum preço fica diferente.')
    const subject = body.change.by.kind === 'percent' ? `${body.change.by.percent}%` : ''
    await keepVersion(tx, storeId, { cause: 'prices', subject, byName: caller.name, now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/prices-changed',
      storeId,
      details: { ...body.change.by, items: ids.length },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return { changed: new Set([...ids, ...onChannels]).size, before, menu: (await menuNow(tx, storeId)).hash }
  })
}

interface Priced {
  readonly id: string
  readonly name: string
  readonly priceCents: number
}

async function itemsToChange(
  tx: Transaction<Cell>,
  storeId: string,
  versions: ReadonlyMap<string, number>,
): Promise<readonly Priced[]> {
  const rows = await tx
    .selectFrom('menu_items')
    .select(['id', 'name', 'version', 'price_cents'])
    .where('store_id', '=', storeId)
    .where('id', 'in', [...versions.keys()])
    .orderBy('id')
    .forUpdate()
    .execute()
  const same = rows.length === versions.size && rows.every(({ id, version }) => versions.get(id) === version)
  // Deleted, edited, or of another store: what the person saw is not what would change.
  if (!same) throw new AppError('menu/changed-meanwhile')
  return rows.map(({ id, name, price_cents: priceCents }) => ({ id, name, priceCents }))
}

/** Returns the items whose price became another one. */
async function writePrices(
  tx: Transaction<Cell>,
  { storeId, body, now }: PricesCall,
  rows: readonly Priced[],
): Promise<readonly string[]> {
  const next = rows
    .map(({ id, name, priceCents }) => ({
      id,
      name,
      priceCents,
      cents: changedPrice(priceCents, body.change),
    }))
    .filter(({ priceCents, cents }) => cents !== priceCents)
  rejectTooHigh(next)
  if (next.length === 0) return []
  await sql`
    update menu_items i set price_cents = n.cents, version = i.version + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (id uuid, cents integer)
    where i.store_id = ${storeId} and i.id = n.id`.execute(tx)
  return next.map(({ id }) => id)
}

/** Returns the items whose price became another one on a marketplace, and sends it there. */
async function writeChannelPrices(
  tx: Transaction<Cell>,
  { storeId, body, now }: PricesCall,
  itemIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('menu_item_channels')
    .innerJoin('menu_items', (join) =>
      join
        .onRef('menu_items.store_id', '=', 'menu_item_channels.store_id')
        .onRef('menu_items.id', '=', 'menu_item_channels.item_id'),
    )
    .select(['menu_item_channels.item_id as id', 'menu_item_channels.merchant_id as merchant'])
    .select(['menu_items.name', 'menu_item_channels.price_cents as priceCents'])
    .where('menu_item_channels.store_id', '=', storeId)
    .where('menu_item_channels.item_id', 'in', [...itemIds])
    .execute()
  const next = rows
    .map((row) => ({ ...row, cents: changedPrice(row.priceCents, body.change) }))
    .filter(({ priceCents, cents }) => cents !== priceCents)
  rejectTooHigh(next)
  if (next.length === 0) return []
  await sql`
    update menu_item_channels c set price_cents = n.cents
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (id uuid, merchant text, cents integer)
    where c.store_id = ${storeId} and c.item_id = n.id and c.merchant_id = n.merchant`.execute(tx)
  const ids = [...new Set(next.map(({ id }) => id))]
  await wishItems(tx, storeId, ids, { now })
  return ids
}

function rejectTooHigh(next: readonly { readonly name: string; readonly cents: number }[]): void {
  const high = next.find(({ cents }) => cents > maxPriceCents)
  if (high) throw refused('change', `O preço de ${high.name} ficaria alto demais.`)
}

const refused = (path: string, message: string): AppError =>
  new AppError('validation/refused', { details: [{ path, message }], message })
