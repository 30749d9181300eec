import { marketplaces, withChannel } from '../../../contract/shared/channels.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import type { OrdersInTrouble, TroubleLimits, WaitingOrders } from './orders-in-trouble.ts'
import type { MarketplaceState } from '../figures/selected-stores.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import { many, percentText } from '../frame/report-text.ts'

export const troubleLimits: TroubleLimits = {
  minCancellations: 3,
  cancelledShare: 0.15,
  maxHours: 3,
  acceptWithinMs: 3 * 60_000,
}

/** As in stores/open-status.rules.ts. */
const silentAfterMs = 90_000

export interface StoreForProblems {
  readonly storeId: string
  readonly name: string
  readonly active: boolean
  readonly openByHours: boolean
  readonly marketplaces: readonly MarketplaceState[]
  readonly totals: Measures
}

/** Problems that need action, worst first: current ones before past ones. */
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
      message: `${store.name} devolveu ${moneyPhrase(store.totals.refundCents)} em estornos, ${percentText(share)} do que vendeu.`,
      action: orders,
    })
  }
  return problems.slice(0, 8)
}

/** More stores than this with the same problem share one line, to keep the list short. */
const maxLines = 2

/** Of the stores of such a line. */
const maxNames = 4

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
  if (all.length <= maxLines) return all.map((each) => ({ ...each, where: nameOf(each.storeId) }))
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
  return minutes % 60 === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes % 60}\u00a0min`
}

function* statesNow(
  stores: readonly StoreForProblems[],
  now: Date,
  action: DailyReport['problems'][number]['action'],
): Generator<DailyReport['problems'][number]> {
  const inactive = stores.filter((store) => !store.active && store.openByHours)
  yield* shutLines(inactive, ['desativada', inHours], action)
  for (const platform of marketplaces) yield* statesAt(platform, stores, now, action)
}

function* statesAt(
  platform: string,
  stores: readonly StoreForProblems[],
  now: Date,
  action: DailyReport['problems'][number]['action'],
): Generator<DailyReport['problems'][number]> {
  const connected = stores.flatMap((store) => {
    const state = store.active ? store.marketplaces.find((one) => one.platform === platform) : undefined
    return state ? [{ ...store, state }] : []
  })
  const silent = connected.filter(({ state }) => isOlder(state.lastPolledAt, now))
  const channel = withChannel('O', platform)
  if (silent.length > maxLines) {
    const message = `${channel} não responde por ${silent.length} lojas: elas podem fechar por lá.`
    yield { kind: 'marketplace-silent', storeId: null, message, action }
  } else {
    for (const { storeId, name } of silent) {
      const message = `${channel} não responde por ${name}: a loja pode fechar por lá.`
      yield { kind: 'marketplace-silent', storeId, message, action }
    }
  }
  const shut = connected.filter(
    ({ openByHours, state }) =>
      openByHours &&
      state.available === false &&
      !isOlder(state.lastPolledAt, now) &&
      !isOlder(state.checkedAt, now),
  )
  yield* shutLines(shut, ['fechada', `${withChannel('em', platform)} ${inHours}`], action)
}

const inHours = 'dentro do horário de funcionamento'

/** `state` in the singular, then where or when. */
function* shutLines(
  shut: readonly StoreForProblems[],
  [state, where]: readonly [state: string, where: string],
  action: DailyReport['problems'][number]['action'],
): Generator<DailyReport['problems'][number]> {
  if (shut.length > maxLines) {
    const names = shut.slice(0, maxNames).map(({ name }) => name)
    const more = shut.length > maxNames ? [`mais ${shut.length - maxNames}`] : []
    const named = new Intl.ListFormat('pt-BR').format([...names, ...more])
    const message = `${shut.length} lojas estão ${state}s ${where}: ${named}.`
    yield { kind: 'closed', storeId: null, message, action }
    return
  }
  for (const { storeId, name } of shut)
    yield { kind: 'closed', storeId, message: `${name} está ${state} ${where}.`, action }
}

/** An outdated status says nothing about now. */
const isOlder = (at: string | null, now: Date): boolean =>
  at === null || now.getTime() - Date.parse(at) > silentAfterMs
