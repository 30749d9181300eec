import type { Guide } from './guide.ts'
import { guidesOfFigures } from './guides-of-figures.ts'
import { guidesOfOrders } from './guides-of-orders.ts'
import { guidesOfStarting } from './guides-of-starting.ts'
import { guidesOfTheStore } from './guides-of-the-store.ts'

/** All of them, in the order in which a new store needs them. */
export const guides: readonly Guide[] = [
  ...guidesOfStarting,
  ...guidesOfOrders,
  ...guidesOfTheStore,
  ...guidesOfFigures,
]

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id)
