import type { Guide } from './guide.ts'
import { guidesOfFigures } from './guides-of-figures.ts'
import { guidesOfOrders } from './guides-of-orders.ts'
import { guidesOfStarting } from './guides-of-starting.ts'
import { guidesOfTheStore } from './guides-of-the-store.ts'

/** By what they are about, in the order in which a new store needs them. */
export const guideGroups: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  { title: 'Para começar', guides: guidesOfStarting },
  { title: 'Pedidos e conversas', guides: guidesOfOrders },
  { title: 'A loja e a equipe', guides: guidesOfTheStore },
  { title: 'Números e histórico', guides: guidesOfFigures },
]

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides)

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id)
