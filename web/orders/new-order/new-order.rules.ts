import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { quoteDelivery } from '../../../contract/delivery/quote.ts'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import { chargedOptions } from '../../../contract/menu/option-prices.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { readPhone } from '../../../contract/shared/phones.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import type { PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { isMoment } from '../../days/typed-time.rules.ts'
import { once, sumOf, type DraftOption } from './draft-options.rules.ts'

/** Form values of an order taken at the counter or by phone. */
export interface OrderDraft {
  readonly type: OrderType
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
  readonly method: string
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

export interface DraftItem {
  /** Null: typed by hand, with its own price. */
  readonly menuItemId: string | null
  readonly name: string
  readonly externalCode: string | null
  readonly quantity: number
  readonly price: string
  readonly options: readonly DraftOption[]
  readonly notes: string
}

/** One line with the item and its chosen options, count 1. */
export function lineOf(item: MenuItem, options: readonly DraftOption[]): DraftItem {
  return {
    menuItemId: item.id,
    name: item.name,
    externalCode: item.externalCode,
    quantity: 1,
    price: priceText(item.priceCents),
    options,
    notes: '',
  }
}

/** The same item with the same options increases the count; anything else is a new line. */
export function withLine(items: readonly DraftItem[], line: DraftItem): readonly DraftItem[] {
  const same = items.findIndex(
    (item) =>
      item.menuItemId !== null &&
      item.menuItemId === line.menuItemId &&
      item.notes === '' &&
      item.options.length === line.options.length &&
      item.options.every((option, index) => option.menuOptionId === line.options[index]?.menuOptionId),
  )
  if (same === -1) return [...items, line]
  return items.map((item, index) =>
    index === same ? { ...item, quantity: Math.min(99, item.quantity + 1) } : item,
  )
}

export const priceText = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')

/** Conflict between a line and the current menu; null if there is none. */
export function lineProblem(
  line: DraftItem,
  menu: Menu | undefined,
): { readonly kind: 'gone' | 'paused' | 'price'; readonly words: string } | null {
  if (!menu || line.menuItemId === null) return null
  const item = menu.items.find((one) => one.id === line.menuItemId)
  if (!item) return { kind: 'gone', words: 'Saiu do cardápio. Tire do pedido.' }
  if (item.status === 'UNAVAILABLE') return { kind: 'paused', words: 'Está pausado. Tire do pedido.' }
  const now = pricedAgain(line, item, menu)
  if (now.price === line.price && sumOf(now.options) === sumOf(line.options)) return null
  return { kind: 'price', words: 'O preço mudou no cardápio.' }
}

/** The line at current menu prices. */
export function pricedAgain(line: DraftItem, item: MenuItem, menu: Menu): DraftItem {
  const current = new Map(
    menu.optionGroups.flatMap(({ priceMethod, options }) =>
      options.map(({ id, priceCents }) => [id, { priceCents, priceMethod }] as const),
    ),
  )
  return {
    ...line,
    price: priceText(item.priceCents),
    options: line.options.map((option) => ({ ...option, ...current.get(option.menuOptionId) })),
  }
}

/** Total of one line in centavos; an unreadable price counts as zero. */
export const lineTotal = (item: DraftItem): number =>
  item.quantity * ((centsTyped(item.price) ?? 0) + sumOf(item.options))

/** What the customer pays, in centavos. */
export function draftTotal(draft: OrderDraft): number {
  return itemsTotal(draft) + feeOf(draft)
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
export const itemsTotal = (draft: OrderDraft): number =>
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
  if (draft.changeFor.trim() !== '') {
    const change = centsTyped(draft.changeFor)
    if (change === null) problems.changeFor = 'Use vírgula, como 100,00.'
    else if (change < draftTotal(draft)) problems.changeFor = 'O troco é para menos que o total.'
  }
  return problems
}

/** The body of `placeOrder`; only for a draft without problems. */
export function orderOf(draft: OrderDraft, timezone: string): PlaceOrderBody {
  const total = draftTotal(draft)
  const fee = feeOf(draft)
  return {
    type: draft.type,
    customer: { name: draft.name.trim(), phone: phoneOf(draft) },
    items: draft.items.map(placedItemOf),
    fees: fee > 0 ? [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] : [],
    discounts: [],
    payments: [
      {
        method: draft.method,
        brand: null,
        cents: total,
        prepaid: false,
        changeForCents: draft.method === 'CASH' ? centsTyped(draft.changeFor) : null,
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

/** A line as the call takes it. */
export function placedItemOf(item: DraftItem): PlaceOrderBody['items'][number] {
  return {
    ...(item.menuItemId === null ? {} : { menuItemId: item.menuItemId }),
    externalCode: item.externalCode,
    name: item.name.trim(),
    quantity: item.quantity,
    unitPriceCents: centsTyped(item.price) ?? 0,
    totalCents: lineTotal(item),
    notes: item.notes.trim() || null,
    options: chargedOptions(item.options.map(once)).map((charge) => {
      const option = item.options.find(({ menuOptionId }) => menuOptionId === charge.menuOptionId)
      return { ...charge, name: option?.name ?? '', groupName: option?.groupName ?? null }
    }),
  }
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
