import type { BillingStatus, DifferenceKind, OrderBilling } from '../../../contract/reports/order-billing.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** pt-BR labels of the order billing report in files. */
export const billingStatusLabels: Readonly<Record<BillingStatus, string>> = {
  expected: 'Previsto',
  settled: 'Apurado',
  paid: 'Pago',
  divergent: 'Divergente',
}

export const payoutStatusLabels: Readonly<Record<OrderBilling['payouts'][number]['status'], string>> = {
  expected: 'Em aberto',
  settled: 'Apurado',
  paid: 'Pago',
  failed: 'Não foi pago',
  divergent: 'Divergente',
}

export const differenceLabels: Readonly<Record<DifferenceKind, string>> = {
  unknownOrder: 'Pedido que não é nosso',
  missingSale: 'Venda que não foi repassada',
  saleDiffers: 'Valor da venda diferente',
  commissionAbove: 'Comissão acima do contrato',
  paymentFeeAbove: 'Taxa de pagamento acima do contrato',
  logisticsAbove: 'Entrega acima do combinado',
  cancelledCharged: 'Cobrança de pedido cancelado',
  adjustment: 'Ajuste sem explicação',
}

const kinds: Readonly<Record<string, string>> = {
  subscription: 'Mensalidade',
  anticipation: 'Taxa de antecipação',
  adjustment: 'Ajuste',
  refund: 'Reembolso',
}

export const lineText = (kind: string): string => lookup(kinds, kind) ?? 'Outro lançamento'
