import type { KnownOrder, SimulatedDispute } from './records.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cancel } from './life.ts'
import { rejectUnauthorised } from './access-api.ts'
import type { World } from './world.ts'

export interface DisputeRequest {
  readonly action?: 'CANCELLATION' | 'PARTIAL_CANCELLATION' | 'PROPOSED_AMOUNT_REFUND'
  readonly amount?: number
  readonly message?: string
  readonly expiresInMinutes?: number
  readonly timeoutAction?: SimulatedDispute['timeoutAction']
  /** Addresses of the customer's pictures. */
  readonly photos?: readonly string[]
}

const rejectReasons = new Set([
  'HIGH_STORE_DEMAND',
  'UNKNOWN_ISSUE',
  'CUSTOMER_SATISFACTION',
  'INVENTORY_CHECK',
  'SYSTEM_ISSUE',
  'WRONG_ORDER',
  'PRODUCT_QUALITY',
  'LATE_DELIVERY',
  'CUSTOMER_REQUEST',
])

/** As the published samples of negotiations: centavos as an integer text. */
const moneyOf = (reais: number) => ({ value: String(Math.round(reais * 100)), currency: 'BRL' })

/** Opens a customer's dispute, which the store must answer before a deadline. */
export function openDispute(world: World, known: KnownOrder, options: DisputeRequest): SimulatedDispute {
  const amount = options.amount ?? known.order.total.subTotal
  const action = options.action ?? 'PROPOSED_AMOUNT_REFUND'
  const dispute: SimulatedDispute = {
    id: randomUUID(),
    orderId: known.order.id,
    action,
    amount,
    expiresAt: world.now() + (options.expiresInMinutes ?? 15) * 60_000,
    timeoutAction: options.timeoutAction ?? 'ACCEPT_CANCELLATION',
    alternatives:
      action === 'CANCELLATION'
        ? []
        : [
            {
              id: randomUUID(),
              type: 'REFUND',
              metadata: { maxAmount: moneyOf(amount) },
            },
          ],
    status: 'OPEN',
    refunded: 0,
  }
  world.disputes.set(dispute.id, dispute)
  world.emit(known, 'HANDSHAKE_DISPUTE', {
    disputeId: dispute.id,
    action,
    handshakeType: action === 'CANCELLATION' ? 'IN_PREPARATION' : 'AFTER_DELIVERY',
    handshakeGroup: 'CUSTOMER',
    message: options.message ?? 'O cliente diz que faltou um item.',
    expiresAt: new Date(dispute.expiresAt).toISOString(),
    timeoutAction: dispute.timeoutAction,
    alternatives: dispute.alternatives,
    metadata: {
      item: [contested(known, amount)],
      evidences: (options.photos ?? []).map((url) => ({ url })),
      acceptCancellationReasons: action === 'CANCELLATION' ? ['HIGH_STORE_DEMAND', 'LACK_OF_DRIVERS'] : [],
    },
  })
  return dispute
}

/** The first dish of the order, with the sum that the customer wants for it. */
const contested = ({ order }: KnownOrder, amount: number) => {
  const [dish] = order.items as readonly Readonly<Record<string, unknown>>[]
  return {
    id: dish?.id,
    externalCode: dish?.externalCode,
    index: dish?.index,
    quantity: dish?.quantity,
    amount: moneyOf(amount),
  }
}

/** Applies the announced timeout action to disputes past their deadline. */
export function expireDisputes(world: World): void {
  for (const dispute of world.disputes.values()) {
    if (dispute.status === 'OPEN' && world.now() >= dispute.expiresAt)
      settle(world, dispute, 'EXPIRED', dispute.timeoutAction === 'ACCEPT_CANCELLATION' ? dispute.amount : 0)
  }
}

