import { dayMs, hourMs, minuteMs } from '../../../contract/shared/durations.ts'
import type { ChatCustomer, ChatMessage, ConversationView } from '../../../contract/whatsapp/conversations.ts'
import { dayIn } from '../../words/near-day.ts'
import { count, dayShort, phoneText, plural } from '../../words/format.ts'

export const nameOf = ({ name, phone }: Pick<ConversationView, 'name' | 'phone'>): string =>
  // A profile's name may be a single space.
  name?.trim() ? name : phone ? phoneText(`+${phone}`) : 'Cliente sem número'

/** After waiting this long, a customer may order elsewhere. */
const longMs = 5 * minuteMs

export interface Wait {
  readonly words: string
  readonly long: boolean
}

/** `espera há 1:52`, `espera há 12 min`. Null: the store wrote last. */
export function waitOf({ waitsSince }: Pick<ConversationView, 'waitsSince'>, now: Date): Wait | null {
  if (waitsSince === null) return null
  const ms = Math.max(0, now.getTime() - Date.parse(waitsSince))
  return { words: `espera há ${spanText(ms)}`, long: ms >= longMs }
}

function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (ms < 10 * minuteMs) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return ms < hourMs ? `${Math.floor(ms / minuteMs)}\u00a0min` : `${Math.floor(ms / hourMs)}\u00a0h`
}

/** Who has taken the conversation, if anybody. */
export const personWords = ({
  mine,
  personName,
}: Pick<ConversationView, 'mine' | 'personName'>): string | null =>
  mine ? 'com você' : personName === null ? null : `com ${personName}`

/** Why the automatic replies stopped. Null: somebody at the store stepped in, or the reason is unknown. */
export const reasonWords = ({ reason }: Pick<ConversationView, 'reason'>): string | null =>
  reason === null ? null : reasons[reason]

const reasons: Readonly<Record<NonNullable<ConversationView['reason']>, string | null>> = {
  asked: 'pediu uma pessoa',
  allergy: 'falou de alergia',
  complaint: 'reclamou',
  order: 'problema no pedido',
  'not-understood': 'não entendi duas vezes',
  cancel: 'quer cancelar um pedido',
  fee: 'taxa de entrega a confirmar',
  phone: 'a loja escreveu no celular',
  taken: null,
  cart: 'mandou um carrinho do catálogo',
  unreachable: 'a resposta automática não saiu',
  voice: 'mandou um áudio',
}

const windowLength = dayMs
/** With less time than this left, the end of the window is announced. */
const soonMs = 2 * hourMs

/** Time left of the 24 hours. Null: they are over. */
export function windowOf(
  { windowEndsAt }: Pick<ConversationView, 'windowEndsAt'>,
  now: Date,
): { readonly words: string; readonly share: number; readonly soon: boolean } | null {
  const ms = windowEndsAt === null ? 0 : Date.parse(windowEndsAt) - now.getTime()
  if (ms <= 0) return null
  const minutes = Math.max(1, Math.floor(ms / minuteMs))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const left = [hours > 0 ? `${hours}\u00a0h` : null, rest > 0 ? `${rest}\u00a0min` : null]
  return {
    words: `Dá para escrever por mais ${left.filter(Boolean).join(' ')}.`,
    share: Math.min(1, ms / windowLength),
    soon: ms < soonMs,
  }
}

/** `Avisos segurados por Ana até 21:40. 2 avisos esperam.` */
export const heldWords = (
  { by }: NonNullable<ConversationView['held']>,
  { queued, until }: { readonly queued: number; readonly until: string },
): string =>
  `Avisos segurados por ${by} até ${until}. ${
    queued === 0 ? 'Nada espera ainda.' : `${plural(queued, 'mensagem espera', 'mensagens esperam')}.`
  }`

/** Free text may be sent for 24 hours after the customer's last message. */
export const isOver = ({ windowEndsAt }: Pick<ConversationView, 'windowEndsAt'>, now: Date): boolean =>
  windowEndsAt === null || Date.parse(windowEndsAt) <= now.getTime()

/** `4º pedido nesta loja` while an order is open, or else the number of earlier orders. */
export function historyWords({ orders, openOrder }: ChatCustomer): string {
  if (orders === 0) return 'ainda sem pedido nesta loja'
  if (openOrder) return orders === 1 ? 'primeiro pedido nesta loja' : `${count(orders)}º pedido nesta loja`
  return `${plural(orders, 'pedido', 'pedidos')} nesta loja`
}

const orderStates: Partial<Readonly<Record<NonNullable<ChatCustomer['openOrder']>['status'], string>>> = {
  placed: 'espera o aceite',
  confirmed: 'foi aceito',
  preparing: 'está no preparo',
  ready: 'está pronto',
  dispatched: 'saiu para entrega',
  delivered: 'foi entregue',
}

/** `saiu para entrega`. */
export const orderState = ({ status }: Pick<NonNullable<ChatCustomer['openOrder']>, 'status'>): string =>
  orderStates[status] ?? 'está aberto'

/** `saiu para entrega, 9 min de atraso`. */
export function orderWords(
  { status, promisedAt }: NonNullable<ChatCustomer['openOrder']>,
  now: Date,
): string {
  const late = promisedAt === null ? 0 : Math.floor((now.getTime() - Date.parse(promisedAt)) / minuteMs)
  const words = orderState({ status })
  return late > 0 && status !== 'delivered' ? `${words}, ${count(late)}\u00a0min de atraso` : words
}

/** The platform's limit for one message, in characters. */
const maxChars = 4_096
const nearLetters = 3_800

export interface Letters {
  readonly tooMany: boolean
  readonly words: string
}

/** How many characters are left or that there are too many. Null: far from the limit. */
export function lettersOf(text: string): Letters | null {
  const { length } = text.trim()
  if (length <= nearLetters) return null
  return length > maxChars
    ? { tooMany: true, words: `${count(length)} letras: o WhatsApp leva ${count(maxChars)} por mensagem.` }
    : { tooMany: false, words: `Resta lugar para ${plural(maxChars - length, 'letra', 'letras')}.` }
}

export type ThreadRow =
  | { readonly kind: 'day'; readonly key: string; readonly words: string }
  /** A person answers the messages after this. */
  | { readonly kind: 'handed'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: ChatMessage }

/** The messages, with a divider at each new day and where a person took over. */
export function threadRows(
  messages: readonly ChatMessage[],
  {
    personSince,
    timezone,
    now,
  }: { readonly personSince: string | null; readonly timezone: string; readonly now: Date },
): readonly ThreadRow[] {
  const today = dayIn(now.toISOString(), timezone)
  const rows: ThreadRow[] = []
  let day = today
  let handed = personSince === null
  for (const message of messages) {
    const its = dayIn(message.at, timezone)
    if (its !== day) rows.push({ kind: 'day', key: its, words: its === today ? 'Hoje' : dayShort(its) })
    day = its
    if (!handed && personSince !== null && message.at > personSince) {
      rows.push({ kind: 'handed', key: 'handed' })
      handed = true
    }
    rows.push({ kind: 'message', key: message.id, message })
  }
  return handed ? rows : [...rows, { kind: 'handed', key: 'handed' }]
}
