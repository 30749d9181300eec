import { expect, test } from 'vitest'
import { actionOf, emptyAsk } from './ask.rules.ts'

const around = { now: new Date('2026-11-20T22:00:00Z'), week: [] }

test('two presses stop every store for half an hour', () => {
  expect(actionOf(emptyAsk, around).action).toEqual({
    kind: 'stop',
    minutes: 30,
    reason: 'sem motivo informado',
  })
})

test('an item is paused for an hour, to the end of the day, or until somebody resumes it', () => {
  const asked = { ...emptyAsk, kind: 'pause-item', item: ' Nhoque ', code: 'N-1' } as const
  const item = { name: 'Nhoque', code: 'N-1' }
  expect(actionOf({ ...asked, until: 'hour' }, around).action).toEqual({
    kind: 'pause-item',
    item,
    until: '2026-11-20T23:00:00.000Z',
  })
  expect(actionOf(asked, around).action).toEqual({ kind: 'pause-item', item, until: 'tomorrow' })
  expect(actionOf({ ...asked, until: 'open' }, around).action).toEqual({ kind: 'pause-item', item })
})

test('what is missing is asked for by its field', () => {
  expect(actionOf({ ...emptyAsk, kind: 'resume-item' }, around)).toMatchObject({
    action: null,
    field: 'item',
  })
  const price = { ...emptyAsk, kind: 'price', item: 'Nhoque' } as const
  expect(actionOf(price, around)).toMatchObject({ action: null, field: 'price' })
  expect(actionOf({ ...price, price: '52,90' }, around).action).toMatchObject({ priceCents: 5_290 })
})

test('a slower kitchen, a rainy delivery, hours and a menu are acts as the others are', () => {
  expect(actionOf({ ...emptyAsk, kind: 'slower' }, around).action).toEqual({
    kind: 'slower',
    extraMinutes: 15,
    minutes: 60,
  })
  expect(actionOf({ ...emptyAsk, kind: 'modifier', fee: '3,50', span: '120' }, around).action).toEqual({
    kind: 'modifier',
    name: 'Chuva',
    effects: [
      { kind: 'minutes', minutes: 10 },
      { kind: 'fixed', cents: 350 },
    ],
    minutes: 120,
  })
  const from = '00000000-0000-4000-8000-000000000001'
  expect(actionOf({ ...emptyAsk, kind: 'menu', from, category: 'Bebidas' }, around).action).toEqual({
    kind: 'menu',
    from,
    category: 'Bebidas',
    keeps: { prices: true, hours: false, ownItems: true },
  })
  const week = [{ weekday: 'MONDAY', start: '11:00', end: '15:00' } as const]
  expect(actionOf({ ...emptyAsk, kind: 'week', from }, { ...around, week }).action).toEqual({
    kind: 'week',
    week,
  })
})

test('a change of delivery that changes nothing is asked for again', () => {
  const nothing = { ...emptyAsk, kind: 'modifier', deliveryExtra: '0' } as const
  expect(actionOf(nothing, around)).toMatchObject({ action: null, field: 'fee' })
  expect(actionOf({ ...nothing, fee: '200' }, around)).toMatchObject({ action: null, field: 'fee' })
  expect(actionOf({ ...nothing, fee: '2', name: ' ' }, around)).toMatchObject({ field: 'name' })
})
