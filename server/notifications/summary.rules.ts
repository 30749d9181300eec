import { lookup } from '../../contract/shared/lookup.ts'

/** What quiet hours held back, without a number, name or phone: which events of which stores, and how often. */
export interface HeldRow {
  readonly event: string
  readonly store: string
}

const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  cancelled: ['cancelamento', 'cancelamentos'],
  dispute: ['negociação', 'negociações'],
  'unusual-shift': ['alerta do turno', 'alertas do turno'],
  'break-ends': ['pausa que acabou', 'pausas que acabaram'],
}
const maxStores = 4

/** One notice for everything that was held. */
export function summaryOf(rows: readonly HeldRow[]): { readonly title: string; readonly body: string } {
  const byStore = Map.groupBy(rows, ({ store }) => store)
  const stores = [...byStore].toSorted(([, a], [, b]) => b.length - a.length)
  const said = stores.slice(0, maxStores).map(([store, its]) => `${store}: ${countsOf(its)}`)
  const rest = stores.slice(maxStores).reduce((sum, [, its]) => sum + its.length, 0)
  return {
    title: `${counted(rows.length, ['aviso', 'avisos'])} nas horas de silêncio`,
    body: `${[...said, ...(rest > 0 ? [`mais ${String(rest)} em outras lojas`] : [])].join('; ')}.`,
  }
}

export const countsOf = (rows: readonly HeldRow[]): string =>
  [...Map.groupBy(rows, ({ event }) => event)]
    .map(([event, its]) => counted(its.length, lookup(words, event) ?? ['aviso', 'avisos']))
    .join(', ')

const counted = (many: number, [one, several]: readonly [string, string]): string =>
  `${String(many)} ${many === 1 ? one : several}`
