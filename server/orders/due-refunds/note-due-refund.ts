import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  DueRefund,
  DueRefundCause,
  PaidPart,
  RefundChoice,
} from '../../../contract/orders/money/due-refunds.ts'
import { sumOfParts } from '../../../contract/orders/money/paid-money.ts'
import { paidWith } from '../../../contract/orders/money/payment-methods.ts'
import { roleMeets, type RoleName } from '../../../contract/shared/access.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OrderKey } from '../moves/lock-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { openRefund, partsOf } from './due-refunds.reads.ts'

interface Owed {
  readonly cause: DueRefundCause
  /** All that the store owes for the order now, with what it owed before. Empty: nothing. */
  readonly parts: readonly PaidPart[]
  /** Undefined: it is due. */
  readonly choice: RefundChoice | undefined
  readonly actor: { readonly uid: string; readonly name: string; readonly role: RoleName }
  readonly now: Date
}

/**
 * Makes what is due for a locked order these parts, settled at once if the person said so, with its line in the
 * timeline. The caller's transaction has written the order.
 */
export async function noteDueRefund(tx: Transaction<Cell>, order: OrderKey, owed: Owed): Promise<void> {
  const { parts, choice, actor, now } = owed
  rejectWrongChoice(choice, sumOfParts(parts), actor.role)
  const before = await openRefund(tx, order.store_id, order.id)
  if (staysAsItIs(before, owed)) return
  await tx
    .deleteFrom('due_refunds')
    .where('store_id', '=', order.store_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'due')
    .execute()
  if (parts.length > 0) await insertRefund(tx, order, before, owed)
  const state = choice?.state ?? 'due'
  await recordEvent(tx, order.store_id, order.id, {
    source: 'balcao',
    type: parts.length > 0 ? refundEvents[state] : 'REFUND_NOT_DUE',
    at: now,
    actor: { uid: actor.uid, name: actor.name },
    data: { note: refundNote(parts.length > 0 ? parts : partsOf(before), choice?.reason ?? null) },
  })
}

function staysAsItIs(before: DueRefund | null, { cause, parts, choice }: Owed): boolean {
  if (!before) return parts.length === 0
  const stillDue = choice === undefined || choice.state === 'due'
  return stillDue && before.cause === cause && isDeepStrictEqual(before.parts, parts)
}

async function insertRefund(
  tx: Transaction<Cell>,
  order: OrderKey,
  before: DueRefund | null,
  { cause, parts, choice, actor, now }: Owed,
): Promise<void> {
  const state = choice?.state ?? 'due'
  const isSettled = state !== 'due'
  await tx
    .insertInto('due_refunds')
    .values({
      store_id: order.store_id,
      id: uuidv7(),
      order_id: order.id,
      cause,
      cents: sumOfParts(parts),
      parts: JSON.stringify(parts),
      since: before?.cause === cause ? before.since : now,
      state,
      settled_at: isSettled ? now : null,
      settled_uid: isSettled ? actor.uid : null,
      settled_name: isSettled ? actor.name : null,
      reason: choice?.reason ?? null,
    })
    .execute()
}

export const refundEvents = {
  due: 'REFUND_DUE',
  given: 'REFUND_GIVEN',
  kept: 'REFUND_KEPT',
} as const satisfies Record<RefundChoice['state'], string>

/** `Pix R$ 28,90 + Crédito R$ 10,00: o cliente não quis`. */
export const refundNote = (parts: readonly PaidPart[], reason: string | null): string =>
  [parts.map((part) => `${paidWith(part)} ${moneyText(part.cents)}`).join(' + '), reason]
    .filter((words) => words !== null)
    .join(': ')

/** Only a manager decides that the store keeps a customer's money, and says why. */
export function rejectWrongState(
  { state, reason }: Pick<RefundChoice, 'state' | 'reason'>,
  role: RoleName,
  path: string,
): void {
  if (state === 'kept' && !roleMeets(role, 'manager'))
    throw new AppError('permission/denied', {
      message: 'Só gerentes e donos decidem que a loja não devolve.',
    })
  if (state === 'kept' && !reason) throw refusedField(path, 'Diga por que a loja não devolve.')
  if (state !== 'kept' && reason) throw refusedField(path, 'O motivo é só para quando a loja não devolve.')
}

function rejectWrongChoice(choice: RefundChoice | undefined, cents: number, role: RoleName): void {
  if (!choice) return
  if (cents === 0) throw refusedField('refund', 'A loja não recebeu nada a devolver deste pedido.')
  if (choice.cents !== cents) {
    const message = `Agora são ${moneyText(cents)} a devolver, e não ${moneyText(choice.cents)}. Confira e faça de novo.`
    throw new AppError('order/total-mismatch', { message, details: [{ path: 'refund.cents', message }] })
  }
  rejectWrongState(choice, role, 'refund.reason')
}

const refusedField = (path: string, message: string): AppError =>
  new AppError('validation/refused', { details: [{ path, message }] })
