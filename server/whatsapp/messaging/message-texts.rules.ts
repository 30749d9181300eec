import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import type { MessageKind } from '../../../contract/whatsapp/whatsapp.ts'
import { truncate } from './text.rules.ts'
import type { MessageContent, Template } from './messaging-driver.ts'

const language = 'pt_BR'

interface Kind {
  /** Name of the template at Meta. */
  readonly template: string
  /** `{{1}}` is the customer's first name, `{{2}}` the order's number, `{{3}}` the store. */
  readonly text: string
  /** After this time the text would be out of date. */
  readonly ttlMs: number
}

const kinds: Readonly<Record<MessageKind, Kind>> = {
  accepted: {
    template: 'balcao_pedido_aceito',
    text: 'Oi, {{1}}! Seu pedido {{2}} foi aceito e já vai para o preparo. {{3}} agradece.',
    ttlMs: 30 * minuteMs,
  },
  ready: {
    template: 'balcao_pedido_pronto',
    text: 'Oi, {{1}}! Seu pedido {{2}} está pronto para retirar. {{3}} espera você.',
    ttlMs: 30 * minuteMs,
  },
  dispatched: {
    template: 'balcao_pedido_saiu',
    text: 'Oi, {{1}}! Seu pedido {{2}} saiu para entrega. {{3}} agradece.',
    ttlMs: 20 * minuteMs,
  },
  cancelled: {
    template: 'balcao_pedido_cancelado',
    text: 'Oi, {{1}}. Seu pedido {{2}} foi cancelado. Em caso de dúvida, fale com {{3}} por aqui.',
    ttlMs: 120 * minuteMs,
  },
}

/** The message that an order's move to this status is worth; null: none. */
export function messageKindOf(status: OrderStatus, type: string): MessageKind | null {
  if (status === 'confirmed') return 'accepted'
  if (status === 'ready') return type === 'TAKEOUT' ? 'ready' : null
  if (status === 'dispatched') return 'dispatched'
  return status === 'cancelled' ? 'cancelled' : null
}

/** Of an order's changes within this time, only the last one becomes a message. */
export const coalesceMs = 30_000

export const sampleText = (kind: MessageKind): string =>
  kinds[kind].text
    .replace('{{1}}', 'Ana')
    .replace('{{2}}', '#31')
    .replace('. {{3}}', '. A loja')
    .replace('{{3}}', 'a loja')

export const expiresAtOf = (kind: MessageKind, from: Date): Date =>
  new Date(from.getTime() + kinds[kind].ttlMs)

export function templateOf(kind: MessageKind): Template {
  const { template, text } = kinds[kind]
  return { name: template, language, body: text, examples: ['Ana', '#1234', 'Cantina da Ana'] }
}

/** The message about an order. Names come from customers, so they are reduced to one short line of printable text. */
export function orderContent(
  kind: MessageKind,
  about: { readonly customer: string; readonly displayId: string; readonly store: string },
): Extract<MessageContent, { type: 'template' }> {
  const first = printable(about.customer).split(' ')[0] ?? ''
  const fields = [
    first === '' ? 'tudo bem' : truncate(first, 40),
    `#${printable(about.displayId)}`,
    printable(about.store),
  ]
  const { template, text } = kinds[kind]
  const body = fields.reduce(
    (sofar, field, index) => sofar.replace(`{{${String(index + 1)}}}`, () => field),
    text,
  )
  return { type: 'template', name: template, language, fields, body }
}

const printable = (text: string): string =>
  truncate(
    text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    80,
  )

const optOutPhrases = new Set(['parar', 'pare', 'sair', 'stop', 'cancelar mensagens', 'descadastrar'])
const optInPhrases = new Set(['voltar', 'receber', 'start'])

/** Whether a message opts out of or back into messages. It must consist of the phrase alone. Null: it does neither. */
export function consentOf(body: string): 'out' | 'in' | null {
  const phrase = printable(body)
    .toLowerCase()
    .replaceAll(/[.!"']/g, '')
    .trim()
  if (optOutPhrases.has(phrase)) return 'out'
  return optInPhrases.has(phrase) ? 'in' : null
}
