import { expect, test } from 'vitest'
import { inputOf, valuesOf, withCutter, withPaper } from './printer-values.ts'

const fresh = valuesOf(null, [])

test('another roll brings its usual letters, and a number chosen by hand stays', () => {
  expect(withPaper(58)(fresh)).toMatchObject({ paper: 58, columns: 32 })
  expect(withPaper(58)({ ...fresh, columns: 42 })).toEqual({ paper: 58 })
})

test('a number of letters of its own is sent as a number, and an empty one is sent as none', () => {
  expect(inputOf({ ...fresh, columns: 0, ownColumns: ' 40 ' }, 0).columns).toBe(40)
  expect(inputOf({ ...fresh, columns: 0, ownColumns: '' }, 0).columns).toBeNaN()
  expect(inputOf(fresh, 0)).toMatchObject({ columns: 48 })
  expect(Object.keys(inputOf(fresh, 0))).not.toContain('ownColumns')
})

test('a printer without a cutter is fed to its bar, and a feed chosen by hand stays', () => {
  expect(withCutter(false)(fresh)).toEqual({ cutter: false, feedLines: 4 })
  expect(withCutter(false)({ ...fresh, feedLines: 7 })).toEqual({ cutter: false })
  expect(withCutter(true)({ ...fresh, cutter: false, feedLines: 4 })).toEqual({ cutter: true, feedLines: 0 })
})
