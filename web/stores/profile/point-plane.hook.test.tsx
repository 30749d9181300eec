import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PointPlane } from './point-plane.tsx'
import { metresBetween, type Point } from './point.rules.ts'

afterEach(cleanup)

const start = { lat: -23.5505, lng: -46.6333 }

/** Keeps the point, as the form does. */
function Shown({
  neighbours = [],
}: {
  readonly neighbours?: readonly (Point & { readonly name: string })[]
}) {
  const [point, setPoint] = useState<Point>(start)
  return (
    <>
      <PointPlane point={point} neighbours={neighbours} onMove={setPoint} />
      <pre>{JSON.stringify(point)}</pre>
    </>
  )
}
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const movedBy = () => {
  const point = JSON.parse(document.querySelector('pre')?.textContent ?? '') as Point
  const { east, north } = metresBetween(start, point)
  return [Math.round(east / 5) * 5, Math.round(north / 5) * 5]
}

test('the point moves by buttons, a square a press', () => {
  render(<Shown />)
  press('Norte, 10\u00a0m')
  press('Leste, 10\u00a0m')
  press('Leste, 10\u00a0m')
  expect(movedBy()).toEqual([20, 10])
  press('Afastar −')
  press('Sul, 50\u00a0m')
  expect(movedBy()).toEqual([20, -40])
})

test('the nearest and the farthest look have no further one', () => {
  render(<Shown />)
  expect(screen.getByRole('button', { name: 'Aproximar +' }).getAttribute('aria-disabled')).toBe('true')
  for (let times = 0; times < 5; times += 1) press('Afastar −')
  expect(screen.getByRole('status').textContent).toBe('Um quadrado: 1\u00a0km')
})

test('the person’s other stores show where one is, when they are near', () => {
  const neighbours = [
    { name: 'Cantina', lat: -23.5506, lng: -46.6333 },
    { name: 'Manaus', lat: -3.1, lng: -60 },
  ]
  render(<Shown neighbours={neighbours} />)
  expect(screen.queryByText('Cantina')).not.toBeNull()
  expect(screen.queryByText('Manaus')).toBeNull()
})
