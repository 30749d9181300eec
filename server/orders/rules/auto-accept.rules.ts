import type { Capacity, OrderRules } from '../../../contract/orders/rules.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Order } from '../../../contract/orders/orders.ts'

/** The actor shown in the timeline; no person's uid contains a colon. */
export const autoAcceptActor = { uid: 'system:auto-accept', name: 'Aceite automático' } as const

type AutoAcceptRules = Omit<OrderRules, 'platform' | 'version' | 'autoAccept' | 'preparationMinutes'>

/** The input of the decision: fields of the order and its store. */
export interface AutoAcceptFacts {
  readonly rules: AutoAcceptRules
  readonly capacity: Pick<Capacity, 'level' | 'until'>
  readonly payments: Order['payments']
  /** The customer's n-th order at the store; null if the customer is unknown. */
  readonly ordersCount: number | null
  readonly scheduled: boolean
  readonly preparationStartAt: Date | null
  readonly createdAt: Date
  readonly storeOpen: boolean
  /** False: the store has switched off orders of this type. */
  readonly serviceOn: boolean
  /** Orders in the kitchen, from every channel. */
  readonly inPreparation: number
  readonly timezone: string
}

export type AutoAcceptVerdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false
      readonly why: 'scheduled' | 'paused' | 'closed' | 'cash' | 'first-order' | 'kitchen' | 'service-off'
      /** pt-BR, completes "Esperando uma pessoa: …". */
      readonly reason: string
      /** When a temporary reason may have passed and the order should be checked again. */
      readonly lookAgainAt: Date | null
    }

const lookAgainMs = 20_000
/** After this long a person has decided, so the order is not checked again. */
const maxWaitMs = 60 * 60_000

/**
 * Accepts the order or returns the reason not to. Manual-review conditions are checked before temporary
 * ones.
 */
export function decide(facts: AutoAcceptFacts, now: Date): AutoAcceptVerdict {
  const { rules, capacity } = facts
  if (!facts.serviceOn) return waits('service-off', 'a loja desligou pedidos deste tipo')
  const cash = facts.payments.filter((payment) => payment.method === 'CASH' && !payment.prepaid)
  const cashCents = cash.reduce((total, payment) => total + payment.cents, 0)
  if (rules.cashLimitCents !== null && cashCents > rules.cashLimitCents)
    return waits(
      'cash',
      rules.cashLimitCents === 0
        ? 'pagamento em dinheiro'
        : `pagamento em dinheiro acima de ${moneyText(rules.cashLimitCents)}`,
    )
  if (rules.firstOrderWaits && (facts.ordersCount === null || facts.ordersCount <= 1))
    return waits(
      'first-order',
      facts.ordersCount === null ? 'cliente não identificado' : 'primeiro pedido deste cliente',
    )
  const startAt = facts.preparationStartAt
  if (facts.scheduled && !rules.scheduledAtOnce && startAt && startAt > now)
    return waits(
      'scheduled',
      `pedido agendado: o aceite automático olha de novo ${momentText(startAt, now, facts.timezone)}`,
      startAt,
    )
  if (capacity.level === 'paused') {
    const until = capacity.until === null ? null : new Date(capacity.until)
    return waits(
      'paused',
      until ? `loja pausada até ${clockText(until, facts.timezone)}` : 'loja pausada',
      until,
    )
  }
  if (rules.onlyWhenOpen && !facts.storeOpen) return waits('closed', 'loja fechada agora')
  const most = rules.maxInPreparation
  if (most !== null && facts.inPreparation >= most) {
    const patient = now.getTime() - (startAt ?? facts.createdAt).getTime() < maxWaitMs
    return waits(
      'kitchen',
      `${facts.inPreparation === 1 ? 'já há 1 pedido' : `já há ${facts.inPreparation} pedidos`} em preparo e o limite é ${most}`,
      patient ? new Date(now.getTime() + lookAgainMs) : null,
    )
  }
  return { accepted: true }
}

const waits = (
  why: Extract<AutoAcceptVerdict, { accepted: false }>['why'],
  reason: string,
  lookAgainAt: Date | null = null,
): AutoAcceptVerdict => ({ accepted: false, why, reason, lookAgainAt })

/** `19:30`, in the store's zone. */
const clockText = (at: Date, timezone: string): string =>
  at.toLocaleTimeString('pt-BR', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })

/** `às 19:30`, or `em 21/11 às 19:30` on another day. */
export function momentText(at: Date, now: Date, timezone: string): string {
  const clock = `às ${clockText(at, timezone)}`
  const day = localParts(at, timezone).day
  if (day === localParts(now, timezone).day) return clock
  return `em ${day.slice(8)}/${day.slice(5, 7)} ${clock}`
}
