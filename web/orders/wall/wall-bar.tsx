import { useState } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { soundOff, soundOn, useSoundState } from '../../browser/sounds.ts'
import { useTheme } from '../../browser/theme.ts'
import { useTick } from '../../browser/ticks.ts'
import { deviceZone } from '../../browser/device-zone.ts'
import { useWakeLock } from '../../browser/wake-lock.ts'
import { useLiveState } from '../../live/live-stream.ts'
import { Icon } from '../../ui/icon.tsx'
import { ThemeIcon } from '../../ui/theme-icon.tsx'
import { clockTime, localClock, plural } from '../../words/format.ts'
import { acceptanceOf, kitchenTimeOf, type StoreTerms } from '../timer.rules.ts'
import { fitBeside, type StationOf } from './stations.rules.ts'
import type { useWallDevice } from './wall-device.ts'
import { finishedKey } from './finished-key.rules.ts'
import { wallDishes } from './wall-lines.rules.ts'
import styles from './wall-bar.module.css'

interface BarProps {
  readonly kitchen: readonly Order[]
  readonly done: ReadonlyMap<string, ReadonlySet<number>>
  readonly stationOf: StationOf
  readonly device: ReturnType<typeof useWallDevice>
  /** In the kitchen, without a place on the wall. */
  readonly waiting: readonly Order[]
  /** New orders that nobody has accepted, the most urgent first. */
  readonly atTill: readonly Order[]
  readonly scheduled: readonly Order[]
  readonly termsOf: (order: Order) => StoreTerms
  readonly readAt: string | null
  readonly onLeave: () => void
}

/** Hour, stations, orders without a place, and how this device shows them; all of it a red strip without a network. */
export function WallBar({
  kitchen,
  done,
  stationOf,
  device,
  waiting,
  atTill,
  scheduled,
  termsOf,
  readAt,
  onLeave,
}: BarProps) {
  const time = useTick((now) => clockTime(now.toISOString(), deviceZone()))
  const isStale = useLiveState() === 'stale'
  const awake = useWakeLock()
  const sound = useSoundState()
  const [theme, toggleTheme] = useTheme()
  const counts = countsOf(kitchen, done, stationOf)
  return (
    <header className={`${styles.bar} ${isStale ? styles.stale : ''}`}>
      <time className={styles.clock}>{time}</time>
      {isStale ? (
        <p className={styles.trouble} role="status">
          Sem rede{readAt === null ? '' : ` desde ${clockTime(readAt, deviceZone())}`}: a tela mostra os
          pedidos de então.
        </p>
      ) : (
        <>
          <Stations counts={counts} total={kitchen.length} device={device} />
          <span className={styles.space} />
          <Waiting orders={waiting} />
          <Scheduled orders={scheduled} termsOf={termsOf} />
          <AtTill orders={atTill} termsOf={termsOf} />
          {awake === 'held' ? null : <b className={styles.warn}>A tela pode apagar</b>}
        </>
      )}
      <button type="button" aria-label="Tamanho da letra" onClick={device.nextSize}>
        Aa
      </button>
      <button
        type="button"
        aria-label={sound === 'on' ? 'Som ligado' : 'Som desligado: ligar'}
        onClick={sound === 'on' ? soundOff : soundOn}
      >
        <Icon name={sound === 'on' ? 'bell' : 'bell-off'} />
      </button>
      <button
        type="button"
        aria-label={theme === 'dark' ? 'Usar o tema do dia' : 'Usar o tema da noite'}
        onClick={toggleTheme}
      >
        <ThemeIcon now={theme} />
      </button>
      <button type="button" aria-label="Sair da tela da cozinha" onClick={onLeave}>
        <Icon name="close" />
      </button>
    </header>
  )
}

interface StationCount {
  readonly name: string
  readonly orders: number
}

