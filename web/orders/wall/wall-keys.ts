import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { lookup } from '../../../contract/shared/lookup.ts'

/** After tickets have moved, neither a key nor a touch counts for this many ms: it was meant for another ticket. */
export const restMs = 600

/** A numeric keypad has neither arrows nor letters, so it has keys of its own: +, - and 0. */
const moves: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  '+': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  '-': -1,
}
const recalls: readonly string[] = ['r', 'R', 'Backspace']

interface WallActions {
  /** Finishes the ticket of this number, 1 to 9. */
  readonly bump: (key: number) => void
  /** Brings the last one back. */
  readonly bringBack: () => void
}

/**
 * The keys of a keyboard, of a numeric keypad and of a bump bar, which is a keyboard with few keys: digits finish a
 * ticket, arrows or + and - go from one to the next, Enter finishes the one that has the focus, R or 0 brings the last
 * one back. `places`: which ticket is where; it keeps the focus when it moves.
 */
export function useWallKeys(wall: RefObject<HTMLElement | null>, places: string, actions: WallActions): void {
  const enteredAt = useRef(0)
  useMark(wall, places)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current } = wall
      if (!current || event.ctrlKey || event.metaKey || event.altKey || isList(event.target)) return
      const button = bumpAt(event.target)
      if (button && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault()
        if (event.repeat || isResting(current, enteredAt.current)) return
        enteredAt.current = Date.now()
        pressAndMove(current, button)
      } else if (!moveBy(event, current) && !event.repeat) act(event, actions)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Whether the key goes to another ticket. */
function moveBy(event: KeyboardEvent, wall: HTMLElement): boolean {
  const move = digitOf(event) === null ? lookup(moves, event.key) : undefined
  if (move === undefined) return false
  event.preventDefault()
  focusFrom(wall, document.activeElement, move)
  return true
}

function act(event: KeyboardEvent, { bump, bringBack }: WallActions): void {
  const digit = digitOf(event)
  if (digit === 0 || recalls.includes(event.key)) bringBack()
  else if (digit !== null) bump(digit)
}

/** Also of a keypad whose NumLock is off, where 4 is called ArrowLeft. */
function digitOf({ key, code }: KeyboardEvent): number | null {
  const digit = /^\d$/.exec(key)?.[0] ?? /^Numpad(\d)$/.exec(code)?.[1]
  return digit === undefined ? null : Number(digit)
}

/** A second Enter within that time is the first one again, not the next ticket. */
const isResting = (wall: HTMLElement, enteredAt: number): boolean =>
  wall.dataset.resting !== undefined || Date.now() - enteredAt < restMs

/** The hole that the ticket leaves has a button too, which must not have the focus: it takes the step back. */
function pressAndMove(wall: HTMLElement, button: HTMLElement): void {
  const all = bumpsOf(wall)
  const at = all.indexOf(button)
  button.click()
  const next = all[at + 1] ?? all[at - 1]
  if (next) next.focus()
  else wall.focus()
}

function focusFrom(wall: HTMLElement, focused: Element | null, move: 1 | -1): void {
  const all = bumpsOf(wall)
  const at = all.findIndex((button) => button === focused)
  all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + move))]?.focus()
}

/** The ticket that has the focus keeps it when it comes to another place. */
function useMark(wall: RefObject<HTMLElement | null>, places: string): void {
  const marked = useRef<string | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      marked.current = bumpAt(target)?.closest<HTMLElement>('[data-order]')?.dataset.order ?? null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useLayoutEffect(() => {
    if (marked.current === null || document.activeElement !== document.body) return
    wall.current?.querySelector<HTMLElement>(`[data-order="${marked.current}"] [data-bump]`)?.focus()
  }, [wall, places])
}

const bumpsOf = (wall: HTMLElement): readonly HTMLElement[] => [
  ...wall.querySelectorAll<HTMLElement>('[data-order] [data-bump]'),
]
const bumpAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-bump]') : null
/** It reads letters and arrows itself. */
const isList = (target: EventTarget | null): boolean => target instanceof HTMLSelectElement
