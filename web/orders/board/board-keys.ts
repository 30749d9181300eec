import { useEffect } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { notify } from '../../ui/notices.tsx'

export interface BoardKeys {
  /** Moves to the next or previous order. */
  readonly move: (step: 1 | -1) => void
  /** The main step of the focused card. */
  readonly step: (order: Order, wanted: 'accept' | 'advance') => void
  readonly print: (order: Order) => void
  readonly open: (order: Order) => void
  readonly courier: (order: Order) => void
  readonly search: () => void
  /** The last step, while it can be undone. */
  readonly undo: () => void
  readonly help: () => void
}

/** Keyboard shortcuts: letters act on the focused card, never while the user types. */
export function useBoardKeys(orders: readonly Order[], keys: BoardKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (isHeld(event)) {
        event.preventDefault()
        return
      }
      const act = lookup(actions(orders, keys), event.key.toLowerCase())
      // On a button inside the card, Enter belongs to that button.
      if (event.key === 'Enter' && !isCard(event.target)) return
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [orders, keys])
}

function actions(orders: readonly Order[], keys: BoardKeys): Readonly<Record<string, () => void>> {
  const withFocus = (work: (order: Order) => void) => () => {
    const id = document.activeElement?.closest('[data-order]')?.getAttribute('data-order')
    const order = orders.find((one) => one.id === id)
    if (order) work(order)
    else notify('Escolha antes um pedido: J vai ao próximo, K ao anterior.')
  }
  return {
    '/': keys.search,
    z: keys.undo,
    '?': keys.help,
    j: () => keys.move(1),
    k: () => keys.move(-1),
    a: withFocus((order) => keys.step(order, 'accept')),
    e: withFocus((order) => keys.step(order, 'advance')),
    p: withFocus(keys.print),
    m: withFocus(keys.courier),
    enter: withFocus(keys.open),
  }
}

/** After a step the focus is on the next order: a key that stays down must not act on that one. */
const isHeld = (event: KeyboardEvent): boolean => event.repeat && /^[aepmz]$|^enter$/i.test(event.key)

const isCard = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.order !== undefined

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('input, textarea, select, dialog, [popover], [contenteditable]') !== null ||
    target.isContentEditable)
