import { minuteMs, secondMs } from '../../contract/shared/durations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { clockTime, localClock } from '../words/format.ts'
import { nearDay } from '../words/near-day.ts'

/** How much time an order has left, in words and colour. Pure functions. */
type Tone = 'calm' | 'soon' | 'late'
/** `waits`: it is ready, and the customer has not collected it yet. That is nobody's fault here. */
export type TicketTone = Tone | 'waits'

/** What the timer needs to know of the order's store. */
export interface StoreTerms {
  /** IANA zone. */
  readonly timezone: string
  /** The store's own target for accepting an order of its own channel. */
  readonly acceptWithinMs: number
}

export interface OrderTimer {
  readonly tone: TicketTone
  /** `há 40 s`, `12 de 50 min`, `31 de 25 min`, `pronto há 6 min`, `entregue há 4 min`, `iniciar preparo às 19:30`. */
  readonly text: string
  /** 0 to 1, width of the bar: time left to accept a new order; time passed of the promised time of others. */
  readonly share: number
  readonly acceptance: Acceptance | null
}

/** Of a new order. */
export interface Acceptance {
  readonly tone: Tone
  /** Negative: overdue. */
  readonly leftMs: number
  /** 0 to 1. */
  readonly leftShare: number
  /** `4:12`, `1:02:00`; overdue: `+3:05`. */
  readonly clock: string
  /** `aceitar em 4:12`, `aceite atrasado 3:05`, `prazo de aceite vencido`. */
  readonly text: string
  /** `Sem aceite até 20:15, o canal cancela sozinho.`, with its name; null: nobody cancels it, or it is not urgent yet. */
  readonly warning: string | null
}

/** From here on the order is red and its time pulses. */
const urgentMs = 2 * minuteMs

/**
 * Time left to accept a new order: until the channel cancels it, or by the store's target on its own channel. Yellow from
 * half of that time, red in the last two minutes. Null: not new.
 */
export function acceptanceOf(order: Order, now: Date, terms: StoreTerms): Acceptance | null {
  if (order.status !== 'placed') return null
  const { created, by } = windowOf(order, terms)
  const leftMs = by - now.getTime()
  const leftShare = Math.min(1, Math.max(0, leftMs / Math.max(secondMs, by - created)))
  const tone: Tone = leftMs <= urgentMs ? 'late' : leftShare <= 0.5 ? 'soon' : 'calm'
  const dies = order.confirmBy !== null
  return {
    tone,
    leftMs,
    leftShare,
    clock: leftMs < 0 ? `+${clockSpan(-leftMs)}` : clockSpan(leftMs),
    text:
      leftMs >= 0
        ? `aceitar em ${clockSpan(leftMs)}`
        : dies
          ? 'prazo de aceite vencido'
          : `aceite atrasado ${clockSpan(-leftMs)}`,
    warning:
      dies && tone === 'late' && leftMs >= 0
        ? `Sem aceite até ${localClock(new Date(by).toISOString(), terms.timezone)}, ${withChannel('o', order.platform)} cancela sozinho.`
        : null,
  }
}

/**
 * Orders new to old by what is left to accept them. One that its channel cancels within two minutes comes before all
 * others, even before overdue orders of the own channel, which nobody cancels.
 */
export function firstToAccept(now: Date, termsOf: (order: Order) => StoreTerms) {
  const by = (order: Order) => windowOf(order, termsOf(order)).by
  return (a: Order, b: Order): number => {
    const [byA, byB] = [by(a), by(b)]
    return Number(isDying(b, now)) - Number(isDying(a, now)) || byA - byB || (a.id < b.id ? -1 : 1)
  }
}

/** New, and its channel cancels it within two minutes. */
function isDying(order: Order, now: Date): boolean {
  if (order.status !== 'placed' || order.confirmBy === null) return false
  const left = Date.parse(order.confirmBy) - now.getTime()
  return left >= 0 && left <= urgentMs
}

function windowOf(order: Order, { acceptWithinMs }: StoreTerms) {
  const created = Date.parse(order.createdAt)
  return { created, by: order.confirmBy ? Date.parse(order.confirmBy) : created + acceptWithinMs }
}

/** Late for the customer, as the sounds tell it; computed for every order every second. */
export const isLate = (order: Order, now: Date): boolean =>
  order.promisedAt !== null &&
  Date.parse(order.promisedAt) < now.getTime() &&
  order.status !== 'delivered' &&
  !waitsForCustomer(order) &&
  !waitsForItsTime(order, now)

