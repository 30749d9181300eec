import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

const cardOf = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-order="${id}"]`)

/**
 * While mounted, a layer covers the board; afterwards focus returns to the order's card unless something else
 * has it. At once after the layer is removed: a lost focus would be kept near the layer (browser/kept-focus.ts).
 */
export function useFocusInCardAfter(id: string): void {
  useLayoutEffect(
    () => () => {
      queueMicrotask(() => {
        if (document.activeElement === document.body) cardOf(id)?.focus({ preventScroll: true })
      })
    },
    [id],
  )
}

const focusedId = (): string | null =>
  document.activeElement?.closest('[data-order]')?.getAttribute('data-order') ?? null

/** What to focus, once it is rendered. */
interface Wanted {
  readonly id: string
  /** Its main action, if it has one now; otherwise the card. */
  readonly action: boolean
}

interface FocusedOrder {
  readonly column: HTMLElement
  readonly id: string
}

function restoreFocus({ column, id }: FocusedOrder): void {
  const card = cardOf(id)
  const target = card && column.contains(card) ? card : column
  target.focus({ preventScroll: true })
}

/**
 * Focus on a virtualised board: the next order is found in the data, rendered, then focused. After a step of one's own
 * the focus is on the main action of the next ticket of the column. An order that gets another place in its column keeps
 * the focus; when one leaves its column otherwise, focus moves to the column: on the next card, the next key would act
 * on an order nobody selected.
 */
export function useBoardFocus(lists: readonly (readonly string[])[]) {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [pinnedId, setPinnedId] = useState<string | null>(null)
  const last = useRef(-1)
  const within = useRef<FocusedOrder | null>(null)
  const sequence = useMemo(() => lists.flat(), [lists])

  // The sequence changes when an order arrives, leaves or moves. Moving focus elsewhere blurs the card; removing the
  // card, or giving it another place, takes its focus without an event.
  useEffect(() => {
    if (within.current && document.activeElement === document.body) restoreFocus(within.current)
  }, [sequence])

  useEffect(() => {
    const card = wanted ? cardOf(wanted.id) : null
    const target = (wanted?.action ? card?.querySelector<HTMLElement>('[data-step]') : null) ?? card
    target?.focus({ preventScroll: true })
    // After a tap the screen stays where it is.
    if (!wanted?.action || target?.matches(':focus-visible'))
      card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [wanted])

  const move = useCallback(
    (step: 1 | -1) => {
      const here = focusedId()
      const at = here === null ? -1 : sequence.indexOf(here)
      const next = at === -1 ? (step === 1 ? last.current : last.current - 1) : at + step
      const index = Math.max(0, Math.min(sequence.length - 1, next))
      const id = sequence[index]
      if (id === undefined) return
      last.current = index
      setPinnedId(id)
      setWanted({ id, action: false })
    },
    [sequence],
  )
  // Read when a step is taken, so that no card renders again because another order came.
  const shown = useRef(lists)
  useEffect(() => {
    shown.current = lists
  }, [lists])
  const toNext = useCallback((id: string) => {
    const list = shown.current.find((ids) => ids.includes(id)) ?? []
    const at = list.indexOf(id)
    const next = list[at + 1] ?? list[at - 1]
    if (next === undefined) cardOf(id)?.closest('section')?.focus({ preventScroll: true })
    else {
      setPinnedId(next)
      setWanted({ id: next, action: true })
    }
  }, [])
  const onFocus = useCallback(() => {
    const id = focusedId()
    if (id === null) return
    last.current = sequence.indexOf(id)
    const column = document.activeElement?.closest('section')
    within.current = column ? { column, id } : null
    setPinnedId(id)
  }, [sequence])
  const onBlur = useCallback(() => {
    within.current = null
  }, [])
  return { pinnedId, move, toNext, onFocus, onBlur }
}
