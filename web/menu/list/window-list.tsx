import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'
import { usePageTop } from '../../browser/page-top.ts'
import styles from './window-list.module.css'

/** Up to this many are all on the page: the browser's own search and print then find them. */
const maxFullyRendered = 30

interface WindowListProps<Entry> {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly keyOf: (entry: Entry) => string
  /** Height in pixels until it is measured. */
  readonly heightOf: (entry: Entry) => number
  readonly children: (entry: Entry) => ReactNode
}

/** A long list that scrolls with the page and draws only what is near the screen. */
export function WindowList<Entry>({ label, entries, keyOf, heightOf, children }: WindowListProps<Entry>) {
  'use no memo'
  const box = useRef<HTMLDivElement>(null)
  const top = usePageTop(box)
  // The virtualizer mutates in place, so memoised values would be stale, hence 'use no memo'.
  // oxlint-disable-next-line react/incompatible-library
  const list = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => of(entries, index, heightOf) ?? 0,
    overscan: 4,
    scrollMargin: top,
    useFlushSync: false,
    getItemKey: (index) => of(entries, index, keyOf) ?? index,
    rangeExtractor: (range) =>
      range.count <= maxFullyRendered
        ? Array.from({ length: range.count }, (_, index) => index)
        : defaultRangeExtractor(range),
  })
  return (
    <div
      ref={box}
      className={styles.list}
      role="list"
      aria-label={label}
      style={{ height: list.getTotalSize() }}
    >
      {list.getVirtualItems().map(({ index, key, start }) => (
        <div
          key={key}
          ref={list.measureElement}
          className={styles.place}
          role="listitem"
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          data-index={index}
          style={{ transform: `translateY(${String(start - top)}px)` }}
        >
          {of(entries, index, children)}
        </div>
      ))}
    </div>
  )
}

const of = <Entry, T>(entries: readonly Entry[], index: number, read: (entry: Entry) => T): T | undefined => {
  const entry = entries[index]
  return entry === undefined ? undefined : read(entry)
}
