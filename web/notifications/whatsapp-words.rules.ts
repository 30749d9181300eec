import type { NoticeLine, NoticePhone } from '../../contract/notifications/choices.ts'
import { money, plural } from '../words/format.ts'

/** Why WhatsApp cannot be turned on; null: it can. */
export function unavailable(
  phone: NoticePhone,
): { readonly words: string; readonly mend: 'phone' | 'line' } | null {
  if (phone.number === null)
    return { words: 'Para avisos por WhatsApp, confirme o seu celular.', mend: 'phone' }
  if (phone.lines.every(({ state }) => state === 'no-line'))
    return { words: 'Para avisos por WhatsApp, conecte a linha de uma das suas lojas.', mend: 'line' }
  return null
}

const reasons: Readonly<Record<NoticeLine['state'], string | null>> = {
  ready: null,
  'no-line': 'sem linha de WhatsApp',
  'line-down': 'linha fora do ar agora: o aviso vai por e-mail',
  template: 'a Meta ainda não aprovou o texto: o aviso vai por e-mail',
  stopped: 'você respondeu PARAR a esta linha; mande VOLTAR para ela',
  cap: 'limite do mês atingido: o aviso vai por e-mail',
}

/** What a store's line does for the person, and what it costs. */
export function lineWords({ state, costMicros, monthCount, monthCents }: NoticeLine): string {
  const reason = reasons[state]
  const price =
    costMicros === 0 ? 'sem custo por aviso' : `≈ ${money(Math.ceil(costMicros / 10_000))} por aviso`
  const month =
    monthCount === 0
      ? null
      : `${plural(monthCount, 'aviso', 'avisos')} neste mês${monthCents > 0 ? `, ${money(monthCents)}` : ''}`
  return [reason, ...(state === 'no-line' ? [] : [price, month])].filter((part) => part !== null).join(' · ')
}

/** The dearest of the lines, for the short sentence. */
export function priceWords({ lines }: NoticePhone): string {
  const dearest = Math.max(0, ...lines.map(({ costMicros }) => costMicros))
  return dearest === 0
    ? 'Sem custo por aviso.'
    : `Até ${money(Math.ceil(dearest / 10_000))} por aviso, na conta da loja.`
}
