import type { AdsReportRow, AdsSetup, AdsState } from '../../contract/ads/ads.ts'
import { money, plural } from '../words/format.ts'

export const setupTitle: Readonly<Record<AdsState, string>> = {
  none: 'Com as vendas, a Meta mostra os anúncios a quem costuma comprar.',
  started: 'Falta conferir os dados da Meta.',
  finished: 'A Meta aprende com as vendas.',
  failed: 'A Meta não aceitou.',
}

/** Who did the last step of the setup and why it failed; `when` is that step's moment in words. */
export function setupHistory(setup: AdsSetup, when: string): string | null {
  if (setup.state === 'started') return `Começado por ${setup.startedBy ?? ''} ${when}.`
  if (setup.state === 'finished') return `Ligado por ${setup.finishedBy ?? ''} ${when}.`
  if (setup.state === 'failed') return `${setup.failure ?? ''} Tentativa de ${setup.failedBy ?? ''} ${when}.`
  return null
}

export const lastStep = ({ state, startedAt, finishedAt, failedAt }: AdsSetup): string | null =>
  state === 'failed' ? failedAt : state === 'finished' ? finishedAt : state === 'started' ? startedAt : null

/** The whole report in one sentence. */
export function reportSentence(rows: readonly AdsReportRow[], days: string): string {
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0)
  const orders = rows.reduce((sum, row) => sum + row.orders, 0)
  const net = rows.reduce((sum, row) => sum + row.netCents, 0)
  const span = `Em ${days}\u00a0dias`
  if (clicks + orders === 0) return `${span}, nenhum clique ainda.`
  const clicked = plural(clicks, 'clique', 'cliques')
  return orders === 0
    ? `${span}, ${clicked} e nenhum pedido ligado a eles.`
    : `${span}, ${clicked} ${clicks === 1 ? 'trouxe' : 'trouxeram'} ${plural(orders, 'pedido', 'pedidos')} e ${money(net)} líquidos.`
}

/** How many of a row's orders the ad network knows. */
export function toldText({ orders, sent, failed }: AdsReportRow): string | null {
  if (orders === 0) return null
  if (failed > 0) return plural(failed, 'não chegou à Meta', 'não chegaram à Meta')
  return sent === 0 ? null : plural(sent, 'contado à Meta', 'contados à Meta')
}
