import { useCallback, useEffect, useRef, useState } from 'react'

const cardOf = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-order="${id}"]`)

/**
 * While mounted, a layer covers the board; afterwards focus returns to the order's card unless something else
 * has it.
 */
export function useFocusInCardAfter(id: string): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) cardOf(id)?.focus({ preventScroll: true })
      })
    },
    [id],
  )
}

const focusedId = (): string | null =>
  document.activeElement?.closest('[data-order]')?.getAttribute('data-order') ?? null

/**
 * Focus on a virtualised board: the next order is found in the data, rendered, then focused. When an order
 * leaves its column, navigation continues from its place and focus moves to the column: on the next card, the
 * next key would act on an order nobody selected.
 */
export function useBoardFocus(sequence: readonly string[]) {
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null)
  const [pinnedId, setPinnedId] = useState<string | null>(null)
  const last = useRef(-1)
  const column = useRef<HTMLElement | null>(null)

  // The sequence changes when an order arrives, leaves or moves. Moving focus elsewhere blurs the card;
  // removing the card fires no event.
  useEffect(() => {
    if (column.current?.isConnected && document.activeElement === document.body)
      column.current.focus({ preventScroll: true })
  }, [sequence])

  useEffect(() => {
    const card = wanted ? cardOf(wanted.id) : null
    card?.focus({ preventScroll: true })
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
      setWanted({ id })
    },
    [sequence],
  )
  const onFocus = useCallback(() => {
    const id = focusedId()
    if (id === null) return
    last.current = sequence.indexOf(id)
    column.current = document.activeElement?.closest('section') ?? null
    setPinnedId(id)
  }, [sequence])
  const onBlur = useCallback(() => {
    column.current = null
  }, [])
  return { pinnedId, move, onFocus, onBlur }
}
