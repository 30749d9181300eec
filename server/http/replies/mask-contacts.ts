import * as z from 'zod/mini'
import { maskedBeside, maskedFor } from '../../../contract/orders/masking.ts'
import { orderView, type Order } from '../../../contract/orders/orders.ts'
import type { RoleName } from '../../../contract/shared/access.ts'
import type { Route } from '../../../contract/shared/route.ts'
import { checkedPieces } from '../../calls/call.ts'
import { AppError } from '../../errors/app-error.ts'

/** What authorisation granted, by kind of route (server/calls/call.ts). */
interface Granted {
  readonly storeId?: string
  readonly role?: RoleName
  readonly stores?: readonly { readonly storeId: string; readonly role: RoleName }[]
}

/**
 * Hides contacts of ended orders in every reply that holds an order, wherever it stands. One place for all calls,
 * so that a new one cannot forget it; only a route that leaves an audit row reveals them. The board's texts are
 * masked where they are made (server/orders/board/order-texts.ts).
 */
export function withMaskedContacts(route: Route, granted: Granted, answer: unknown): unknown {
  const isData = typeof answer === 'object' && answer !== null && !(checkedPieces in answer)
  return !isData || route.revealsContacts || !holdsOrders(route) ? answer : masked(answer, granted)
}

/** An error may carry the current order. */
export function withMaskedCurrent(granted: Granted, error: unknown): unknown {
  if (!(error instanceof AppError) || error.extras.current === undefined) return error
  return new AppError(error.code, { ...error.extras, current: masked(error.extras.current, granted) })
}

const routesWithOrders = new WeakMap<Route, boolean>()

/** By the reply's schema, so that other replies are not searched. */
export function holdsOrders(route: Route): boolean {
  const known = routesWithOrders.get(route)
  if (known !== undefined) return known
  const found = holds(z.toJSONSchema(route.reply, { io: 'output', unrepresentable: 'any', reused: 'inline' }))
  routesWithOrders.set(route, found)
  return found
}

/** What only an order's object has. */
const marks = ['masked', 'customer', 'status', 'storeId'] as const satisfies readonly (keyof Order)[]
for (const mark of marks) if (!(mark in orderView.shape)) throw new Error(`An order has no ${mark}.`)

function holds(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false
  if ('properties' in shape && isRecord(shape.properties) && hasMarks(shape.properties)) return true
  return Object.values(shape).some(holds)
}

function masked(value: unknown, granted: Granted): unknown {
  if (Array.isArray(value)) return value.map((inner: unknown) => masked(inner, granted))
  if (!isRecord(value)) return value
  if (isOrder(value)) return maskedFor(roleIn(granted, value.storeId), value)
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, granted)]))
  return isOrder(inner.order) ? maskedBeside({ ...inner, order: inner.order }) : inner
}

function roleIn({ storeId, role, stores }: Granted, orderStore: string): RoleName {
  if (role !== undefined && storeId === orderStore) return role
  return stores?.find((store) => store.storeId === orderStore)?.role ?? 'basic'
}

const hasMarks = (record: Readonly<Record<string, unknown>>): boolean =>
  marks.every((mark) => Object.hasOwn(record, mark))
const isOrder = (value: unknown): value is Order => isRecord(value) && hasMarks(value)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
