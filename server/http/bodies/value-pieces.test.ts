import { expect, test } from 'vitest'
import { FromPieces, inPieces } from './value-pieces.ts'

function together(value: object) {
  const pieces = [...inPieces(value)]
  const whole = new FromPieces()
  for (const piece of pieces) whole.add(piece)
  return { pieces, value: whole.value() }
}

test('a long list goes over in pieces of some 64 KiB and is whole again, in its order', () => {
  const list = Array.from({ length: 20_000 }, (_none, index) => ({ index, name: `Área ${String(index)}` }))
  const { pieces, value } = together({ list, version: 3 })
  expect(value).toEqual({ list, version: 3 })
  expect(pieces.length).toBeGreaterThan(8)
  for (const { bytes } of pieces) expect(bytes.byteLength).toBeLessThan(128 * 1024)
})

test('nothing of a value is lost: empty lists, absent values, texts and the fields of objects', () => {
  const value = {
    none: [],
    nothing: null,
    absent: undefined,
    text: 'á'.repeat(200_000),
    inside: { list: [1] },
  }
  expect(together(value).value).toEqual(value)
  expect(Object.keys(together(value).value)).toEqual(Object.keys(value))
})
