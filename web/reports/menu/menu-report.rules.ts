import { everyMarketplace, storefronts } from '../../../contract/shared/channels.ts'
import { longPauseDays } from '../../../contract/reports/choices.ts'
import type { MenuProblem, MenuReport, MenuReportItem } from '../../../contract/reports/menu.ts'
import { plural } from '../../words/format.ts'

export const problemLabels: Record<MenuProblem, string> = {
  paused: 'Em pausa',
  'no-photo': 'Sem foto',
  'no-description': 'Sem descrição',
  'no-price': 'Sem preço',
  'no-category': 'Sem categoria',
  'channel-price': `Preço diferente ${everyMarketplace('em', storefronts)}`,
  'store-price': 'Preço diferente entre lojas',
  'missing-in-store': 'Falta em outra loja',
  'not-sold': 'Sem venda no período',
}

/** Number of items with the problem, across all stores. */
export function countOf(report: MenuReport, problem: MenuProblem): number {
  const sum = (of: (store: MenuReport['stores'][number]) => number) =>
    report.stores.reduce((all, store) => all + of(store), 0)
  switch (problem) {
    case 'paused':
      return sum((store) => store.paused)
    case 'no-photo':
      return sum((store) => store.missing.photo)
    case 'no-description':
      return sum((store) => store.missing.description)
    case 'no-price':
      return sum((store) => store.missing.price)
    case 'no-category':
      return sum((store) => store.missing.category)
    case 'channel-price':
      return sum((store) => store.channelPrices)
    case 'not-sold':
      return sum((store) => store.notSoldInPeriod)
    case 'store-price':
      return report.coverage
        .filter((row) => row.lowestCents !== row.highestCents)
        .reduce((all, row) => all + row.prices.length, 0)
    case 'missing-in-store':
      return report.coverage
        .filter((row) => row.missingIn.length > 0)
        .reduce((all, row) => all + row.prices.length, 0)
  }
}

/** The score of all items together, 0 to 100; null without any. */
export function menuScore({ stores }: Pick<MenuReport, 'stores'>): number | null {
  const scored = stores.flatMap(({ items, score }) => (score === null ? [] : [{ items, score }]))
  const items = scored.reduce((sum, store) => sum + store.items, 0)
  return items === 0
    ? null
    : Math.round(scored.reduce((sum, store) => sum + store.score * store.items, 0) / items)
}

/** Prominence of a pause: 0, rising after 3, 6 and 9 days. */
export const pauseLevel = (days: number): number => longPauseDays.filter((from) => days >= from).length

export function pauseText({ pause }: Pick<MenuReportItem, 'pause'>): string {
  if (!pause) return ''
  return pause.days === 0 ? 'desde hoje' : `há ${plural(pause.days, 'dia', 'dias')}`
}

/** A one-sentence summary: what to fix first. */
export function menuSentence(report: MenuReport): string {
  const items = report.stores.reduce((sum, store) => sum + store.items, 0)
  if (items === 0) return 'Nenhuma das lojas escolhidas tem cardápio ainda.'
  const long = report.stores.reduce((sum, store) => sum + store.longPaused, 0)
  const photo = countOf(report, 'no-photo')
  const parts = [
    ...(long > 0 ? [`${plural(long, 'item está', 'itens estão')} em pausa há 3 dias ou mais`] : []),
    ...(photo > 0 ? [`${plural(photo, 'item não tem', 'itens não têm')} foto`] : []),
  ]
  const counted = `${plural(items, 'item', 'itens')} no cardápio${report.stores.length > 1 ? ', cada loja contando o seu' : ''}`
  return parts.length === 0
    ? `${counted}, nenhum parado e todos com foto.`
    : `De ${counted}: ${parts.join(' e ')}.`
}
