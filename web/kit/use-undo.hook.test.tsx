import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUndo, useUndo } from './use-undo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a change can be taken back for six seconds', () => {
  const { result } = renderHook(() => useUndo<{ dish: string }>())
  act(() => result.current.offer({ dish: 'Picanha' }))
  act(() => void vi.advanceTimersByTime(5_999))
  expect(result.current.offered?.dish).toBe('Picanha')
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.offered).toBeNull()
})

test('a later change replaces the earlier one and has its own six seconds', () => {
  const undo = createUndo<{ dish: string }>()
  undo.offer({ dish: 'Picanha' })
  const first = undo.offered.get()?.offerId
  vi.advanceTimersByTime(4_000)
  undo.offer({ dish: 'Fraldinha' })
  vi.advanceTimersByTime(4_000)
  expect(undo.offered.get()?.dish).toBe('Fraldinha')
  expect(undo.offered.get()?.offerId).not.toBe(first)
  vi.advanceTimersByTime(2_000)
  expect(undo.offered.get()).toBeNull()
})

test('an offer ends with the component that made it', () => {
  const { result, unmount } = renderHook(() => useUndo<{ dish: string }>())
  act(() => result.current.offer({ dish: 'Picanha' }))
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
