import type { MenuItem } from '../contract/menu/menu.ts'
import type { simulatorControl } from '../simulator/control-client.ts'
import { demoMenu } from './demo-menus.ts'
import { demoStores, type DemoStore } from './demo-stores.ts'
import type { KnownReview } from './known-reviews.ts'
import { portalMerchants } from './portal-merchants.ts'

/** What the simulated iFood has to know of an existing demo database. */
export interface IfoodMemory {
  readonly reviews: readonly KnownReview[]
  /** Merchants of the portal that stores connected by our application. */
  readonly approved: readonly string[]
}

/** Gives a fresh simulator the demo's merchants, and what iFood would remember of them. */
export async function prepareDemoIfood(
  control: ReturnType<typeof simulatorControl>,
  { reviews, approved }: IfoodMemory,
): Promise<void> {
  await control.setMerchants(demoStores.map((store) => catalogOf(store, [])))
  await control.setMerchants(portalMerchants)
  for (const merchantId of approved) await control.approve(merchantId)
  await control.setReviews(reviews)
  await control.setBooks({ differences: 'some' })
}

/** A store's catalog at iFood, with the status and price last accepted from us. */
export function catalogOf(store: DemoStore, items: readonly MenuItem[]) {
  return {
    merchantId: store.merchantId,
    name: store.name,
    timezone: store.timezone,
    menu: demoMenu(store).items.flatMap(({ ifoodCents, partnerItemId, code, name, category }) => {
      if (ifoodCents === null) return []
      const channel = items.find((item) => item.externalCode === code)?.channels[0]
      return [
        {
          itemId: partnerItemId,
          code,
          name,
          category,
          cents: channel?.priceCents ?? ifoodCents,
          status: channel?.status ?? ('AVAILABLE' as const),
        },
      ]
    }),
  }
}
