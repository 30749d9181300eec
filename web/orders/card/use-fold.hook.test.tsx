import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFold } from './use-fold.ts'

function Ticket({ name }: { readonly name: string }) {
  const { open, handlers } = useFold()
  return (
    <article {...handlers} aria-label={name} data-open={open}>
      <button type="button">{`Ver ${name}`}</button>
    </article>
  )
}

const isOpen = (name: string) => screen.getByRole('article', { name }).dataset.open === 'true'
const nextTask = () => act(() => new Promise((resolve) => requestAnimationFrame(resolve)))

test('a ticket that loses the focus to a press folds once the press is over, so that nothing moves under it', async () => {
  render(
    <>
      <Ticket name="BC-1" />
      <Ticket name="BC-2" />
    </>,
  )
  const [first, second] = screen.getAllByRole('button')
  if (!first || !second) throw new Error('two tickets')
  fireEvent.click(screen.getByRole('article', { name: 'BC-1' }))
  act(() => first.focus())
  expect(isOpen('BC-1')).toBe(true)
  fireEvent.pointerDown(second)
  act(() => second.focus())
  expect(isOpen('BC-1')).toBe(true)
  fireEvent.pointerUp(second)
  fireEvent.click(second)
  expect(isOpen('BC-1')).toBe(true)
  await nextTask()
  await expect.poll(() => isOpen('BC-1')).toBe(false)
})

test('one that the keyboard leaves folds at once', () => {
  render(<Ticket name="BC-1" />)
  const button = screen.getByRole('button')
  fireEvent.click(screen.getByRole('article'))
  act(() => button.focus())
  act(() => button.blur())
  expect(isOpen('BC-1')).toBe(false)
})
