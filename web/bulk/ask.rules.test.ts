import { expect, test } from 'vitest'
import { actionOf, emptyAsk } from './ask.rules.ts'

const now = new Date('2026-11-20T22:00:00Z')

test('two presses stop every store for half an hour', () => {
  expect(actionOf(emptyAsk, now).action).toEqual({
    kind: 'stop',
    minutes: 30,
    reason: 'sem motivo informado',
  })
})

test('an item is paused for an hour, to the end of the day, or until somebody resumes it', () => {
  const asked = { ...emptyAsk, kind: 'pause-item', item: ' Nhoque ', code: 'N-1' } as const
  const item = { name: 'Nhoque', code: 'N-1' }
  expect(actionOf({ ...asked, until: 'hour' }, now).action).toEqual({
    kind: 'pause-item',
    item,
    until: '2026-11-20T23:00:00.000Z',
  })
  expect(actionOf(asked, now).action).toEqual({ kind: 'pause-item', item, until: 'tomorrow' })
  expect(actionOf({ ...asked, until: 'open' }, now).action).toEqual({ kind: 'pause-item', item })
})

test('what is missing is asked for by its field', () => {
  expect(actionOf({ ...emptyAsk, kind: 'resume-item' }, now)).toMatchObject({ action: null, field: 'item' })
  const price = { ...emptyAsk, kind: 'price', item: 'Nhoque' } as const
  expect(actionOf(price, now)).toMatchObject({ action: null, field: 'price' })
  expect(actionOf({ ...price, price: '52,90' }, now).action).toMatchObject({ priceCents: 5_290 })
})
