import { randomUUID } from 'node:crypto'
import { chargedOptions, optionsCents } from '../../contract/menu/option-prices.ts'
import type { readMyMenu } from '../../contract/menu/menu.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { DemoStore } from '../demo-stores.ts'
import { noteOf } from '../history/demo-words.ts'
import { seededRandom } from '../random.ts'
import type { StaffCalls } from '../staff/staff-calls.ts'

export type OwnChannelCustomer = ReturnType<typeof ownChannelCustomer>

/** Acts like a store's own menu site: reads the menu, sends orders with an idempotency key. */
export function ownChannelCustomer({ call }: StaffCalls) {
  const menu = (store: DemoStore) => call<Reply<typeof readMyMenu>>(store, 'GET', '/menu/mine')
  return {
    menu,
    /** `asked`: written at the dish, which is no drink then. */
    order: async (store: DemoStore, asked: string | null = null) => {
      const { items, categories, optionGroups } = await menu(store)
      const categoryOf = (id: string | null) => categories.find((one) => one.id === id)?.name ?? ''
      const sold = items.filter(
        ({ status, categoryId }) =>
          status === 'AVAILABLE' && !(asked && /Bebidas|Caldos/.test(categoryOf(categoryId))),
      )
      const dish = sold[Math.floor(Math.random() * sold.length)]
      if (!dish) return
      const words = noteOf(categoryOf(dish.categoryId), seededRandom(Math.floor(Math.random() * 1e9)))
      const notes = asked ?? (Math.random() < 0.2 ? words : null)
      const takeout = Math.random() < 0.3
      const quantity = Math.random() < 0.7 ? 1 : 2
      const fee = takeout ? 0 : 600
      const chosen = optionGroups
        .filter((group) => dish.optionGroupIds.includes(group.id))
        .flatMap(({ name: groupName, minPermitted, priceMethod, options: all }) =>
          all.slice(0, minPermitted).map(({ id: menuOptionId, name, priceCents }) => {
            return { menuOptionId, name, groupName, quantity: 1, priceCents, priceMethod }
          }),
        )
      const options = chargedOptions(chosen).map((charge) => {
        const option = chosen.find(({ menuOptionId }) => menuOptionId === charge.menuOptionId)
        return { ...charge, name: option?.name ?? '', groupName: option?.groupName ?? null }
      })
      const each = dish.priceCents + optionsCents(chosen)
      const total = each * quantity + fee
      const area = store.state === 'AM' ? '92' : '11'
      await call(
        store,
        'POST',
        '/orders',
        {
          type: takeout ? 'TAKEOUT' : 'DELIVERY',
          customer: {
            name: ['Teresa Lopes', 'Igor Matos', 'Bianca Reis', 'Ruy Farias'][Math.floor(Math.random() * 4)],
            phone: `+55${area}9${String(80_000_000 + Math.floor(Math.random() * 900))}`,
          },
          items: [
            {
              menuItemId: dish.id,
              externalCode: dish.externalCode,
              name: dish.name,
              quantity,
              unitPriceCents: dish.priceCents,
              totalCents: each * quantity,
              notes,
              options,
            },
          ],
          fees: fee > 0 ? [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] : [],
          payments: [{ method: 'PIX', brand: null, cents: total, prepaid: true, changeForCents: null }],
          orderCents: total,
          delivery: takeout
            ? null
            : {
                address: {
                  street: 'Rua das Acácias',
                  number: '12',
                  complement: null,
                  reference: null,
                  district: store.district,
                  city: store.city,
                  state: store.state,
                  zipCode: store.zipCode,
                  lat: null,
                  lng: null,
                },
              },
        },
        { 'idempotency-key': randomUUID() },
      )
    },
  }
}
