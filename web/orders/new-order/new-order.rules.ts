import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { quoteDelivery } from '../../../contract/delivery/quote.ts'
import type { Menu } from '../../../contract/menu/menu.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { readPhone } from '../../../contract/shared/phones.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import type { PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { isMoment } from '../../days/typed-time.rules.ts'
import { lineProblem, lineTotal, placedItemOf, type DraftItem } from './draft-lines.rules.ts'

/** Form values of an order taken at the counter or by phone. */
export interface OrderDraft {
  readonly type: OrderType
  /** A person chose the way: no telephone changes it. */
  readonly typeChosen: boolean
  readonly name: string
  readonly phone: string
  /** The store's own, for a phone without one; null: the store has no phone. */
  readonly areaCode: string | null
  readonly place: string
  /** The address as the customer says it; it fills the fields below. */
  readonly addressLine: string
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly reference: string
  readonly district: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  /** Where the address is; null: unknown. */
  readonly point: DraftPoint | null
  /** The area that staff chose for the address; null: none. */
  readonly zone: { readonly zoneId: string; readonly of: string } | null
  readonly items: readonly DraftItem[]
  readonly deliveryFee: string
  /** Why the fee is not the one of the quote. */
  readonly feeNote: string
  /** In reais, or as a share of the items: `10 %`. */
  readonly discount: string
  readonly discountReason: string
  readonly method: string
  /** The money is here already. */
  readonly prepaid: boolean
  readonly changeFor: string
  readonly notes: string
  /** `2026-11-21T19:30` in the store's time zone; empty: now. */
  readonly readyAt: string
}

/** `of`: the door that it was said of; with another street or number it counts no more. */
export interface DraftPoint extends MapPoint {
  readonly source: 'map' | 'order'
  readonly of: string
}

/** What the customer pays, in centavos. */
export function draftTotal(draft: OrderDraft): number {
  return itemsTotal(draft) + feeOf(draft) - (discountOf(draft) ?? 0)
}

/** In centavos; null: unreadable. */
export function discountOf(draft: Pick<OrderDraft, 'discount' | 'items'>): number | null {
  const typed = draft.discount.trim()
  if (typed === '') return 0
  const share = /^(\d{1,3}(?:,\d+)?)\s?%$/.exec(typed)?.[1]
  if (share === undefined) return centsTyped(typed)
  return Math.round((itemsTotal(draft) * Number(share.replace(',', '.'))) / 100)
}

const feeOf = (draft: OrderDraft): number =>
  draft.type === 'DELIVERY' ? (centsTyped(draft.deliveryFee) ?? 0) : 0

type Door = Pick<OrderDraft, 'street' | 'number' | 'city' | 'state'>

/** The same for a door however it is written. */
export const doorOf = ({ street, number, city, state }: Door): string =>
  [street, number, city, state].map((part) => part.trim().toLowerCase()).join('|')

/** With the district, which decides between areas. */
export const addressOf = (draft: Door & Pick<OrderDraft, 'district'>): string =>
  `${doorOf(draft)}|${draft.district.trim().toLowerCase()}`

/** Of this door; null: none, or of another one. */
export const pointOf = (draft: OrderDraft): DraftPoint | null =>
  draft.point?.of === doorOf(draft) ? draft.point : null

const zoneOf = (draft: OrderDraft): string | null =>
  draft.zone?.of === addressOf(draft) ? draft.zone.zoneId : null

type Quoted = Omit<Sent<typeof quoteDelivery>['body'], 'itemsCents'>

/** What the quote of a delivery depends on, for one that can be asked; null: too little is known. */
export function quotedPlace(draft: OrderDraft): Quoted | null {
  const [district, zipCode] = [draft.district.trim(), zipCodeOf(draft.zipCode)]
  const text = draft.addressLine.trim()
  if (draft.type !== 'DELIVERY' || (district === '' && zipCode === null && text === '')) return null
  return {
    // The store's own names of districts find one that the line says without a comma.
    ...(district === '' ? (text === '' ? {} : { text }) : { district }),
    ...(zipCode === null ? {} : { zipCode }),
    ...pointAndZone(draft),
  }
}

/** A door is whole with its number: a street that is still being typed is looked for nowhere. */
function pointAndZone(draft: OrderDraft): Pick<Quoted, 'point' | 'pointSource' | 'address' | 'zoneId'> {
  const [street, number, city] = [draft.street.trim(), draft.number.trim(), draft.city.trim()]
  const [point, zoneId] = [pointOf(draft), zoneOf(draft)]
  return {
    ...(street && number ? { address: { street, number, city, state: draft.state } } : {}),
    ...(point ? { point: { lat: point.lat, lng: point.lng }, pointSource: point.source } : {}),
    ...(zoneId ? { zoneId } : {}),
  }
}

/** What the items cost, in centavos. */
export const itemsTotal = (draft: Pick<OrderDraft, 'items'>): number =>
  draft.items.reduce((sum, item) => sum + lineTotal(item), 0)

/** In E.164; null: none, or none that can be called. */
export const phoneOf = ({ phone, areaCode }: Pick<OrderDraft, 'phone' | 'areaCode'>): string | null =>
  readPhone(phone, areaCode)

/** Eight digits; null: none. */
function zipCodeOf(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length === 8 ? digits : null
}

/** Sentences by the name of each unreadable field. */
export function draftProblems(draft: OrderDraft, menu?: Menu): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'Informe o nome do cliente.'
  if (draft.phone.trim() !== '' && phoneOf(draft) === null) problems.phone = 'Informe o telefone com DDD.'
  if (draft.items.length === 0) problems.items = 'Escolha ao menos um item.'
  if (draft.items.some((item) => centsTyped(item.price) === null))
    problems.items = 'Confira os preços: use vírgula, como 12,50.'
  if (draft.items.some((item) => lineProblem(item, menu)))
    problems.items = 'O cardápio mudou. Confira os itens marcados.'
  if (draft.deliveryFee.trim() !== '' && centsTyped(draft.deliveryFee) === null)
    problems.deliveryFee = 'Use vírgula, como 8,00.'
  if (draft.type === 'DELIVERY' && draft.street.trim() === '') problems.street = 'Informe a rua.'
  if (draft.type === 'DELIVERY' && draft.district.trim() === '') problems.district = 'Informe o bairro.'
  if (draft.type === 'INDOOR' && draft.place.trim() === '') problems.place = 'Informe a mesa.'
  if (draft.readyAt !== '' && !isMoment(draft.readyAt))
    problems.readyAt = 'Informe o dia e a hora, ou deixe os dois vazios.'
  return { ...problems, ...discountProblems(draft), ...changeProblem(draft) }
}

