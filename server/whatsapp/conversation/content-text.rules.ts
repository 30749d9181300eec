import { moneyText } from '../../../contract/shared/money.ts'
import { lengthText } from './length-text.rules.ts'
import type { CartLine, IncomingContent, NoticeKind } from '../messaging/line-events.ts'

/** A customer's message in words for the people of the store. */
export function textOf(content: IncomingContent): string {
  switch (content.type) {
    case 'text':
      return content.body
    case 'choice':
      return content.title
    case 'location':
      return content.address ?? 'Localização no mapa'
    case 'cart':
      return ['Carrinho do catálogo do WhatsApp', ...content.lines.map(cartLineText), content.text]
        .filter((line) => line !== '')
        .join('\n')
    case 'reaction':
      return content.emoji === '' ? 'Tirou a reação.' : `Reagiu com ${content.emoji}`
    case 'notice':
      return noticeTexts[content.what]
    case 'other':
      return [content.caption, otherText(content)].filter(Boolean).join('\n')
  }
}

const otherText = ({ what, seconds }: IncomingContent & { readonly type: 'other' }): string =>
  what === 'audio'
    ? `Áudio${seconds === undefined ? '' : ` de ${lengthText(seconds)}`}: ouça no telefone.`
    : 'Enviou algo que só o telefone mostra.'

const cartLineText = ({ code, quantity, priceCents }: CartLine): string =>
  `${String(quantity)} × ${code}${priceCents === null ? '' : `, ${moneyText(priceCents)} cada`}`

const noticeTexts: Readonly<Record<NoticeKind, string>> = {
  poll: 'Enquete: só o telefone mostra.',
  sticker: 'Enviou uma figurinha.',
  unsupported: 'O WhatsApp não mostra esta mensagem aqui: veja no telefone.',
  system: 'Aviso do próprio WhatsApp.',
}
