import { minuteMs } from '../../contract/shared/durations.ts'
import type { MessageKind } from '../../contract/whatsapp/whatsapp.ts'
import { firstLetters } from './letters.rules.ts'
import type { MessageContent, Template } from './messaging-driver.ts'

const language = 'pt_BR'

interface Kind {
  /** The name of the platform's approved text. */
  readonly template: string
  /** `{{1}}` the customer's first name, `{{2}}` the order's number, `{{3}}` the store. */
  readonly text: string
  /** Later it would say what is no longer so. */
  readonly livesMs: number
}

const kinds: Readonly<Record<MessageKind, Kind>> = {
  accepted: {
    template: 'balcao_pedido_aceito',
    text: 'Oi, {{1}}! Seu pedido {{2}} foi aceito e já vai para o preparo. {{3}} agradece.',
    livesMs: 30 * minuteMs,
  },
  ready: {
    template: 'balcao_pedido_pronto',
    text: 'Oi, {{1}}! Seu pedido {{2}} está pronto para retirar. {{3}} espera você.',
    livesMs: 30 * minuteMs,
  },
  dispatched: {
    template: 'balcao_pedido_saiu',
    text: 'Oi, {{1}}! Seu pedido {{2}} saiu para entrega. {{3}} agradece.',
    livesMs: 20 * minuteMs,
  },
  cancelled: {
    template: 'balcao_pedido_cancelado',
    text: 'Oi, {{1}}. Seu pedido {{2}} foi cancelado. Em caso de dúvida, fale com {{3}} por aqui.',
    livesMs: 120 * minuteMs,
  },
}

/** Changes of an order within this time become one message: the last one. */
export const coalesceMs = 30_000

export const textOf = (kind: MessageKind): string =>
  kinds[kind].text.replace('{{1}}', 'Ana').replace('{{2}}', '#1234').replace('{{3}}', 'a loja')

export const expiryOf = (kind: MessageKind, from: Date): Date =>
  new Date(from.getTime() + kinds[kind].livesMs)

export function templateOf(kind: MessageKind): Template {
  const { template, text } = kinds[kind]
  return { name: template, language, body: text, examples: ['Ana', '#1234', 'Cantina da Ana'] }
}

/** Names come from customers: one line of printable text, and short. */
export function orderContent(
  kind: MessageKind,
  about: { readonly customer: string; readonly displayId: string; readonly store: string },
): Extract<MessageContent, { type: 'template' }> {
  const first = plain(about.customer).split(' ')[0] ?? ''
  const fields = [
    first === '' ? 'tudo bem' : firstLetters(first, 40),
    `#${plain(about.displayId)}`,
    plain(about.store),
  ]
  const { template, text } = kinds[kind]
  const body = fields.reduce(
    (sofar, field, index) => sofar.replace(`{{${String(index + 1)}}}`, () => field),
    text,
  )
  return { type: 'template', name: template, language, fields, body }
}

const plain = (text: string): string =>
  firstLetters(
    text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    80,
  )

const leave = new Set(['parar', 'pare', 'sair', 'stop', 'cancelar mensagens', 'descadastrar'])
const come = new Set(['voltar', 'receber', 'start'])

/** What a customer's message says about messages: the whole of it, not a word in it. */
export function consentIn(body: string): 'out' | 'in' | null {
  const words = plain(body)
    .toLowerCase()
    .replaceAll(/[.!"']/g, '')
    .trim()
  if (leave.has(words)) return 'out'
  return come.has(words) ? 'in' : null
}
