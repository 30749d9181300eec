import type { Capacity, OrderRules } from '../../../contract/orders/rules.ts'
import { clockTime, money, plural } from '../../words/format.ts'

/** Describes a channel's rules for the owner; the first sentence says who accepts. */
export function rulesText(rules: OrderRules): readonly string[] {
  if (!rules.autoAccept) return ['Uma pessoa aceita cada pedido.']
  return [
    'Os pedidos são aceitos sozinhos.',
    ...(rules.onlyWhenOpen ? ['Só com a loja aberta.'] : []),
    ...(rules.mostInPreparation === null
      ? []
      : [`Até ${plural(rules.mostInPreparation, 'pedido', 'pedidos')} em preparo.`]),
    ...(rules.cashLimitCents === null ? [] : [`Dinheiro acima de ${money(rules.cashLimitCents)} espera.`]),
    ...(rules.firstOrderWaits ? ['O primeiro pedido de um cliente espera.'] : []),
    rules.scheduledAtOnce ? 'Agendados também, assim que chegam.' : 'Agendados, na hora do preparo.',
    ...(rules.preparationMinutes === null ? [] : [`Prazo prometido de ${rules.preparationMinutes} min.`]),
  ]
}

/** Form values of the rules; a ticked checkbox is `on`. */
export const rulesValues = (rules: OrderRules) => ({
  autoAccept: box(rules.autoAccept),
  onlyWhenOpen: box(rules.onlyWhenOpen),
  mostInPreparation: rules.mostInPreparation?.toString() ?? '',
  cashLimitCents: rules.cashLimitCents === null ? '' : reaisText(rules.cashLimitCents),
  firstOrderWaits: box(rules.firstOrderWaits),
  scheduledAtOnce: box(rules.scheduledAtOnce),
  preparationMinutes: rules.preparationMinutes?.toString() ?? '',
})
export type RulesValues = ReturnType<typeof rulesValues>

/** Unreadable input becomes NaN, which every schema rejects with a message at the field. */
export const rulesInput = (values: RulesValues, version: number) => ({
  autoAccept: values.autoAccept === 'on',
  onlyWhenOpen: values.onlyWhenOpen === 'on',
  mostInPreparation: wholeNumber(values.mostInPreparation),
  cashLimitCents: centsOfText(values.cashLimitCents),
  firstOrderWaits: values.firstOrderWaits === 'on',
  scheduledAtOnce: values.scheduledAtOnce === 'on',
  preparationMinutes: wholeNumber(values.preparationMinutes),
  version,
})

const box = (ticked: boolean): string => (ticked ? 'on' : '')

const wholeNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()))

const reaisText = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, useGrouping: false })

/** `150`, `150,00` and `R$ 1.500,00` in centavos; empty is null. */
export function centsOfText(text: string): number | null {
  const bare = text.replace(/R\$/i, '').replaceAll(/\s/g, '')
  if (bare === '') return null
  if (!/^(\d+|\d{1,3}(\.\d{3})+)(,\d{1,2})?$/.test(bare)) return Number.NaN
  return Math.round(Number(bare.replaceAll('.', '').replace(',', '.')) * 100)
}

/** Describes the store's current pace and its end. */
export function capacityText(capacity: Capacity, timezone: string): string {
  const until = capacity.until === null ? 'até alguém mudar' : `até ${clockTime(capacity.until, timezone)}`
  const setBy = capacity.setBy ? ` Por ${capacity.setBy}.` : ''
  if (capacity.level === 'busy') return `Mais ${capacity.extraMinutes} min no prazo, ${until}.${setBy}`
  if (capacity.level === 'paused') return `Sem novos pedidos no canal próprio, ${until}.${setBy}`
  return 'Recebendo pedidos no prazo de sempre.'
}
