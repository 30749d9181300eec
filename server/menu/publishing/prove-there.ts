import { sql } from 'kysely'
import { doubledMs } from '../../../contract/shared/back-off.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { ItemField } from '../../../contract/menu/changes.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { StoreTransaction } from '../../db/tables.ts'
import type { PublishedMenu } from '../../marketplaces/published-menu.ts'
import { wishItems } from '../../stores/stores.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { unproved } from './plan.rules.ts'
import {
  enqueuePublication,
  notePart,
  notePublication,
  partsOf,
  photosThere,
  type PublicationPart,
} from './publication-rows.ts'
import type { PublishingRun } from './publishing-run.ts'

/** A catalogue may show a change some seconds later. */
const maxLooks = 5
const firstWaitMs = 1_000
const maxWaitMs = 10_000

/** Reads the catalogue back: each part is as it was sent, or says what is not. What was new is an item of it here too. */
export async function proveThere(run: PublishingRun): Promise<void> {
  const { deps, storeId, publication, publishing } = run
  const { id, merchantId, tries } = publication
  const there = await publishing.read(merchantId)
  const { sent, photos } = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    sent: (await partsOf(tx, storeId, id)).filter(({ chosen, state }) => chosen && state === 'sent'),
    photos: await photosThere(tx, storeId, publication),
  }))
  const proved: PublicationPart[] = []
  let left = 0
  for (const part of sent) {
    const missing = await missingOf(run, part, { there, photos })
    if (missing.length === 0) proved.push(part)
    else if (tries + 1 < maxLooks) left += 1
    else await notePart(deps, { storeId, id, position: part.position }, refusedAs(run, missing))
  }
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`
      update menu_publication_parts set state = 'proved', problem = null
      where store_id = ${storeId} and publication_id = ${id}
        and position = any (${proved.map(({ position }) => position)}::integer[])`.execute(tx)
    if (publication.takesBack === null) await linkItems(tx, run, { proved, now })
    if (left > 0) {
      const waitMs = doubledMs(firstWaitMs, tries, maxWaitMs)
      await notePublication(tx, { storeId, id }, { tries: tries + 1 })
      await enqueuePublication(tx, { storeId, id, dueAt: new Date(now.getTime() + waitMs) })
    } else await notePublication(tx, { storeId, id }, { state: 'done', tries: 0, ended_at: now })
  })
}

interface Looked {
  readonly there: PublishedMenu
  readonly photos: ReadonlyMap<string, string>
}

/** What is not there as it was sent. Price and sale of an item that was linked are wishes, and proved as such. */
async function missingOf(
  { publication, publishing }: PublishingRun,
  part: PublicationPart,
  { there, photos }: Looked,
): Promise<readonly ItemField[]> {
  const { change, wanted, before, partnerItemId: itemId } = part
  const onSale = there.items.find((one) => one.itemId === itemId)?.onSale ?? false
  if (publication.takesBack !== null) {
    if (change.kind === 'gone') return onSale ? [] : ['availability']
    if (change.kind === 'new' && before === null) return onSale ? ['availability'] : []
    return before === null || (await publishing.isAs(publication.merchantId, before)) ? [] : ['name']
  }
  if (wanted === null) return onSale ? ['availability'] : []
  const category = publication.categories.find(({ code }) => code === part.categoryCode)
  const shelf = category ?? { code: '', name: change.category, pizza: wanted.kind === 'pizza' }
  return unproved({ there, photos }, { wanted, shelf, itemId }).filter(
    (field) => field !== 'channelPrice' || !part.wasLinked,
  )
}

const fieldNames: Partial<Record<ItemField, string>> = {
  name: 'nome',
  description: 'descrição',
  category: 'categoria',
  channelPrice: 'preço',
  photo: 'foto',
  optionGroups: 'opções',
  externalCode: 'código',
  availability: 'venda ou horários',
}

function refusedAs(
  { publication: { platform } }: PublishingRun,
  missing: readonly ItemField[],
): { readonly state: 'refused'; readonly problem: string } {
  const fields = missing.map((field) => fieldNames[field] ?? field).join(', ')
  const channel = withChannel('O', platform)
  return {
    state: 'refused',
    problem: `${channel} recebeu este item, mas mostra diferente: ${fields}. Compare de novo para ver como está lá.`,
  }
}

/** From now on sale and price of what was published are wished there. An item deleted since then is not. */
async function linkItems(
  tx: StoreTransaction,
  { storeId, publication }: PublishingRun,
  { proved, now }: { readonly proved: readonly PublicationPart[]; readonly now: Date },
): Promise<void> {
  const linked: string[] = []
  for (const { itemId, partnerItemId, wanted, wasLinked } of proved) {
    if (itemId === null || wanted === null || wasLinked) continue
    const { rows } = await sql`
      insert into menu_item_channels (
        store_id, item_id, platform, merchant_id, partner_item_id, price_cents, sent_price_cents)
      select store_id, id, ${publication.platform}, ${publication.merchantId}, ${partnerItemId},
        coalesce(${wanted.priceCents}::integer, price_cents), coalesce(${wanted.priceCents}::integer, price_cents)
      from menu_items where store_id = ${storeId} and id = ${itemId}
      on conflict do nothing returning item_id`.execute(tx)
    if (rows.length > 0) linked.push(itemId)
  }
  if (linked.length === 0) return
  await wishItems(tx, storeId, linked, { now })
  await menuChanged(tx, storeId, now)
}