function discountProblems(draft: OrderDraft): Readonly<Record<string, string>> {
  const cents = discountOf(draft)
  if (cents === null) return { discount: 'Use vírgula, como 5,00, ou uma parte, como 10\u00a0%.' }
  if (cents > itemsTotal(draft) + feeOf(draft)) return { discount: 'O desconto passa do total.' }
  if (cents > 0 && draft.discountReason.trim() === '') return { discountReason: 'Diga por que há desconto.' }
  return {}
}

/** What was typed for the change of cash counts only while the order is paid so. */
function changeProblem(draft: OrderDraft): Readonly<Record<string, string>> {
  if (!asksChange(draft) || draft.changeFor.trim() === '') return {}
  const change = centsTyped(draft.changeFor)
  if (change === null) return { changeFor: 'Use vírgula, como 100,00.' }
  return change < draftTotal(draft) ? { changeFor: 'O troco é para menos que o total.' } : {}
}

export const asksChange = ({ method, prepaid }: Pick<OrderDraft, 'method' | 'prepaid'>): boolean =>
  method === 'CASH' && !prepaid

/** The body of `placeOrder`; only for a draft without problems. */
export function orderOf(draft: OrderDraft, timezone: string): PlaceOrderBody {
  const total = draftTotal(draft)
  const fee = feeOf(draft)
  return {
    type: draft.type,
    customer: { name: draft.name.trim(), phone: phoneOf(draft) },
    items: draft.items.map(placedItemOf),
    fees: fee > 0 ? [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] : [],
    discounts: discountsOf(draft),
    payments: [
      {
        method: draft.method,
        brand: null,
        cents: total,
        prepaid: draft.prepaid,
        changeForCents: asksChange(draft) ? centsTyped(draft.changeFor) : null,
      },
    ],
    orderCents: total,
    delivery:
      draft.type === 'DELIVERY'
        ? {
            address: {
              street: draft.street.trim(),
              number: draft.number.trim() || 's/n',
              complement: draft.complement.trim() || null,
              reference: draft.reference.trim() || null,
              district: draft.district.trim(),
              city: draft.city.trim(),
              state: draft.state,
              zipCode: zipCodeOf(draft.zipCode),
              lat: pointOf(draft)?.lat ?? null,
              lng: pointOf(draft)?.lng ?? null,
            },
          }
        : null,
    indoor: draft.type === 'INDOOR' ? { place: draft.place.trim() } : null,
    notes: draft.notes.trim() || null,
    schedule: scheduleOf(draft.readyAt, timezone),
  }
}

function discountsOf(draft: OrderDraft): PlaceOrderBody['discounts'] {
  const cents = discountOf(draft) ?? 0
  if (cents === 0) return []
  const reason = draft.discountReason.trim()
  return [{ cents, target: 'CART', sponsors: [{ name: 'MERCHANT', cents }], reason }]
}

/** Length of the time window, starting at the agreed time, like the marketplaces'. */
const windowMinutes = 30

function scheduleOf(readyAt: string, timezone: string): PlaceOrderBody['schedule'] {
  if (readyAt === '') return null
  const start = instantAt(readyAt, timezone)
  return { start: start.toISOString(), end: new Date(start.getTime() + windowMinutes * 60_000).toISOString() }
}

/** Converts wall-clock time in the zone to an instant. */
function instantAt(wall: string, timezone: string): Date {
  const asUtc = new Date(`${wall.slice(0, 16)}:00Z`)
  const { day, hour, minute } = localParts(asUtc, timezone)
  const shown = Date.parse(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`)
  return new Date(2 * asUtc.getTime() - shown)
}
