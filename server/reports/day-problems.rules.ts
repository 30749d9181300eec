import type { DailyReport, Measures } from '../../contract/reports.ts'
import type { OrdersInTrouble, TroubleLimits } from './orders-in-trouble.ts'
import { many, moneyText, percentText } from './report-words.ts'

export const troubleLimits: TroubleLimits = { fewestCancellations: 3, acceptWithinMs: 3 * 60_000 }

/** The marketplace asks for a call every 30 s; three missed ones are a silence (as in stores/open-status.rules.ts). */
const silentAfterMs = 90_000

export interface StoreForProblems {
  readonly storeId: string
  readonly name: string
  readonly active: boolean
  readonly openByHours: boolean
  readonly marketplace: { readonly lastPolledAt: string | null; readonly available: boolean | null } | null
  readonly totals: Measures
}

/** What needs somebody to act, worst first: what hurts now stands before what has happened. */
export function dayProblems(
  stores: readonly StoreForProblems[],
  trouble: OrdersInTrouble,
  running: boolean,
  now: Date,
): DailyReport['problems'] {
  const nameOf = (storeId: string) => stores.find((store) => store.storeId === storeId)?.name ?? 'loja'
  const orders = { label: 'Ver pedidos', to: '/menu/orders' } as const
  const home = { label: 'Ver a loja', to: '/menu' } as const
  const problems: DailyReport['problems'] = []
  for (const { storeId, orders: count } of trouble.unaccepted) {
    problems.push({
      kind: 'unaccepted',
      storeId,
      message: `${many(count, 'pedido espera', 'pedidos esperam')} aceite há mais de 3 minutos em ${nameOf(storeId)}.`,
      action: orders,
    })
  }
  for (const { storeId, orders: count } of trouble.late) {
    problems.push({
      kind: 'late',
      storeId,
      message: `${many(count, 'pedido passou', 'pedidos passaram')} do horário prometido em ${nameOf(storeId)}.`,
      action: orders,
    })
  }
  if (running) problems.push(...statesNow(stores, now, home))
  for (const cluster of trouble.clusters) {
    const cause =
      cluster.reason && cluster.ofReason > 1
        ? `, ${cluster.ofReason} por “${cluster.reason.toLowerCase()}”`
        : ''
    problems.push({
      kind: 'cancellations',
      storeId: cluster.storeId,
      message: `${cluster.cancelled} dos ${cluster.received} pedidos das ${cluster.hour}h foram cancelados em ${nameOf(cluster.storeId)}${cause}.`,
      action: orders,
    })
  }
  for (const store of stores) {
    const share = store.totals.grossCents > 0 ? store.totals.refundCents / store.totals.grossCents : 0
    if (share < 0.03) continue
    problems.push({
      kind: 'refunds',
      storeId: store.storeId,
      message: `${store.name} devolveu ${moneyText(store.totals.refundCents)} em estornos, ${percentText(share)} do que vendeu.`,
      action: orders,
    })
  }
  return problems.slice(0, 8)
}

function* statesNow(
  stores: readonly StoreForProblems[],
  now: Date,
  action: DailyReport['problems'][number]['action'],
): Generator<DailyReport['problems'][number]> {
  for (const { storeId, name, active, openByHours, marketplace } of stores) {
    if (!active && openByHours) {
      yield {
        kind: 'closed',
        storeId,
        message: `${name} está desativada dentro do horário de funcionamento.`,
        action,
      }
    }
    if (!active || !marketplace) continue
    const silent =
      !marketplace.lastPolledAt || now.getTime() - Date.parse(marketplace.lastPolledAt) > silentAfterMs
    if (silent) {
      yield {
        kind: 'marketplace-silent',
        storeId,
        message: `O iFood não responde por ${name}: a loja pode fechar por lá.`,
        action,
      }
    } else if (openByHours && marketplace.available === false) {
      yield {
        kind: 'closed',
        storeId,
        message: `${name} está fechada no iFood dentro do horário de funcionamento.`,
        action,
      }
    }
  }
}
