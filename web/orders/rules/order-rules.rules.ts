import type { Capacity, OrderRules } from '../../../contract/orders/rules.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import type { DraftWords } from '../../settings/settings.ts'
import { clockTime } from '../../words/format.ts'

/** The channels that the store sells on. */
export function rulesOfStore(store: Store, rules: readonly OrderRules[]): readonly OrderRules[] {
  const sold = new Set(store.options.map((option) => option.platform))
  return rules.filter(({ platform }) => sold.has(platform))
}

/** Form values of the rules. */
export const rulesValues = (rules: OrderRules) => ({
  autoAccept: rules.autoAccept,
  onlyWhenOpen: rules.onlyWhenOpen,
  maxInPreparation: rules.maxInPreparation?.toString() ?? '',
  cashLimitCents: rules.cashLimitCents === null ? '' : reaisText(rules.cashLimitCents),
  firstOrderWaits: rules.firstOrderWaits,
  scheduledAtOnce: rules.scheduledAtOnce,
  preparationMinutes: rules.preparationMinutes?.toString() ?? '',
})
export type RulesValues = ReturnType<typeof rulesValues>

/** How a change is read: `Prazo prometido: 25 → 30 min`. */
export const rulesWords: DraftWords<RulesValues> = {
  autoAccept: { label: 'Aceitar sozinho', show: yesOrNo },
  scheduledAtOnce: { label: 'Aceitar agendados ao chegar', show: yesOrNo },
  onlyWhenOpen: { label: 'Com a loja fechada', show: waitsOrNot },
  firstOrderWaits: { label: 'Primeiro pedido', show: waitsOrNot },
  cashLimitCents: {
    label: 'Dinheiro espera acima de',
    show: (text) => (text.trim() === '' ? 'sem limite' : `R$\u00a0${text.replace(/R\$\s*/i, '')}`),
  },
  maxInPreparation: {
    label: 'Esperam além de',
    unit: 'em preparo',
    show: (text) => (text.trim() === '' ? 'sem limite' : text),
  },
  preparationMinutes: {
    label: 'Prazo prometido',
    unit: 'min',
    show: (text) => (text.trim() === '' ? 'o de sempre' : text),
  },
}

/** What waits for a person all the same: `Esperam: loja fechada, dinheiro acima de R$ 150,00`. */
export function waitsSentence(values: RulesValues): string {
  const waits = [
    values.onlyWhenOpen && 'com a loja fechada',
    values.firstOrderWaits && 'o primeiro de um cliente',
    values.cashLimitCents.trim() !== '' &&
      `em dinheiro acima de ${rulesWords.cashLimitCents.show?.(values.cashLimitCents) ?? ''}`,
    values.maxInPreparation.trim() !== '' && `além de ${values.maxInPreparation.trim()} em preparo`,
  ].filter((one) => one !== false)
  return waits.length > 0 ? waits.join(', ') : 'nenhum'
}

function yesOrNo(ticked: boolean): string {
  return ticked ? 'sim' : 'não'
}

function waitsOrNot(ticked: boolean): string {
  return ticked ? 'espera' : 'não espera'
}

/** Unreadable input becomes NaN, which every schema rejects with a message at the field. */
export const rulesInput = (values: RulesValues, version: number) => ({
  autoAccept: values.autoAccept,
  onlyWhenOpen: values.onlyWhenOpen,
  maxInPreparation: wholeNumber(values.maxInPreparation),
  cashLimitCents: centsOfText(values.cashLimitCents),
  firstOrderWaits: values.firstOrderWaits,
  scheduledAtOnce: values.scheduledAtOnce,
  preparationMinutes: wholeNumber(values.preparationMinutes),
  version,
})

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

/** Describes the store's current pace and its end. `open`: whether it takes orders now; undefined: not known yet. */
export function capacityText(capacity: Capacity, timezone: string, open?: boolean): string {
  const until = capacity.until === null ? 'até alguém mudar' : `até ${clockTime(capacity.until, timezone)}`
  const setBy = capacity.setBy ? ` Por ${capacity.setBy}.` : ''
  if (capacity.level === 'busy') return `Mais ${capacity.extraMinutes}\u00a0min no prazo, ${until}.${setBy}`
  if (capacity.level === 'paused') return `Sem novos pedidos no canal próprio, ${until}.${setBy}`
  if (open === undefined) return 'No prazo de sempre.'
  return open
    ? 'Recebendo pedidos no prazo de sempre.'
    : 'A loja está fechada. Quando abrir, recebe no prazo de sempre.'
}
