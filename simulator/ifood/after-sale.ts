import type { KnownOrder } from './records.ts'
import { openDispute } from './disputes-api.ts'
import { rate } from './reviews-api.ts'
import type { World } from './world.ts'

const opinions = [
  { score: 5, comment: 'Chegou quente e antes do horário.', tags: ['Comida boa', 'Rápido'] },
  { score: 4, comment: 'Muito bom, mas faltou guardanapo.', tags: ['Comida boa'] },
  { score: 3, comment: 'Demorou mais do que o prometido.', tags: ['Atraso'] },
  { score: 2, comment: 'Veio sem o molho que pedi.', tags: ['Item faltando'] },
] as const

/** In the demo, customers review some orders and occasionally open a dispute. */
export function afterSale(world: World, known: KnownOrder): void {
  if (Math.random() < 0.4) {
    const opinion = opinions[Math.floor(Math.random() ** 1.5 * opinions.length)] ?? opinions[0]
    world.later(30_000, () => rate(world, known, opinion))
  }
  if (Math.random() < 0.06) {
    const amount = Math.round(known.order.total.subTotal * 40) / 100
    world.later(45_000, () => openDispute(world, known, { amount, expiresInMinutes: 15 }))
  }
}