export function disputesApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/order/v1.0/disputes/:disputeId'

  app.post(`${base}/accept`, guarded, async (request, reply) => {
    const dispute = openOne(world, request, reply)
    if (!dispute) return reply
    world.later(world.env.actionDelayMs, () => settle(world, dispute, 'ACCEPTED', dispute.amount))
    dispute.status = 'ACCEPTED'
    return reply.code(201).send({ id: randomUUID(), status: 'ACCEPTED', disputeId: dispute.id })
  })

  app.post(`${base}/reject`, guarded, async (request, reply) => {
    const { reason } = (request.body ?? {}) as { reason?: string }
    if (!reason || !rejectReasons.has(reason)) return refuse(reply, 400, 'INVALID_REASON')
    const dispute = openOne(world, request, reply)
    if (!dispute) return reply
    world.later(world.env.actionDelayMs, () => settle(world, dispute, 'REJECTED', 0, reason))
    dispute.status = 'REJECTED'
    return reply.code(201).send({ id: randomUUID(), status: 'REJECTED', disputeId: dispute.id })
  })

  app.post(`${base}/alternatives/:alternativeId`, guarded, async (request, reply) => {
    const { type, metadata } = (request.body ?? {}) as {
      type?: string
      metadata?: { amount?: { value?: string } }
    }
    const { alternativeId } = request.params as { alternativeId: string }
    const known = world.disputes.get((request.params as { disputeId: string }).disputeId)
    const offer = known?.alternatives.find((one) => one.id === alternativeId && one.type === type)
    const amount = Number(metadata?.amount?.value ?? 0) / 100
    if (known && (!offer || !(amount > 0 && amount <= known.amount)))
      return refuse(reply, 400, 'INVALID_AMOUNT')
    const dispute = openOne(world, request, reply)
    if (!dispute) return reply
    dispute.status = 'ALTERNATIVE_REPLIED'
    world.later(world.env.actionDelayMs, () => {
      emitUpdate(world, dispute, 'ALTERNATIVE_REPLIED', { type, amount })
      // The customer accepts the offer shortly afterwards.
      world.later(world.env.actionDelayMs * 3, () => settle(world, dispute, 'ACCEPTED', amount))
    })
    return reply.code(201).send({ id: randomUUID(), status: 'ALTERNATIVE_REPLIED', disputeId: dispute.id })
  })
}

function settle(
  world: World,
  dispute: SimulatedDispute,
  status: 'ACCEPTED' | 'REJECTED' | 'EXPIRED',
  refunded: number,
  reason?: string,
): void {
  dispute.status = status
  dispute.refunded = refunded
  emitUpdate(
    world,
    dispute,
    status,
    refunded > 0 && refunded < dispute.amount ? { type: 'REFUND', amount: refunded } : null,
    reason,
  )
  const known = world.orders.get(dispute.orderId)
  if (known && dispute.action === 'CANCELLATION' && refunded > 0)
    cancel(world, known, 'CUSTOMER', 'Cancelamento aceito em negociação', '820')
}

function emitUpdate(
  world: World,
  dispute: SimulatedDispute,
  status: string,
  chosen: { type: string | undefined; amount: number } | null,
  reason?: string,
): void {
  const known = world.orders.get(dispute.orderId)
  if (!known) return
  world.emit(known, 'HANDSHAKE_SETTLEMENT', {
    disputeId: dispute.id,
    status,
    ...(reason ? { reason } : {}),
    ...(chosen
      ? {
          selectedDisputeAlternative: {
            type: chosen.type,
            metadata: { amount: moneyOf(chosen.amount) },
          },
        }
      : {}),
  })
}

function openOne(world: World, request: FastifyRequest, reply: FastifyReply): SimulatedDispute | null {
  const dispute = world.disputes.get((request.params as { disputeId: string }).disputeId)
  if (!dispute) {
    refuse(reply, 404, 'DISPUTE_NOT_FOUND')
    return null
  }
  if (dispute.status !== 'OPEN' || world.now() >= dispute.expiresAt) {
    refuse(reply, 422, 'DISPUTE_ALREADY_ANSWERED')
    return null
  }
  return dispute
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code } })
}
