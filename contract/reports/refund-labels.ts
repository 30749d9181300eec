import type { SaleRefund } from './sale.ts'
import { channelName } from '../shared/channels.ts'
import { lookup } from '../shared/lookup.ts'

/** The cause of a refund, as pages and files name it. */
export function refundCause({ source, platform }: Pick<SaleRefund, 'source' | 'platform'>): string {
  if (source === 'own') return 'Estorno da loja'
  return source === 'dispute' ? `Negociação no ${channelName(platform)}` : 'Cancelado depois de concluído'
}

/** Who decided: a person, the party of a cancellation, or nobody in time. */
export function refundBy({ source, by }: Pick<SaleRefund, 'source' | 'by'>): string {
  if (by === null) return source === 'dispute' ? 'sem resposta da loja' : 'não informado'
  return source === 'late-cancellation' ? (lookup(parties, by) ?? 'não informado') : by
}

const parties: Readonly<Record<string, string>> = {
  store: 'loja',
  customer: 'cliente',
  logistics: 'entrega',
  marketplace: 'marketplace',
}
