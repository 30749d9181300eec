import type { Referral, VoidReason } from '../../contract/referral/referral.ts'
import { referralOrderDays, referralTouchDays } from '../../contract/referral/referral.ts'
import { money } from '../words/format.ts'

/** The terms; a change of their meaning needs a new `referralTermsVersion`. */
export const terms = (rewardCents: number): readonly string[] => [
  `Quem abre o seu link, cria uma loja e conclui o primeiro pedido de verdade em até ${referralOrderDays}\u00a0dias vale ${money(rewardCents)}, anotados para a sua loja. O link vale por ${referralTouchDays}\u00a0dias depois da primeira visita.`,
  'Indicar a si mesmo não vale: mesma pessoa, mesmo CNPJ, telefone ou aparelho. O suporte pode anular um prêmio e escreve o motivo. Nenhum dinheiro passa por esta tela.',
]

const voidWords: Readonly<Record<VoidReason, string>> = {
  'same-person': 'é alguém da sua equipe.',
  'same-document': 'tem o mesmo CNPJ ou CPF da sua loja.',
  'same-phone': 'tem o telefone da sua loja ou da sua equipe.',
  'same-device': 'usou um aparelho da sua equipe.',
  'existing-customer': 'já tinha loja no Balcão.',
  'program-off': 'as indicações estavam desligadas quando a loja abriu.',
  expired: `ficou ${referralOrderDays}\u00a0dias sem um pedido de verdade.`,
  'by-support': 'o suporte anulou.',
}

/** Where a referral stands, as a sentence. */
export function standing({ state, voidReason, voidNote }: Referral): string {
  if (state === 'signed-up') return 'Criou a conta. Falta abrir a loja.'
  if (state === 'store-open') return 'Abriu a loja. Falta o primeiro pedido.'
  if (state === 'rewarded') return 'Concluiu o primeiro pedido.'
  return `Não vale: ${voidReason ? voidWords[voidReason] : ''}${voidNote ? ` “${voidNote}”` : ''}`
}

export interface ShareText {
  readonly title: string
  readonly text: string
}

/** Ready to send; each holds the link. */
export const shareTexts = (link: string, store: string): readonly ShareText[] => [
  {
    title: 'Para um amigo que tem restaurante',
    text: `Oi! Aqui na ${store} uso o Balcão para ver os pedidos de todos os canais numa tela só e fechar o dia sem planilha. Começa de graça: ${link}`,
  },
  {
    title: 'Para o grupo de donos',
    text: `Pessoal, quem ainda confere repasse na mão: o Balcão confere pedido por pedido. A ${store} usa. Para testar de graça: ${link}`,
  },
  {
    title: 'Curto, para o status',
    text: `O painel que a ${store} usa no balcão: ${link}`,
  },
]
