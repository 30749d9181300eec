import { v7 as uuidv7 } from 'uuid'
import { productKey } from '../../../contract/menu/product-key.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { TestApp } from '../../testing/app.ts'

export interface TestMenu {
  readonly pizza: string
  readonly soda: string
  readonly crust: { readonly groupId: string; readonly catupiry: string; readonly cheddar: string }
}

/**
 * A pizza with a choice of crust, published on iFood, or the given platform, if a merchant is given, and a soda on the
 * own channel only.
 */
export async function putMenu(
  app: TestApp,
  storeId: string,
  published: {
    readonly merchantId: string
    readonly partnerItemId: string
    readonly platform?: string
  } | null = null,
): Promise<TestMenu> {
  const menu = {
    pizza: uuidv7(),
    soda: uuidv7(),
    crust: { groupId: uuidv7(), catupiry: uuidv7(), cheddar: uuidv7() },
  }
  const category = uuidv7()
  await withStoreScope(app.db, [storeId], async (tx) => {
    await tx
      .insertInto('menu_categories')
      .values({ store_id: storeId, id: category, name: 'Pizzas' })
      .execute()
    const item = (id: string, code: string | null, name: string, cents: number, position: number) => ({
      store_id: storeId,
      id,
      category_id: category,
      name,
      external_code: code,
      product_key: productKey(code, name),
      price_cents: cents,
      position,
    })
    await tx
      .insertInto('menu_items')
      .values([
        item(menu.pizza, 'PZ-1', 'Pizza de calabresa', 5_490, 0),
        item(menu.soda, null, 'Guaraná lata', 750, 1),
      ])
      .execute()
    await tx
      .insertInto('menu_option_groups')
      .values({
        store_id: storeId,
        id: menu.crust.groupId,
        name: 'Borda',
        min_permitted: 1,
        max_permitted: 1,
      })
      .execute()
    await tx
      .insertInto('menu_options')
      .values([
        {
          store_id: storeId,
          id: menu.crust.catupiry,
          group_id: menu.crust.groupId,
          name: 'Catupiry',
          price_cents: 900,
        },
        {
          store_id: storeId,
          id: menu.crust.cheddar,
          group_id: menu.crust.groupId,
          name: 'Cheddar',
          price_cents: 800,
          position: 1,
        },
      ])
      .execute()
    await tx
      .insertInto('menu_item_option_groups')
      .values({ store_id: storeId, item_id: menu.pizza, group_id: menu.crust.groupId })
      .execute()
    if (!published) return
    await tx
      .insertInto('menu_item_channels')
      .values({
        store_id: storeId,
        item_id: menu.pizza,
        platform: published.platform ?? 'ifood',
        merchant_id: published.merchantId,
        partner_item_id: published.partnerItemId,
        price_cents: 5_990,
        sent_price_cents: 5_990,
      })
      .execute()
  })
  return menu
}
