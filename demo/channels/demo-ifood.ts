import type { Menu, MenuOptionGroup } from '../../contract/menu/menu.ts'
import type { simulatorControl } from '../../simulator/control-client.ts'
import type { MenuGroup } from '../../simulator/ifood/records.ts'
import { demoId, demoMenu, type DemoGroup } from '../demo-menus.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import type { KnownBooks } from '../history/known-books.ts'
import type { KnownReview } from '../history/known-reviews.ts'
import { portalMerchants } from './portal-merchants.ts'

/** What the simulated iFood has to know of an existing demo database. */
export interface IfoodMemory {
  readonly reviews: readonly KnownReview[]
  /** Merchants of the portal that stores connected by our application. */
  readonly approved: readonly string[]
  /** What was sold and billed. */
  readonly books?: KnownBooks
}

/** Gives a fresh simulator the demo's merchants, and what iFood would remember of them. */
export async function prepareDemoIfood(
  control: ReturnType<typeof simulatorControl>,
  { reviews, approved, books }: IfoodMemory,
): Promise<void> {
  await control.setMerchants(demoStores.map((store) => catalogOf(store, { items: [], optionGroups: [] })))
  await control.setMerchants(portalMerchants)
  for (const merchantId of approved) await control.approve(merchantId)
  await control.setReviews(reviews)
  for (const [merchantId, past] of books?.byMerchant ?? []) await control.setPast(merchantId, past)
  await control.setBooks({ differences: 'some', ...(books ? { sales: books.differing } : {}) })
}

/** A store's catalog at iFood, with the status and price last accepted from us. */
export function catalogOf(store: DemoStore, ours: Pick<Menu, 'items' | 'optionGroups'>) {
  const menu = demoMenu(store)
  const groups = new Map(menu.groups.map((group) => [group.id, groupOf(store, group, ours.optionGroups)]))
  return {
    merchantId: store.merchantId,
    name: store.name,
    timezone: store.timezone,
    menu: menu.items.flatMap(({ ifoodCents, partnerItemId, code, name, category, groupIds }) => {
      if (ifoodCents === null) return []
      const channel = ours.items.find((item) => item.externalCode === code)?.channels[0]
      return [
        {
          itemId: partnerItemId,
          code,
          name,
          category,
          cents: channel?.priceCents ?? ifoodCents,
          status: channel?.status ?? ('AVAILABLE' as const),
          groups: groupIds.flatMap((id) => groups.get(id) ?? []),
        },
      ]
    }),
  }
}

/** Options have ids of iFood's own, and no code: they are matched by their names. */
function groupOf(store: DemoStore, group: DemoGroup, ours: readonly MenuOptionGroup[]): MenuGroup {
  const now = ours.find(({ id }) => id === group.id)?.options
  return {
    ...group,
    id: demoId(store.merchantId, group.id),
    options: group.options.map(({ id, name, cents }) => {
      const option = now?.find((one) => one.id === id)
      return {
        id: demoId(store.merchantId, id),
        code: '',
        name,
        cents: option?.channels?.[0]?.priceCents ?? cents,
        status: option?.status ?? ('AVAILABLE' as const),
      }
    }),
  }
}
