import type { PriceMethod } from '../../contract/menu/menu-fields.ts'
import { optionsCents } from '../../contract/menu/option-prices.ts'
import { money } from '../words/format.ts'

/** The choice, as an owner says it. */
export const methodChoices: readonly (readonly [PriceMethod, string])[] = [
  ['SUM', 'Cada opção soma o seu preço'],
  ['MAX', 'Meio a meio: vale a mais cara'],
  ['AVG', 'Meio a meio: média dos sabores'],
  ['SHARE', 'Meio a meio: cada sabor paga a sua parte'],
]

/** Behind "escolha 1 a 2", where an order is taken. */
export const chargedWords: Readonly<Record<PriceMethod, string>> = {
  SUM: 'soma cada uma',
  MAX: 'vale a mais cara',
  AVG: 'média dos sabores',
  SHARE: 'cada sabor paga a sua parte',
}

interface PricedOption {
  readonly name: string
  readonly priceCents: number
}

/** What the rule does with this group's own options; null: there are not two prices to compare. */
export function methodExample(
  method: PriceMethod,
  options: readonly PricedOption[],
  most: number,
): string | null {
  const sorted = options.toSorted((one, other) => one.priceCents - other.priceCents)
  const [cheap, dear] = [sorted[0], sorted.at(-1)]
  if (!cheap || !dear || cheap.priceCents === dear.priceCents) return null
  // Average and share differ only where one flavour has more parts than the other.
  const parts = method === 'SHARE' && most > 2 ? 2 : 1
  const cents = optionsCents([
    { menuOptionId: 'cheap', quantity: parts, priceCents: cheap.priceCents, priceMethod: method },
    { menuOptionId: 'dear', quantity: 1, priceCents: dear.priceCents, priceMethod: method },
  ])
  const named = ({ name, priceCents }: PricedOption) => `${name} (${money(priceCents)})`
  const taken =
    method === 'SUM'
      ? `${named(cheap)} e ${named(dear)}`
      : parts === 1
        ? `Meia ${named(cheap)} e meia ${named(dear)}`
        : `Duas partes de ${named(cheap)} e uma de ${named(dear)}`
  return `${taken}: ${money(cents)}.`
}

/** What an owner should know before choosing it. */
export const methodNotes: Readonly<Partial<Record<PriceMethod, string>>> = {
  MAX: 'O cliente precisa saber desta regra antes de pedir.',
}

export const sharedNote =
  'Se um item usa dois grupos com esta regra, como 1ª e 2ª metade, os dois contam juntos.'
