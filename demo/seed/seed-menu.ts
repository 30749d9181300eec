import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { dayMs } from '../../contract/shared/durations.ts'
import { productKey } from '../../contract/menu/product-key.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import type { DB } from '../../server/db/tables.generated.ts'
import type { Cell } from '../../server/db/tables.ts'
import { keepVersion } from '../../server/menu/whole/keep-version.ts'
import { enqueue } from '../../server/outbox/enqueue.ts'
import { demoId, demoMenu, type DemoMenu } from '../demo-menus.ts'
import { dishPhoto } from '../demo-photos.ts'
import { demoPeople, type DemoStore } from '../demo-stores.ts'

/** A store's menu with the traces of months of use: paused items, channel prices, gaps. */
export async function seedMenu(db: Kysely<DB>, store: DemoStore, now: Date): Promise<void> {
  const menu = demoMenu(store)
  const storeId = store.id
  const pausedCodes = new Set(
    menu.pauses.filter((pause) => pause.until === null || pause.until < 0).map((pause) => pause.code),
  )
  await withStoreScope(db, [storeId], async (tx) => {
    await tx
      .insertInto('menu_categories')
      .values(menu.categories.map(({ id, name }, position) => ({ store_id: storeId, id, name, position })))
      .execute()
    const photos = menu.items.flatMap((item) => {
      if (item.look === null) return []
      const bytes = dishPhoto(item.look, item.name)
      return [{ itemId: item.id, id: createHash('sha256').update(bytes).digest('hex'), bytes }]
    })
    await tx
      .insertInto('menu_photos')
      .values(
        photos.map(({ id, bytes }) => ({ store_id: storeId, id, content_type: 'image/svg+xml', bytes })),
      )
      .execute()
    await tx
      .insertInto('menu_items')
      .values(
        menu.items.map((item, position) => ({
          store_id: storeId,
          id: item.id,
          category_id: item.inCategory ? demoId(storeId, 'category', item.category) : null,
          name: item.name,
          description: item.description,
          external_code: item.code,
          product_key: productKey(item.code, item.name),
          price_cents: item.cents,
          photo_id: photos.find((photo) => photo.itemId === item.id)?.id ?? null,
          position,
          created_at: new Date(now.getTime() - 200 * dayMs),
          updated_at: new Date(now.getTime() - 30 * dayMs),
        })),
      )
      .execute()
    await tx
      .insertInto('menu_item_channels')
      .values(
        menu.items.flatMap((item) =>
          item.ifoodCents === null
            ? []
            : [
                {
                  store_id: storeId,
                  item_id: item.id,
                  platform: 'ifood',
                  merchant_id: store.merchantId,
                  partner_item_id: item.partnerItemId,
                  price_cents: item.ifoodCents,
                  sent_price_cents: item.ifoodCents,
                  sent_status: pausedCodes.has(item.code) ? 'UNAVAILABLE' : 'AVAILABLE',
                },
              ],
        ),
      )
      .execute()
    if (menu.groups.length > 0) {
      await tx
        .insertInto('menu_option_groups')
        .values(
          menu.groups.map(({ id, name, min, max }) => ({
            store_id: storeId,
            id,
            name,
            min_permitted: min,
            max_permitted: max,
          })),
        )
        .execute()
      await tx
        .insertInto('menu_options')
        .values(
          menu.groups.flatMap((group) =>
            group.options.map(({ id, name, cents }, position) => ({
              store_id: storeId,
              id,
              group_id: group.id,
              name,
              price_cents: cents,
              position,
            })),
          ),
        )
        .execute()
      await tx
        .insertInto('menu_item_option_groups')
        .values(
          menu.items.flatMap((item) =>
            item.groupIds.map((groupId, position) => ({
              store_id: storeId,
              item_id: item.id,
              group_id: groupId,
              position,
            })),
          ),
        )
        .execute()
    }
    await keepEarlierVersions(tx, store, now)
    const pauses = pauseRows(store, menu, now)
    if (pauses.length === 0) return
    await tx.insertInto('menu_item_pauses').values(pauses).execute()
    for (const pause of pauses)
      if (pause.ended_at === null && pause.until !== null)
        await enqueue(
          tx,
          'menu-pause-end',
          { pauseId: pause.id },
          { storeId, lane: pause.item_id, dueAt: pause.until },
        )
  })
}

/** The menu was imported, and its prices were raised a month ago. */
async function keepEarlierVersions(
  tx: Transaction<Cell>,
  { id: storeId }: DemoStore,
  now: Date,
): Promise<void> {
  const [owner, manager] = demoPeople
  const at = (daysBack: number) => new Date(now.getTime() - daysBack * dayMs)
  const items = await tx
    .selectFrom('menu_items')
    .select(['id', 'price_cents'])
    .where('store_id', '=', storeId)
    .execute()
  const setPrices = async (priceOf: (cents: number) => number): Promise<void> => {
    for (const { id, price_cents: cents } of items)
      await tx
        .updateTable('menu_items')
        .set({ price_cents: priceOf(cents) })
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .execute()
  }
  await setPrices((cents) => Math.floor((cents * 0.94) / 100) * 100 + 90)
  await keepVersion(tx, storeId, {
    cause: 'import',
    subject: 'cardapio.xlsx',
    byName: owner?.name ?? '',
    now: at(200),
  })
  await setPrices((cents) => cents)
  await keepVersion(tx, storeId, {
    cause: 'prices',
    subject: 'Cardápio inteiro',
    byName: manager?.name ?? '',
    now: at(30),
  })
}

function pauseRows(store: DemoStore, menu: DemoMenu, now: Date) {
  const [, manager] = demoPeople
  const at = (daysBack: number) => new Date(now.getTime() - daysBack * dayMs)
  return menu.pauses.flatMap((pause) => {
    const item = menu.items.find((one) => one.code === pause.code)
    if (!item) return []
    const ended = pause.until !== null && pause.until >= 0 ? at(pause.until) : null
    const by = { started_by: manager?.uid ?? null, started_by_name: manager?.name ?? '' }
    return [
      {
        store_id: store.id,
        id: demoId(store.id, 'pause', pause.code, String(pause.since)),
        item_id: item.id,
        since: at(pause.since),
        until: pause.until !== null && pause.until < 0 ? at(pause.until) : null,
        ended_at: ended,
        ...by,
        ended_by: ended ? by.started_by : null,
        ended_by_name: ended ? by.started_by_name : null,
        reason: pause.reason,
      },
    ]
  })
}
