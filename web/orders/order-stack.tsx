import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Order } from '../../contract/orders.ts'
import styles from './order-stack.module.css'

/** So many are drawn whole: the browser's own search and print find them all. */
const drawnWhole = 24

interface StackProps {
  readonly orders: readonly Order[]
  /** What one is high before it was measured, and the space between. */
  readonly height: number
  readonly gap: number
  /** Stays drawn wherever the page is scrolled to: the focus is in it. */
  readonly keptId: string | null
  readonly label: string
  readonly children: (order: Order, index: number) => ReactNode
}

/** Orders below each other; of many only those near the screen are drawn. */
export function OrderStack({ orders, height, gap, keptId, label, children }: StackProps) {
  'use no memo'
  const box = useRef<HTMLDivElement>(null)
  const top = useTop(box)
  const kept = keptId === null ? -1 : orders.findIndex((order) => order.id === keptId)
  // It changes in place: what the compiler would remember of it is stale, hence 'use no memo'.
  // oxlint-disable-next-line react/incompatible-library
  const stack = useWindowVirtualizer({
    count: orders.length,
    estimateSize: () => height,
    gap,
    overscan: 3,
    scrollMargin: top,
    useFlushSync: false,
    getItemKey: (index) => orders[index]?.id ?? index,
    rangeExtractor: (range) => drawn(range, kept),
  })
  return (
    <div
      ref={box}
      className={styles.stack}
      role="list"
      aria-label={label}
      style={{ height: stack.getTotalSize() }}
    >
      {stack.getVirtualItems().map((item) => {
        const order = orders[item.index]
        return order ? (
          <div
            key={order.id}
            ref={stack.measureElement}
            className={styles.place}
            role="listitem"
            aria-setsize={orders.length}
            aria-posinset={item.index + 1}
            data-index={item.index}
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            {children(order, item.index)}
          </div>
        ) : null
      })}
    </div>
  )
}

function drawn(range: Range, kept: number): number[] {
  if (range.count <= drawnWhole) return Array.from({ length: range.count }, (_, index) => index)
  const near = defaultRangeExtractor(range)
  return kept === -1 || near.includes(kept) ? near : [...near, kept].toSorted((a, b) => a - b)
}

/** Where it begins in the page; looked at again when anything on the page changes its height. */
function useTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [box])
  return top
}