function Stations({
  counts,
  total,
  device: { stations, chooseStations },
}: {
  readonly counts: readonly StationCount[]
  readonly total: number
  readonly device: BarProps['device']
}) {
  const names = useSeen([...counts.map(({ name }) => name), ...stations])
  const ordersOf = (name: string) => counts.find((one) => one.name === name)?.orders ?? 0
  if (!fitBeside(names))
    return (
      <select
        aria-label="Praça"
        className={styles.choice}
        value={stations[0] ?? ''}
        onChange={(event) => chooseStations(event.target.value === '' ? [] : [event.target.value])}
      >
        <option value="">Tudo: {total}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}: {ordersOf(name)}
          </option>
        ))}
      </select>
    )
  const toggle = (name: string) =>
    chooseStations(stations.includes(name) ? stations.filter((one) => one !== name) : [...stations, name])
  return (
    <div className={styles.stations} role="group" aria-label="Praça">
      <button type="button" aria-pressed={stations.length === 0} onClick={() => chooseStations([])}>
        Tudo <b>{total}</b>
      </button>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={stations.includes(name)} onClick={() => toggle(name)}>
          {name} <b>{ordersOf(name)}</b>
        </button>
      ))}
    </div>
  )
}

/** All that this screen has shown, by name: a station that has nothing to do keeps its place under the finger. */
function useSeen(names: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  const fresh = names.filter((name) => !seen.includes(name))
  if (fresh.length === 0) return seen
  const next = [...new Set([...seen, ...fresh])].toSorted((a, b) => a.localeCompare(b, 'pt-BR'))
  setSeen(next)
  return next
}

/** Orders by station, with something left to make there. */
function countsOf(
  kitchen: readonly Order[],
  done: BarProps['done'],
  stationOf: StationOf,
): readonly StationCount[] {
  const orders = new Map<string, number>()
  for (const order of kitchen) {
    const left = wallDishes(order).filter(({ index }) => !done.get(finishedKey(order))?.has(index))
    for (const station of new Set(left.map((dish) => stationOf(order.storeId, dish))))
      if (station !== null) orders.set(station, (orders.get(station) ?? 0) + 1)
  }
  return [...orders]
    .map(([name, count]) => ({ name, orders: count }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
}

/** In its last two minutes an order that its channel cancels is red here too. */
function AtTill({
  orders,
  termsOf,
}: {
  readonly orders: readonly Order[]
  readonly termsOf: BarProps['termsOf']
}) {
  const [first] = orders
  const acceptance = (now: Date) => (first ? acceptanceOf(first, now, termsOf(first)) : null)
  const tone = useTick((now) => acceptance(now)?.tone ?? 'calm')
  const clock = useTick((now) => acceptance(now)?.clock ?? '')
  if (!first) return null
  const isUrgent = tone === 'late'
  return (
    <b className={`${styles.till} ${isUrgent ? styles.urgent : ''}`} data-urgency={tone}>
      {plural(orders.length, 'novo', 'novos')} no caixa{isUrgent ? `, ${clock}` : ''}
    </b>
  )
}

function Waiting({ orders }: { readonly orders: readonly Order[] }) {
  const minutes = useTick((now) => Math.max(0, ...orders.map((order) => kitchenTimeOf(order, now).minutes)))
  if (orders.length === 0) return null
  return (
    <p className={styles.waiting} role="status">
      <b>+{orders.length}</b> na fila, o mais antigo {`há\u00a0${minutes}\u00a0min`}
    </p>
  )
}

function Scheduled({
  orders,
  termsOf,
}: {
  readonly orders: readonly Order[]
  readonly termsOf: BarProps['termsOf']
}) {
  const [next] = orders.toSorted((a, b) =>
    (a.preparationStartAt ?? '') < (b.preparationStartAt ?? '') ? -1 : 1,
  )
  if (!next?.preparationStartAt) return null
  return (
    <p className={styles.waiting}>
      {plural(orders.length, 'agendado', 'agendados')},{' '}
      {`às\u00a0${localClock(next.preparationStartAt, termsOf(next).timezone)}`}
    </p>
  )
}
