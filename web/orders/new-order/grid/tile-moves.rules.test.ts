import { expect, test } from 'vitest'
import { tileAfter } from './tile-moves.rules.ts'

/** Three tiles, then two of which the second begins further right. */
const boxes = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 150 },
  { left: 120, top: 150 },
]

test.each([
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 3],
  [0, 'ArrowLeft', 0],
  [4, 'ArrowRight', 4],
  [1, 'ArrowDown', 4],
  [2, 'ArrowDown', 4],
  [4, 'ArrowUp', 1],
  [3, 'ArrowDown', 3],
  [1, 'ArrowUp', 1],
  [3, 'Home', 0],
  [0, 'End', 4],
  [0, 'a', null],
])('from tile %i, %s leads to %j', (from, key, to) => {
  expect(tileAfter(boxes, from, key)).toBe(to)
})
