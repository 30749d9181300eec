import * as z from 'zod/mini'
import { twoLetters } from '../shared/plain-name.ts'
import { phoneText } from '../shared/phones.ts'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'

export const courierDay = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  phone: z.nullable(z.string()),
  active: z.boolean(),
  /** Start of the open shift; null: off shift. */
  shiftSince: z.nullable(instant),
  /** Open orders assigned to the courier, oldest first. */
  inHand: z.array(z.strictObject({ orderId: z.uuid(), displayId: z.string() })),
  delivered: z.int(),
  /** Cash of the day: collected on delivered orders, handed in, still due. Null below manager. */
  money: z.nullable(z.strictObject({ cashCents: z.int(), settledCents: z.int(), dueCents: z.int() })),
})
export type CourierDay = z.output<typeof courierDay>

/** Couriers on shift first: fewest orders, then longest wait. */
export const readCourierDay = route({
  name: 'readCourierDay',
  method: 'GET',
  path: '/motoboys/day',
  summary: "The store's couriers on a business day: shift, orders in hand, delivered, cash to settle",
  access: { kind: 'store', role: 'basic' },
  query: z.strictObject({ day: z.optional(givenDay) }),
  reply: z.strictObject({ day: dayText, couriers: z.array(courierDay) }),
  errors: ['store/not-found'],
})

const courierName = z
  .string('Informe o nome.')
  .check(z.trim(), ...twoLetters('Informe o nome.'), z.maxLength(80))
const courierParams = z.strictObject({ motoboyId: z.uuid('Entregador inválido.') })
const saved = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  phone: z.nullable(z.string()),
  active: z.boolean(),
})

export const addMotoboy = route({
  name: 'addMotoboy',
  method: 'POST',
  path: '/motoboys',
  summary: 'Adds a courier to the store',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ name: courierName, phone: z.optional(phoneText) }),
  reply: saved,
  errors: ['store/not-found'],
  idempotency: 'accepted',
})

export const updateMotoboy = route({
  name: 'updateMotoboy',
  method: 'PUT',
  path: '/motoboys/{motoboyId}',
  summary: 'Changes a courier; an inactive one is not offered any more',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: courierParams,
  body: z.strictObject({ name: courierName, phone: z.optional(phoneText), active: z.boolean() }),
  reply: saved,
  errors: ['store/not-found', 'order/motoboy-not-found'],
})

export const setShift = route({
  name: 'setShift',
  method: 'POST',
  path: '/motoboys/{motoboyId}/shift',
  summary: 'Starts or ends the shift of a courier; repeating it changes nothing',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: courierParams,
  body: z.strictObject({ open: z.boolean() }),
  reply: z.strictObject({ shiftSince: z.nullable(instant) }),
  errors: ['store/not-found', 'order/motoboy-not-found'],
})

export const settleCash = route({
  name: 'settleCash',
  method: 'POST',
  path: '/motoboys/{motoboyId}/settle',
  summary: 'Cash that a courier hands in for a business day; never more than is due',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: courierParams,
  body: z.strictObject({
    day: givenDay,
    cents: cents.check(z.positive('O valor precisa ser maior que zero.')),
  }),
  reply: z.strictObject({ dueCents: z.int() }),
  errors: ['store/not-found', 'order/motoboy-not-found', 'validation/refused'],
  idempotency: 'accepted',
})
