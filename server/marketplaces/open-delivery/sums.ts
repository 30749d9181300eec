import { centsFromReais, moneyText } from '../../../contract/shared/money.ts'
import type { OpenDeliveryDocument } from './order-document.ts'

type Price = { readonly value: number; readonly currency?: string | null | undefined }

/** Paths of amounts that are no whole centavos, or are not in reais. */
export function fractions(order: OpenDeliveryDocument): readonly string[] {
  const prices: readonly (readonly [string, Price | null | undefined])[] = [
    ...order.items.flatMap((item) => [
      ['items.unitPrice', item.unitPrice] as const,
      ['items.totalPrice', item.totalPrice] as const,
      ...(item.options ?? []).map((option) => ['items.options.unitPrice', option.unitPrice] as const),
    ]),
    ...(order.otherFees ?? []).map((fee) => ['otherFees.price', fee.price] as const),
    ...(order.discounts ?? []).map((discount) => ['discounts.amount', discount.amount] as const),
    ['total.orderAmount', order.total.orderAmount],
  ]
  return prices.flatMap(([path, price]) => (price && !isExact(price) ? [path] : []))
}

function isExact({ value, currency }: Price): boolean {
  const hundredths = Number((value * 100).toPrecision(15))
  return Number.isInteger(hundredths) && (currency ?? 'BRL') === 'BRL'
}

/** Sums of the document that are not what it says of them, as lines of pt-BR. The amounts that it says are taken. */
export function sumsThatDiffer(order: OpenDeliveryDocument): readonly string[] {
  const { total, payments } = order
  const items = sum(order.items.map((item) => item.totalPrice?.value ?? 0))
  const fees = sum((order.otherFees ?? []).map(({ price }) => price.value))
  const discounts = sum((order.discounts ?? []).map(({ amount }) => amount.value))
  const orderCents = centsFromReais(total.orderAmount.value)
  const paid = (payments?.methods ?? []).map(({ value }) => value)
  return [
    ...order.items.flatMap(itemDiffers),
    ...differs('Os itens somam', items, total.itemsPrice),
    ...differs('As taxas somam', fees, total.otherFees),
    ...differs('Os descontos somam', discounts, total.discount),
    ...differs('Itens mais taxas menos descontos dão', items + fees - discounts, total.orderAmount),
    ...(paid.length === 0 || sum(paid) === orderCents
      ? []
      : [line('Os pagamentos somam', sum(paid), orderCents)]),
  ]
}

type Item = OpenDeliveryDocument['items'][number]

/** quantity × (unit price + options); of a weight, half a centavo may go either way. */
function itemDiffers(item: Item): readonly string[] {
  if (!item.totalPrice) return []
  const listed = (item.options ?? []).reduce(
    (reais, option) => reais + (option.totalPrice?.value ?? option.quantity * option.unitPrice.value),
    0,
  )
  const options = item.optionsPrice?.value ?? listed
  const counted = centsFromReais(item.quantity * (item.unitPrice.value + options))
  const said = centsFromReais(item.totalPrice.value)
  const most = Number.isInteger(item.quantity) ? 0 : 1
  return [
    ...(centsFromReais(listed) === centsFromReais(options)
      ? []
      : [line(`As opções de ${item.name} somam`, centsFromReais(listed), centsFromReais(options))]),
    ...(Math.abs(counted - said) <= most ? [] : [line(`${item.name} dá`, counted, said)]),
  ]
}

const differs = (words: string, cents: number, said: Price | null | undefined): readonly string[] =>
  !said || cents === centsFromReais(said.value) ? [] : [line(words, cents, centsFromReais(said.value))]

const line = (words: string, cents: number, said: number): string =>
  `Conta diferente: ${words} ${moneyText(cents)}, e o aplicativo diz ${moneyText(said)}.`

const sum = (reais: readonly number[]): number =>
  reais.reduce((cents, value) => cents + centsFromReais(value), 0)
