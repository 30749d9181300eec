import { expect, test } from 'vitest'
import { paperPage, pageRule } from './paper-page.ts'
import { readList } from './prints-here.ts'

const svg = (width: number, height: number) => `<svg viewBox="0 0 ${String(width)} ${String(height)}"></svg>`

test('the page is as wide as the paper and as long as the ticket', () => {
  // 72 mm can be printed on a roll of 80, 48 mm on one of 58.
  expect(paperPage({ paper: 80, svg: svg(576, 1_152) })).toEqual({ widthMm: 80, heightMm: 152, sideMm: 4 })
  expect(paperPage({ paper: 58, svg: svg(384, 384) })).toEqual({ widthMm: 58, heightMm: 56, sideMm: 5 })
  expect(pageRule({ widthMm: 80, heightMm: 152, sideMm: 4 })).toBe('@page { size: 80mm 152mm; margin: 0 }')
})

test('what is stored by hand is no printer of this browser', () => {
  const mine = { storeId: 's', printerId: 'p' }
  expect(readList(JSON.stringify([mine, { storeId: 1 }, null, 'x']))).toEqual([mine])
  for (const text of [null, '', '{', '7', '{}']) expect(readList(text)).toEqual([])
})
