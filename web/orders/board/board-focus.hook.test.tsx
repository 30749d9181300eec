import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleOrder } from '../../testing/sample-order.ts'
import { useBoardFocus } from './board-focus.ts'
import { useBoardKeys } from './board-keys.ts'

// This browser lays nothing out, so it cannot scroll either.
Element.prototype.scrollIntoView = () => {}

const ids = ['a', 'b', 'c', 'd']
const card = (id: string) => document.querySelector<HTMLElement>(`[data-order="${id}"]`)
const focused = () =>
  document.activeElement?.closest('[data-order]')?.getAttribute('data-order') ?? document.activeElement?.id

/** Two columns, the cards of which have a main button; the second and the last wait for somebody else. */
function renderBoard(left: readonly string[] = ids.slice(0, 2), right: readonly string[] = ids.slice(2)) {
  const shape = (lists: readonly (readonly string[])[]) =>
    lists.map((list, column) => (
      <section key={column} id={`column-${column}`} tabIndex={-1}>
        {list.map((id) => (
          <article key={id} data-order={id} tabIndex={-1}>
            {id === 'b' || id === 'd' ? null : (
              <button type="button" data-step="">
                {id}
              </button>
            )}
          </article>
        ))}
      </section>
    ))
  const view = render(<>{shape([left, right])}</>)
  const hook = renderHook(({ lists }) => useBoardFocus(lists), { initialProps: { lists: [left, right] } })
  return {
    toNext: (id: string) => act(() => hook.result.current.toNext(id)),
    focusOn: (id: string) =>
      act(() => {
        card(id)?.focus()
        hook.result.current.onFocus()
      }),
    show: (...lists: [readonly string[], readonly string[]]) => {
      view.rerender(<>{shape(lists)}</>)
      hook.rerender({ lists })
    },
  }
}

test('after a step the focus is on the main action of the next ticket of the same column', () => {
  const { toNext, show } = renderBoard(['a', 'c'], ['d'])
  card('a')?.querySelector('button')?.focus()
  toNext('a')
  show(['c'], ['a', 'd'])
  expect(focused()).toBe('c')
  expect(document.activeElement?.nodeName).toBe('BUTTON')
})

test('a next ticket that waits for somebody else has the focus itself; the last one leaves it to the one before', () => {
  const { toNext } = renderBoard()
  toNext('a')
  expect(document.activeElement).toBe(card('b'))
  toNext('b')
  expect(focused()).toBe('a')
})

test('where the column is empty now the focus is on the column, not on an order of another', () => {
  const { toNext, show } = renderBoard(['a'], ['c', 'd'])
  card('a')?.querySelector('button')?.focus()
  toNext('a')
  show([], ['a', 'c', 'd'])
  expect(focused()).toBe('column-0')
})

test('an order that gets another place in its column keeps the focus', () => {
  const { show, focusOn } = renderBoard(['a', 'b', 'c'], ['d'])
  focusOn('a')
  // A browser takes the focus from an element that is moved, without an event.
  card('a')?.blur()
  show(['c', 'a', 'b'], ['d'])
  expect(focused()).toBe('a')
})

test('an order that leaves its column without a step leaves the focus with the column, not with the next order', () => {
  const { show, focusOn } = renderBoard(['a', 'b'], ['c'])
  focusOn('a')
  show(['b'], ['a', 'c'])
  expect(focused()).toBe('column-0')
})

test('a held key acts on one order only', () => {
  const step = vi.fn()
  const press = vi.fn()
  const nothing = () => {}
  const keys = {
    move: nothing,
    step,
    print: nothing,
    open: nothing,
    courier: nothing,
    search: nothing,
    undo: nothing,
    help: nothing,
  }
  renderHook(() => useBoardKeys([sampleOrder({ id: 'a' })], keys))
  render(
    <article data-order="a" tabIndex={-1}>
      <button type="button" onClick={press}>
        Aceitar
      </button>
    </article>,
  )
  const button = screen.getByRole('button')
  button.focus()
  fireEvent.keyDown(button, { key: 'a' })
  fireEvent.keyDown(button, { key: 'a', repeat: true })
  expect(step).toHaveBeenCalledOnce()
  // The browser presses a button once for each keydown of Enter that is not prevented.
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})
