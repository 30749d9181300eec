import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { maxItems } from './menu-document.ts'
import { maxPriceCents } from './menu-fields.ts'

export const priceRoundings = ['none', 'ten', 'ninety'] as const

/** By so much, negative: down. `ten`: to the nearest ten centavos; `ninety`: to the nearest price that ends in ,90. */
const priceChange = z.strictObject({
  by: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('percent'),
      percent: z
        .int('Informe um número inteiro.')
        .check(z.gte(-90, 'No máximo 90\u00a0% a menos.'), z.lte(300, 'No máximo 300\u00a0% a mais.')),
    }),
    z.strictObject({
      kind: z.literal('cents'),
      cents: z
        .int('Informe o valor em reais, como 1,50.')
        .check(z.gte(-maxPriceCents), z.lte(maxPriceCents, 'O valor é alto demais.')),
    }),
  ]),
  rounding: z.enum(priceRoundings),
})
export type PriceChange = z.output<typeof priceChange>

/** The price after the change. An item that costs nothing stays so by percent; none gets below R$ 0,00. */
export function changedPrice(cents: number, { by, rounding }: PriceChange): number {
  const wished = by.kind === 'percent' ? (cents * (100 + by.percent)) / 100 : cents + by.cents
  return Math.max(0, rounded(wished, wished === cents ? 'none' : rounding))
}

function rounded(cents: number, rounding: PriceChange['rounding']): number {
  if (rounding === 'ten') return Math.round(cents / 10) * 10
  // Below R$ 0,45 the nearest would be under zero.
  if (rounding === 'ninety' && cents >= 45) return Math.round((cents - 90) / 100) * 100 + 90
  return Math.round(cents)
}

/** All of them or none; taken back by going back to the version `before`. */
export const changePrices = route({
  name: 'changePrices',
  method: 'POST',
  path: '/menu/prices',
  summary:
    'Changes the prices of many items by a percentage or an amount; an item that changed meanwhile gets 409',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    change: priceChange,
    /** As the person saw them. */
    items: z
      .array(z.strictObject({ id: z.uuid('Item inválido.'), version: seenRevision() }))
      .check(
        z.minLength(1, 'Escolha ao menos um item.'),
        z.maxLength(maxItems, `Até ${String(maxItems)} itens por vez.`),
      ),
    /** The prices on the marketplaces change by the same rule, each from its own. */
    marketplaces: z.boolean(),
  }),
  reply: z.strictObject({
    changed: z.int(),
    /** The version that the menu was in, and the menu that it is now. */
    before: z.int(),
    menu: z.string(),
  }),
  errors: ['store/not-found', 'menu/changed-meanwhile', 'validation/refused'],
  idempotency: 'accepted',
  bodyLimit: 640 * 1024,
  bodyParts: { keys: 3 * maxItems, values: 4 * maxItems },
})
