import type { Reconciliation, ReconciliationKind } from '../../../contract/reports/reconciliation.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { money, plural } from '../../words/format.ts'

/** What differs, and what to do. */
export const statementKinds: Readonly<
  Record<ReconciliationKind, { readonly name: string; readonly explanation: string }>
> = {
  saleOnlyThere: {
    name: 'Venda que não temos',
    explanation: 'O canal lista a venda e ela não passou pelo Balcão.',
  },
  saleOnlyHere: {
    name: 'Venda que o canal não lista',
    explanation: 'Concluída aqui e fora da lista de vendas do canal. Conteste no portal.',
  },
  saleDiffers: {
    name: 'Valor dos itens diferente',
    explanation: 'O canal lista outro valor de itens para a mesma venda.',
  },
  cancelledThere: {
    name: 'Cancelada no canal',
    explanation: 'Concluída aqui e cancelada no canal: confira se foi entregue.',
  },
  linesOnlyThere: {
    name: 'Lançamento que não lemos',
    explanation: 'O extrato do mês tem lançamentos deste pedido que ainda não chegaram aqui.',
  },
  linesOnlyHere: {
    name: 'Lançamento fora do extrato',
    explanation: 'Já tínhamos lido lançamentos deste pedido, e o extrato do mês não os traz.',
  },
  linesDiffer: {
    name: 'Soma do pedido diferente',
    explanation: 'Os lançamentos do pedido somam outro valor no extrato do mês.',
  },
  otherLines: {
    name: 'Lançamentos sem pedido',
    explanation: 'Mensalidades e ajustes somam outro valor no extrato do mês.',
  },
}

/** How a comparison stands, in a sentence. */
export function statementSentence(one: Reconciliation): string {
  if (one.state === 'failed') return one.problem ?? 'O extrato não veio. Peça de novo.'
  if (one.state === 'asked') return `Pedindo o extrato ${withChannel('a', one.platform)}…`
  if (one.state === 'making')
    return `${withChannel('O', one.platform)} está montando o extrato. Leva alguns minutos; pode sair desta página.`
  const compared = `${plural(one.there.sales, 'venda', 'vendas')} e ${plural(one.there.lines, 'lançamento', 'lançamentos')}`
  return one.differences === 0
    ? `Tudo confere: ${compared}, ${money(one.there.cents)} a repassar.`
    : `${plural(one.differences, 'diferença', 'diferenças')} em ${compared}.`
}

/** The last months, the newest first, as `YYYY-MM`. */
export function monthsUpTo(today: string, count = 12): readonly string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const at = year * 12 + month - 1 - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}
