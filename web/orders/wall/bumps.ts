import { useEffect, useMemo, useRef, useState } from 'react'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { mayDo } from '../../../contract/orders/states.ts'
import { returnWindowSeconds } from '../../../contract/orders/work.ts'
import { notify } from '../../ui/notices.tsx'
import { advance, undoStepOf } from '../actions/order-actions.ts'
import { mainStep, positionOf } from '../orders.rules.ts'
import { finishedKey } from './finished-key.rules.ts'
import { readDone, writeDone } from './wall-device.ts'

/** A bumped ticket leaves its hole for this long, so that nothing moves under the next finger. */
const holeMs = 4_000
const maxRecent = 5

export interface Bumped {
  readonly order: Order
  readonly at: number
  /** The whole order is ready; false: only what this screen's stations make. */
  readonly whole: boolean
  readonly dishes: readonly number[]
}

type Done = ReadonlyMap<string, ReadonlySet<number>>

/** What this wall has bumped: holes for some seconds, then the last five, which can be brought back. */
export function useBumps(open: readonly Order[]) {
  const [holes, setHoles] = useState<readonly Bumped[]>([])
  const [recent, setRecent] = useState<readonly Bumped[]>([])
  const [back, setBack] = useState<readonly Order[]>([])
  const [done, setDone] = useState<Done>(readDone)
  useHoles(holes, setHoles, setRecent)
  useForgotten(open, done, setDone)
  const keepDone = (next: Done) => {
    writeDone(next)
    setDone(next)
  }
  return useMemo(
    () => ({
      holes,
      recent,
      /** Brought back although the board has them as ready. */
      back,
      done,
      /** `dishes` of the order are finished; when they are all that was left, the order is ready. */
      bump: (order: Order, dishes: readonly number[]) => {
        if (back.some(({ id }) => id === order.id)) {
          setBack((before) => before.filter(({ id }) => id !== order.id))
          return
        }
        // A scheduled order whose time has come is begun first, as its button says.
        if (mainStep(order, new Date())?.action === 'startPreparation') {
          take('startPreparation', order)
          return
        }
        const finished = new Set([...(done.get(finishedKey(order)) ?? []), ...dishes])
        const whole = order.items.every((_item, index) => finished.has(index))
        if (whole && !take('ready', order)) return
        keepDone(new Map([...done, [finishedKey(order), finished]]))
        setHoles((before) => [...before, { order, at: Date.now(), whole, dishes }])
      },
      bringBack: ({ order, at, whole, dishes }: Bumped) => {
        setHoles((before) => before.filter((hole) => hole.order.id !== order.id))
        setRecent((before) => before.filter((one) => one.order.id !== order.id))
        const left = new Set(
          [...(done.get(finishedKey(order)) ?? [])].filter((index) => !dishes.includes(index)),
        )
        keepDone(new Map([...done, [finishedKey(order), left]]))
        if (!whole) return
        const undone = !isMarketplace(order.platform) && Date.now() - at < returnWindowSeconds * 1_000
        if (undone) void undoStepOf(order, 'ready')
        else setBack((before) => [...before, order])
      },
    }),
    [holes, recent, back, done],
  )
}
export type Bumps = ReturnType<typeof useBumps>

function take(action: 'startPreparation' | 'ready', order: Order): boolean {
  const verdict = mayDo(action, positionOf(order), new Date())
  if (verdict.allowed) advance(order, action)
  else notify(verdict.reason, 'bad')
  return verdict.allowed
}

/** A hole closes after some seconds; its order is then the first of the last ones. */
function useHoles(
  holes: readonly Bumped[],
  setHoles: (change: (before: readonly Bumped[]) => readonly Bumped[]) => void,
  setRecent: (change: (before: readonly Bumped[]) => readonly Bumped[]) => void,
): void {
  const oldest = holes[0]
  useEffect(() => {
    if (!oldest) return
    const timer = setTimeout(
      () => {
        setHoles((before) => before.filter((hole) => hole !== oldest))
        setRecent((before) =>
          [oldest, ...before.filter(({ order }) => order.id !== oldest.order.id)].slice(0, maxRecent),
        )
      },
      Math.max(0, oldest.at + holeMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [oldest, setHoles, setRecent])
}

/** What was finished of orders that have left the board, or have other items now, is forgotten, once the board has been read. */
function useForgotten(open: readonly Order[], done: Done, setDone: (done: Done) => void): void {
  const seen = useRef(false)
  useEffect(() => {
    if (open.length > 0) seen.current = true
    if (!seen.current) return
    const keys = new Set(open.map(finishedKey))
    const kept = new Map([...done].filter(([key]) => keys.has(key)))
    if (kept.size === done.size) return
    writeDone(kept)
    setDone(kept)
  }, [open, done, setDone])
}
