import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MetricName } from '../../../contract/reports/metrics.ts'
import { Change } from './report-parts.tsx'

const toneOf = (name: MetricName, now: number, before: number): string => {
  const { container, unmount } = render(<Change name={name} now={now} before={before} />)
  const tone = container.querySelector('span')?.className ?? ''
  unmount()
  return /ok|bad|plain/.exec(tone)?.[0] ?? tone
}

test('a change below two percent is grey, whatever its direction; from there its colour says whether it is good', () => {
  expect(toneOf('net', 101_000, 100_000)).toBe('plain')
  expect(toneOf('net', 99_900, 100_000)).toBe('plain')
  expect(toneOf('net', 103_000, 100_000)).toBe('ok')
  expect(toneOf('net', 97_000, 100_000)).toBe('bad')
  // More cancellations are bad.
  expect(toneOf('cancellation', 0.1, 0.05)).toBe('bad')
  expect(toneOf('cancellation', 0.0505, 0.05)).toBe('plain')
})

test('a small change keeps its figure', () => {
  render(<Change name="net" now={101_000} before={100_000} />)
  expect(screen.getByText(/\+1%/)).toBeTruthy()
})