/** Ready to be collected: from here on its time is the customer's. */
export const waitsForCustomer = (order: Pick<Order, 'status' | 'type'>): boolean =>
  order.status === 'ready' && order.type === 'TAKEOUT'

/** Accepted for later, and its preparation does not start yet. */
export function waitsForItsTime(order: Order, now: Date): boolean {
  return (
    order.status === 'confirmed' &&
    order.timing === 'SCHEDULED' &&
    order.preparationStartAt !== null &&
    new Date(order.preparationStartAt) > now
  )
}

/**
 * A new order by the time left to accept it, any other by the share of its promised time: up to 70 % calm, up to
 * 100 % soon, then late.
 */
export function timerOf(order: Order, now: Date, terms: StoreTerms): OrderTimer {
  const since = () => spanText(now.getTime() - Date.parse(order.statusSince))
  if (order.status === 'delivered') return unhurried('calm', `entregue há ${since()}`)
  if (waitsForCustomer(order)) return unhurried('waits', `pronto há ${since()}`)
  if (waitsForItsTime(order, now) && order.preparationStartAt) {
    const { preparationStartAt: start } = order
    const day = nearDay(start, now, terms.timezone)
    return unhurried('calm', `iniciar preparo ${day}às ${localClock(start, terms.timezone)}`)
  }
  const started = startOf(order)
  const passed = Math.max(0, now.getTime() - started)
  const acceptance = acceptanceOf(order, now, terms)
  if (acceptance)
    return { tone: acceptance.tone, text: `há ${spanText(passed)}`, share: acceptance.leftShare, acceptance }
  if (!order.promisedAt) return unhurried('calm', `há ${spanText(passed)}`)
  const promised = Math.max(minuteMs, new Date(order.promisedAt).getTime() - started)
  const share = Math.min(1, passed / promised)
  return {
    tone: toneOf(passed, promised),
    text:
      order.status === 'ready'
        ? `pronto há ${since()}`
        : `${minutesText(passed)} de ${Math.round(promised / minuteMs)}\u00a0min`,
    share,
    acceptance: null,
  }
}

/** Its bar does not fill. */
const unhurried = (tone: TicketTone, text: string): OrderTimer => ({ tone, text, share: 0, acceptance: null })

/** When the order's time began to count. */
export const startOf = (order: Order): number =>
  Date.parse(
    order.timing === 'SCHEDULED' && order.preparationStartAt ? order.preparationStartAt : order.createdAt,
  )

export interface KitchenTime {
  readonly tone: Tone
  /** Whole minutes since the order's time began. */
  readonly minutes: number
  /** Promised to the customer; null: nothing was. */
  readonly promisedMinutes: number | null
}

/** As `timerOf`, in figures, for an order that is being made. */
export function kitchenTimeOf(order: Order, now: Date): KitchenTime {
  const passed = Math.max(0, now.getTime() - startOf(order))
  const minutes = Math.floor(passed / minuteMs)
  if (!order.promisedAt) return { tone: 'calm', minutes, promisedMinutes: null }
  const promised = Math.max(minuteMs, Date.parse(order.promisedAt) - startOf(order))
  return { tone: toneOf(passed, promised), minutes, promisedMinutes: Math.round(promised / minuteMs) }
}

const toneOf = (passed: number, promised: number): Tone =>
  passed > promised ? 'late' : passed > 0.7 * promised ? 'soon' : 'calm'

/** `18`; from two hours on `2 h 05`. */
function minutesText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 120) return String(minutes)
  return `${Math.floor(minutes / 60)}\u00a0h ${String(minutes % 60).padStart(2, '0')}`
}

/** `Agendado para 12:30–13:00`, `Agendado amanhã 12:30–13:00`. */
export function scheduleText(order: Order, now: Date, timezone: string): string {
  if (!order.schedule) return 'Agendado'
  const { start, end } = order.schedule
  // Without its preposition the day still fits on a card.
  const day = nearDay(start, now, timezone) || 'para '
  return `Agendado ${day}${clockTime(start, timezone)}–${localClock(end, timezone)}`
}

/** `40 s`, `12 min`, `1 h 05 min`. */
function spanText(ms: number): string {
  if (ms < minuteMs) return `${Math.max(0, Math.floor(ms / secondMs))}\u00a0s`
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 60) return `${minutes}\u00a0min`
  return `${Math.floor(minutes / 60)}\u00a0h ${String(minutes % 60).padStart(2, '0')}\u00a0min`
}

/** `0:48`, `12:05`, `1:02:00`. */
export function clockSpan(ms: number): string {
  const seconds = Math.floor(ms / secondMs)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
