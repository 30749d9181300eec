import type { DailyReport } from '../../../contract/reports/daily.ts'
import type { Measures } from '../../../contract/reports/measures.ts'
import type { OrdersInTrouble, TroubleLimits, WaitingOrders } from './orders-in-trouble.ts'
import { many, moneyText, percentText } from '../frame/report-text.ts'

export const troubleLimits: TroubleLimits = {
  fewestCancellations: 3,
  cancelledShare: 0.15,
  mostHours: 3,
  acceptWithinMs: 3 * 60_000,
}

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
  for (const { storeId, where, orders: count, since } of perStoreOrTogether(trouble.unaccepted, nameOf)) {
    const oldest = spanSince(since, now)
    problems.push({
      kind: 'unaccepted',
      storeId,
      message:
        count === 1
          ? `1 pedido espera aceite há ${oldest} em ${where}.`
          : `${count} pedidos esperam aceite em ${where}; o mais antigo, há ${oldest}.`,
      action: orders,
    })
  }
  for (const { storeId, where, orders: count, since } of perStoreOrTogether(trouble.late, nameOf)) {
    const worst = spanSince(since, now)
    problems.push({
      kind: 'late',
      storeId,
      message:
        count === 1
          ? `1 pedido passou ${worst} do horário prometido em ${where}.`
          : `${count} pedidos passaram do horário prometido em ${where}; o mais atrasado, ${worst}.`,
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

/** More stores than this with the same trouble make one line: the list must stay short to be read. */
const mostLines = 2

interface Line {
  readonly storeId: string | null
  readonly where: string
  readonly orders: number
  readonly since: string
}

function perStoreOrTogether(
  all: readonly WaitingOrders[],
  nameOf: (storeId: string) => string,
): readonly Line[] {
  if (all.length <= mostLines) return all.map((each) => ({ ...each, where: nameOf(each.storeId) }))
  const [oldest = ''] = all.map((each) => each.since).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  const orders = all.reduce((sum, each) => sum + each.orders, 0)
  return [{ storeId: null, where: `${all.length} lojas`, orders, since: oldest }]
}

/** `18 minutos`, `5 h 57 min`, `3 dias`. */
function spanSince(since: string, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(since)) / 60_000))
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return many(minutes, 'minuto', 'minutos')
  if (hours >= 48) return `${Math.floor(hours / 24)} dias`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

function* statesNow(
  stores: readonly StoreForProblems[],
  now: Date,
  action: DailyReport['problems'][number]['action'],
): Generator<DailyReport['problems'][number]> {
  for (const { storeId, name } of stores.filter((store) => !store.active && store.openByHours)) {
    const message = `${name} está desativada dentro do horário de funcionamento.`
    yield { kind: 'closed', storeId, message, action }
  }
  const connected = stores.filter((store) => store.active && store.marketplace)
  const silent = connected.filter((store) => isSilent(store, now))
  if (silent.length > mostLines) {
    const message = `O iFood não responde por ${silent.length} lojas: elas podem fechar por lá.`
    yield { kind: 'marketplace-silent', storeId: null, message, action }
  } else {
    for (const { storeId, name } of silent) {
      const message = `O iFood não responde por ${name}: a loja pode fechar por lá.`
      yield { kind: 'marketplace-silent', storeId, message, action }
    }
  }
  for (const store of connected) {
    if (isSilent(store, now) || !store.openByHours || store.marketplace?.available !== false) continue
    const message = `${store.name} está fechada no iFood dentro do horário de funcionamento.`
    yield { kind: 'closed', storeId: store.storeId, message, action }
  }
}

const isSilent = ({ marketplace }: StoreForProblems, now: Date): boolean =>
  !marketplace?.lastPolledAt || now.getTime() - Date.parse(marketplace.lastPolledAt) > silentAfterMs
