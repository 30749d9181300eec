import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { dataRoot } from './data-root.ts'

test('a folder of data may be given from here: the database runs elsewhere', () => {
  const root = dataRoot({ DATA_DIR: '.data/my-store' })
  expect(isAbsolute(root)).toBe(true)
  expect(root.endsWith('/.data/my-store/pg')).toBe(true)
})
