import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { usePageTop } from '../../browser/page-top.ts'
import styles from './order-stack.module.css'

/** Up to this many are fully rendered: the browser's own search and print then find them all. */
const maxFullyRendered = 24

interface StackProps {
  readonly orders: readonly Order[]
  /** Estimated height at a place before measuring, and the gap between orders. */
  readonly height: (index: number) => number
  readonly gap: number
  /** Always rendered, wherever the page is scrolled, because it has the focus. */
  readonly pinnedId: string | null
  readonly label: string
  readonly children: (order: Order, index: number) => ReactNode
}

/** A column of orders; long ones render only the orders near the screen. */
export function OrderStack({ orders, height, gap, pinnedId, label, children }: StackProps) {
  'use no memo'
  const box = useRef<HTMLDivElement>(null)
  const top = usePageTop(box)
  const pinnedIndex = pinnedId === null ? -1 : orders.findIndex((order) => order.id === pinnedId)
  // The virtualizer mutates in place, so memoised values would be stale, hence 'use no memo'.
  // oxlint-disable-next-line react/incompatible-library
  const stack = useWindowVirtualizer({
    count: orders.length,
    estimateSize: (index) => heights.get(orders[index]?.id ?? '') ?? height(index),
    gap,
    overscan: 3,
    scrollMargin: top,
    useFlushSync: false,
    measureElement: heightOf,
    getItemKey: (index) => orders[index]?.id ?? index,
    rangeExtractor: (range) => renderedIndexes(range, pinnedIndex),
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

/**
 * From the observer, after the browser's own layout: measuring when a card appears would lay out the whole
 * page once more per card.
 */
function heightOf(
  element: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  stack: Virtualizer<Window, HTMLElement>,
): number {
  const key = stack.options.getItemKey(stack.indexFromElement(element))
  const borderBox = entry?.borderBoxSize[0]
  if (!borderBox)
    return stack.itemSizeCache.get(key) ?? stack.options.estimateSize(stack.indexFromElement(element))
  const size = Math.round(borderBox.blockSize)
  remember(String(key), size)
  return size
}

/** By order: a card has about the same height in the next column, so it is not placed twice. */
const heights = new Map<string, number>()
const maxHeights = 5_000

function remember(orderId: string, height: number): void {
  if (heights.size >= maxHeights) heights.clear()
  heights.set(orderId, height)
}

function renderedIndexes(range: Range, pinnedIndex: number): number[] {
  if (range.count <= maxFullyRendered) return Array.from({ length: range.count }, (_, index) => index)
  const near = defaultRangeExtractor(range)
  return pinnedIndex === -1 || near.includes(pinnedIndex)
    ? near
    : [...near, pinnedIndex].toSorted((a, b) => a - b)
}
