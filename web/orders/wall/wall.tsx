import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { readMyMenu, type Menu } from '../../../contract/menu/menu.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { queryFor } from '../../api/query.ts'
import { useTick } from '../../browser/ticks.ts'
import type { Columns } from '../orders.rules.ts'
import type { StoreTerms } from '../timer.rules.ts'
import { useBumps } from './bumps.ts'
import { equalDishes, stationsOf, type StationOf } from './stations.rules.ts'
import { TicketRulers, type Measured } from './ticket-rulers.tsx'
import { packTickets, type Packed } from './pack-tickets.rules.ts'
import { useWallRoom } from './use-wall-room.ts'
import { WallBar } from './wall-bar.tsx'
import { useWallDevice, type LetterSize } from './wall-device.ts'
import { WallFoot } from './wall-foot.tsx'
import { WallColumns } from './wall-columns.tsx'
import { restMs, useWallKeys } from './wall-keys.ts'
import { keptKeys, keptOrder, ticketsOf, withBumped, type WallTicket } from './wall-tickets.ts'
import styles from './wall.module.css'

interface WallProps {
  readonly columns: Columns
  readonly nameOf: (order: Order) => string
  readonly termsOf: (order: Order) => StoreTerms
  readonly severalStores: boolean
  readonly readAt: string | null
  readonly onLeave: () => void
}

/** How long each page of an order larger than the wall is shown. */
const pageMs = 12_000

/**
 * The kitchen's screen: every word of a ticket, as many tickets as fit, bumped by touch, key or bump bar. It shows no
 * name, phone, address or money. Esc leaves.
 */
export function Wall({ columns, nameOf, termsOf, severalStores, readAt, onLeave }: WallProps) {
  const opened = useRef<HTMLDialogElement | null>(null)
  const device = useWallDevice()
  const kitchen = columns.get('kitchen') ?? none
  const open = useMemo(() => [...columns.values()].flat(), [columns])
  const bumps = useBumps(open)
  const shown = useKeptOrder(useMemo(() => withBumped(kitchen, bumps), [kitchen, bumps]))
  const stationOf = useStations(shown)
  const tickets = useMemo(
    () => ticketsOf({ orders: shown, bumps, stations: device.stations, stationOf }),
    [shown, bumps, device.stations, stationOf],
  )
  const { body, room } = useWallRoom(device.size)
  const [measured, setMeasured] = useState<Measured>(new Map())
  const turn = useTick((now) => Math.floor(now.getTime() / pageMs))
  const packed = useMemo(() => {
    const known = tickets.flatMap(({ id }) => measured.get(id)?.heights ?? [])
    return packTickets(known, room, turn)
  }, [tickets, measured, room, turn])
  const keys = useKeptKeys(packed, tickets)
  const places = packed.columns.map((parts) => parts.map(({ id }) => id).join()).join(';')
  useRest(opened, places)
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const act = (ticket: WallTicket | undefined) => {
    if (ticket && opened.current?.dataset.resting === undefined)
      bumps.bump(
        ticket.order,
        ticket.dishes.map(({ index }) => index),
      )
  }
  useWallKeys(opened, places, {
    bump: (key) => act(tickets.find(({ id, hole }) => hole === null && keys.get(id) === key)),
    bringBack: () => {
      const last = bumps.holes.at(-1) ?? bumps.recent[0]
      if (last) bumps.bringBack(last)
    },
  })
  const waiting = packed.waiting.flatMap((id) => byId.get(id)?.order ?? [])
  return (
    <dialog
      ref={(element) => {
        if (element && opened.current !== element) {
          opened.current = element
          element.showModal()
          // Not a button: its focus ring would be visible all day.
          element.focus()
        }
      }}
      className={styles.wall}
      tabIndex={-1}
      aria-label="Cozinha"
      onClose={onLeave}
    >
      <WallBar
        kitchen={kitchen}
        done={bumps.done}
        stationOf={stationOf}
        device={device}
        waiting={waiting}
        atTill={columns.get('new') ?? none}
        scheduled={columns.get('scheduled') ?? none}
        termsOf={termsOf}
        readAt={readAt}
        onLeave={() => opened.current?.close()}
      />
      <div ref={body} className={columnsClass(device.size)} data-columns={room.columns}>
        <WallColumns
          columns={packed.columns}
          tickets={tickets}
          keys={keys}
          measured={measured}
          nameOf={severalStores ? nameOf : null}
          station={device.stations.length === 0 ? null : device.stations.join(' e ')}
          onBump={act}
          onBringBack={bumps.bringBack}
        />
        {tickets.length === 0 ? (
          <p className={styles.none}>
            {device.stations.length > 0 ? 'Nada em preparo nesta praça.' : 'Nada em preparo.'}
          </p>
        ) : null}
        <TicketRulers
          tickets={tickets}
          room={room}
          severalStores={severalStores}
          nameOf={nameOf}
          stations={device.stations}
          onMeasured={setMeasured}
        />
      </div>
      <WallFoot
        sums={equalDishes(
          tickets.flatMap(({ dishes, finished, hole }) =>
            hole ? [] : dishes.filter(({ index }) => !finished.has(index)),
          ),
        )}
        bumps={bumps}
      />
    </dialog>
  )
}

const none: readonly Order[] = []

const columnsClass = (size: LetterSize): string => `${styles.columns} ${size === 'normal' ? '' : styles.big}`

function useKeptOrder(orders: readonly Order[]): readonly Order[] {
  const [ids, setIds] = useState<readonly string[]>([])
  const next = keptOrder(ids, orders)
  if (next !== ids) setIds(next)
  return useMemo(() => {
    const byId = new Map(orders.map((order) => [order.id, order]))
    return next.flatMap((id) => byId.get(id) ?? [])
  }, [orders, next])
}

/** Of the tickets in sight; those that wait keep theirs for their return. */
function useKeptKeys({ columns }: Packed, tickets: readonly WallTicket[]): ReadonlyMap<string, number> {
  const [keys, setKeys] = useState<ReadonlyMap<string, number>>(new Map())
  const inSight = new Set(columns.flat().map(({ id }) => id))
  const waiting = tickets.flatMap(({ id }) => (inSight.has(id) ? [] : id))
  const next = keptKeys(keys, [...inSight], waiting)
  if (next.size !== keys.size || [...next].some(([id, key]) => keys.get(id) !== key)) setKeys(next)
  return new Map([...next].filter(([id]) => inSight.has(id)))
}

/** Marks the wall in the moment after tickets have moved. */
function useRest(wall: RefObject<HTMLElement | null>, places: string): void {
  useEffect(() => {
    const element = wall.current
    element?.toggleAttribute('data-resting', true)
    const timer = setTimeout(() => element?.toggleAttribute('data-resting', false), restMs)
    return () => clearTimeout(timer)
  }, [wall, places])
}

/** The categories of the menus of the stores that have something on the wall. */
function useStations(shown: readonly Order[]): StationOf {
  const storeIds = [...new Set(shown.map(({ storeId }) => storeId))].toSorted()
  const menus = useQueries({
    queries: storeIds.map((storeId) => ({ ...queryFor(readMyMenu, {}, { storeId }), staleTime: 300_000 })),
    combine: (queries) => queries.map(({ data }) => data),
  })
  const wanted = storeIds.join()
  return useMemo(() => {
    const read = wanted === '' ? [] : wanted.split(',')
    return stationsOf(
      new Map(read.flatMap((storeId, at): [string, Menu][] => (menus[at] ? [[storeId, menus[at]]] : []))),
    )
  }, [menus, wanted])
}
