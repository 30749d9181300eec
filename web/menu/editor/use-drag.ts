import { useState, type DragEvent } from 'react'

interface Dragged {
  readonly kind: string
  readonly id: string
}

/**
 * Dragging with the browser's own drag and drop: a handle starts it, and a row of the same kind marks where it would
 * land. The buttons of each row do the same for keyboard and touch.
 */
export function useDrag(onDrop: (dragged: Dragged, over: string) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    handle: (kind: string, id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        // Without data some browsers start no drag.
        event.dataTransfer.setData('text/plain', id)
        const row = event.currentTarget.closest<HTMLElement>('[data-drag-row]')
        if (row) event.dataTransfer.setDragImage(row, 12, 12)
        setDragged({ kind, id })
      },
      onDragEnd: end,
    }),
    /** `accepts`: the kinds that may land on this row. */
    row: (accepts: readonly string[], key: string) => ({
      'data-drag-row': key,
      'data-over': dragged !== null && over === key,
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!dragged || !accepts.includes(dragged.kind) || dragged.id === key) return
        event.preventDefault()
        if (over !== key) setOver(key)
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        if (dragged && accepts.includes(dragged.kind)) onDrop(dragged, key)
        end()
      },
    }),
  }
}
