import type { Order } from '../../../contract/orders/orders.ts'

type Change = NonNullable<Order['picking']>['changes'][number]

/** `Quantidade ou peso: 0,49 · Ana` */
export function changeText({ kind, quantity, ean, by }: Change): string {
  const amount = String(quantity ?? '').replace('.', ',')
  const texts: Readonly<Record<Change['kind'], string>> = {
    quantity: `Quantidade ou peso: ${amount}`,
    replaced: `Trocado por ${amount} × ${ean}`,
    removed: 'Retirado',
    added: `Incluído: ${amount} × ${ean}`,
  }
  return `${texts[kind]} · ${by}`
}

/** What was done about one line last. */
export const lastChange = ({ picking }: Pick<Order, 'picking'>, pickId: string): Change | undefined =>
  picking?.changes.findLast((one) => one.pickId === pickId)

/** "0,49" and "0.49"; null: no quantity. */
export function typedQuantity(typed: string): number | null {
  const bare = typed.trim().replace(',', '.')
  const amount = /^\d{1,3}(\.\d{1,3})?$/.test(bare) ? Number(bare) : 0
  return amount > 0 ? amount : null
}
