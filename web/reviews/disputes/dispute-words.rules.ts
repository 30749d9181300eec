import type { Dispute, DisputeClaim, DisputeState } from '../../../contract/orders/disputes.ts'
import type { Order, OrderItem, OrderTimelineEvent } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { leftUntil } from '../deadline.rules.ts'
import { clockTime, count, money, percent } from '../../words/format.ts'

/** `pede R$ 12,50 do BC-31`, after the customer's name. */
export function askedText(
  { askedCents, askedExact }: Pick<Dispute, 'askedCents' | 'askedExact'>,
  order: string,
): string {
  if (askedCents <= 0) return `reclama do ${order}`
  return `pede ${askedExact ? '' : 'até '}${money(askedCents)} do ${order}`
}

/** What the marketplace does at the deadline, after the time. */
export function afterwards({ timeoutAction, source }: Pick<Dispute, 'timeoutAction' | 'source'>): string {
  if (timeoutAction === 'ACCEPT_CANCELLATION') return `depois ${withChannel('o', source)} devolve tudo`
  if (timeoutAction === 'REJECT_CANCELLATION') return 'depois nada é devolvido'
  return `depois ${withChannel('o', source)} decide`
}

/** A row's right edge: the time left, or how far it is. */
export function rowState(dispute: Dispute, now: Date): { readonly words: string; readonly soon: boolean } {
  if (dispute.state === 'open') {
    if (dispute.expiresAt === null) return { words: 'sem prazo', soon: false }
    return leftUntil(dispute.expiresAt, now) ?? { words: 'prazo acabou', soon: true }
  }
  return { words: rowStates[dispute.state], soon: false }
}

const rowStates: Readonly<Record<Exclude<DisputeState, 'open'>, string>> = {
  answering: 'respondida',
  countered: 'com o cliente',
  accepted: 'devolvida',
  rejected: 'ganha',
  expired: 'sem resposta',
}

/** Whether the store can still answer: the marketplace accepts nothing after the deadline. */
export const takesAnswer = ({ state, expiresAt }: Dispute, now: Date): boolean =>
  state === 'open' && (expiresAt === null || leftUntil(expiresAt, now) !== null)

/** Whether its time ended without an answer: the marketplace decides, and nothing is left to do. */
export const isOverdue = (dispute: Dispute, now: Date): boolean =>
  dispute.state === 'open' && !takesAnswer(dispute, now)

/** How far a negotiation is that takes no answer now. */
export function standing(dispute: Dispute, isOver: boolean): string | null {
  const its = withChannel('o', dispute.source)
  switch (dispute.state) {
    case 'answering':
      return `${dispute.answeredBy ?? 'A loja'} respondeu. Esperando ${its} confirmar.`
    case 'countered':
      return 'A sua oferta espera o cliente.'
    case 'open':
      return isOver ? `O prazo acabou. O resultado vem ${withChannel('de', dispute.source)}.` : null
    default:
      return outcome(dispute)
  }
}

function outcome({ state, lostCents, savedCents, answeredBy }: Dispute): string {
  const end = state === 'expired' ? 'Terminou sem resposta da loja' : 'Terminou'
  const by = answeredBy === null ? '' : ` Quem respondeu foi ${answeredBy}.`
  if (lostCents === 0) return `${end}: nada foi devolvido.${by}`
  const kept = savedCents > 0 ? `, e ${money(savedCents)} ficaram com a loja` : ''
  return `${end}: ${money(lostCents)} voltaram ao cliente${kept}.${by}`
}

/** The claim about this dish: by its place in the order, else by its code. Null: it is not contested. */
export const claimOn = (
  item: Pick<OrderItem, 'externalCode'>,
  index: number,
  claims: readonly DisputeClaim[],
): DisputeClaim | null =>
  claims.find(({ line }) => line === index + 1) ??
  claims.find(({ line, code }) => line === null && code !== null && code === item.externalCode) ??
  null

export interface Proof {
  readonly key: string
  /** What speaks for the store; false: what speaks against it. It is shown either way. */
  readonly helps: boolean
  readonly words: string
}

/** What the order's own history says, by the store's clock. */
export function proofs(
  { promisedAt }: Pick<Order, 'promisedAt'>,
  timeline: readonly OrderTimelineEvent[],
  timezone: string,
): readonly Proof[] {
  const first = (...types: readonly string[]) => timeline.find(({ type }) => types.includes(type))
  const [printed, checked] = [first('PRINTED'), first('DELIVERY_DROP_CODE_VALIDATION_SUCCESS')]
  const arrived = first('DELIVERED', 'CONCLUDED')
  // A copy that was printed afterwards is no proof of what the kitchen read.
  const isInTime = printed && (!arrived || Date.parse(printed.at) <= Date.parse(arrived.at))
  return [
    ...(isInTime
      ? [{ key: 'printed', helps: true, words: `Via impressa às ${clockTime(printed.at, timezone)}` }]
      : []),
    ...(checked
      ? [
          {
            key: 'code',
            helps: true,
            words: `Código de entrega conferido às ${clockTime(checked.at, timezone)}`,
          },
        ]
      : []),
    ...(arrived ? [arrival(arrived.at, promisedAt, timezone)] : []),
  ]
}

function arrival(at: string, promisedAt: string | null, timezone: string): Proof {
  const late = delayOf(at, promisedAt)
  const words = `Entregue às ${clockTime(at, timezone)}`
  if (late === null) return { key: 'arrived', helps: true, words }
  return late > 0
    ? { key: 'arrived', helps: false, words: `${words}, ${count(late)}\u00a0min depois do prometido` }
    : { key: 'arrived', helps: true, words: `${words}, no prazo` }
}

/** Whole minutes after the promise, 0 in time; null: nothing was promised. */
export const delayOf = (at: string, promisedAt: string | null): number | null =>
  promisedAt === null ? null : Math.max(0, Math.floor((Date.parse(at) - Date.parse(promisedAt)) / minuteMs))

/** `64 %` of those that ended, as a hint; null: none has. */
export const wonWords = ({ ended, won }: { readonly ended: number; readonly won: number }): string | null =>
  ended === 0 ? null : percent(won / ended, 0)
