import { useEffect, useRef } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { play } from '../../browser/sounds.ts'

const repeatMs = 7_000

/** New orders ring until they are accepted; an order that becomes late or is cancelled sounds once. */
export function useOrderSounds(orders: readonly Order[], lateIds: ReadonlySet<string>): void {
  const placed = orders.filter((order) => order.status === 'placed' && !order.pending).length
  const knownIds = useRef<ReadonlySet<string> | null>(null)
  const announcedLate = useRef(new Set<string>())

  useEffect(() => {
    const before = knownIds.current
    knownIds.current = new Set(orders.map((order) => order.id))
    if (before === null) {
      for (const id of lateIds) announcedLate.current.add(id)
      return
    }
    if (orders.some((order) => order.status === 'placed' && !before.has(order.id))) play('new')
    const late = [...lateIds].filter((id) => !announcedLate.current.has(id))
    for (const id of late) announcedLate.current.add(id)
    if (late.length > 0) play('late')
  }, [orders, lateIds])

  useEffect(() => {
    if (placed === 0) return
    const timer = setInterval(() => play('new'), repeatMs)
    return () => clearInterval(timer)
  }, [placed])
}
