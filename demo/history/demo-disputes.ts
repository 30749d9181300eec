import { v7 as uuidv7 } from 'uuid'
import { hourMs, minuteMs } from '../../contract/shared/durations.ts'
import { localParts } from '../../contract/shared/day.ts'
import type { DemoOrder } from './demo-orders.ts'
import type { DemoStore } from '../demo-stores.ts'
import type { Random } from '../random.ts'

const complaints = [
  'O cliente diz que faltou um item.',
  'O cliente diz que o pedido chegou frio.',
  'O cliente diz que veio um item trocado.',
] as const

/** Disputes in the store's history, with their outcome. */
export function demoDisputes(store: DemoStore, made: readonly DemoOrder[], now: Date, random: Random) {
  return made.flatMap(({ order }) => {
    if (order.platform !== 'ifood' || order.status !== 'concluded' || !random.chance(0.014)) return []
    const openedAt = new Date(Date.parse(order.status_since) + (12 + random.int(60)) * minuteMs)
    if (openedAt.getTime() > now.getTime() - 30 * minuteMs) return []
    const askedCents = Math.max(500, Math.round((order.gross_cents * random.between(0.25, 0.7)) / 10) * 10)
    const outcome = random.weighted<'rejected' | 'accepted' | 'partly' | 'expired'>(
      [
        ['rejected', 48],
        ['accepted', 20],
        ['partly', 20],
        ['expired', 12],
      ],
      'rejected',
    )
    const lostCents =
      outcome === 'rejected' ? 0 : outcome === 'partly' ? Math.round(askedCents / 20) * 10 : askedCents
    const settledAt = new Date(
      openedAt.getTime() + (outcome === 'expired' ? 15 : 2 + random.int(9)) * minuteMs,
    )
    return [
      {
        store_id: store.id,
        id: uuidv7(),
        source: 'ifood',
        partner_id: uuidv7(),
        order_id: order.id,
        merchant_id: store.merchantId,
        kind: 'PROPOSED_AMOUNT_REFUND',
        handshake_type: 'AFTER_DELIVERY',
        message: random.pick(complaints),
        asked_cents: askedCents,
        opened_at: openedAt,
        business_day: localParts(new Date(openedAt.getTime() - 4 * hourMs), store.timezone).day,
        expires_at: new Date(openedAt.getTime() + 15 * minuteMs),
        timeout_action: 'ACCEPT_CANCELLATION',
        state: outcome === 'partly' ? 'accepted' : outcome,
        answered_by: outcome === 'expired' ? null : 'Caio Teixeira',
        answered_at: outcome === 'expired' ? null : settledAt,
        settled_at: settledAt,
        lost_cents: lostCents,
        saved_cents: askedCents - lostCents,
      },
    ]
  })
}

export type DemoDispute = ReturnType<typeof demoDisputes>[number]
