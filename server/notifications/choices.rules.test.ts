import { expect, test } from 'vitest'
import { noticeEvents, noticeTerms } from '../../contract/notifications/choices.ts'
import { allChoices, channelsNow, notOffered, silentCritical, type KeptChoices } from './choices.rules.ts'

const quietNights: KeptChoices = { choices: {}, quiet_from: 22 * 60, quiet_to: 7 * 60 }
/** 02:00 in São Paulo, 01:00 in Manaus. */
const night = new Date('2026-11-24T05:00:00Z')
const saoPaulo = 'America/Sao_Paulo'

const by = (...given: Parameters<typeof channelsNow>) => channelsNow(...given).by

test('who never chose is notified by the usual channels, and of a new event too', () => {
  expect(by(null, 'cancelled', saoPaulo, night)).toEqual(['screen', 'sound', 'push'])
  const old: KeptChoices = { choices: { cancelled: [] }, quiet_from: null, quiet_to: null }
  expect(by(old, 'cancelled', saoPaulo, night)).toEqual([])
  expect(by(old, 'expiring', saoPaulo, night)).toEqual(['screen', 'push'])
})

test('quiet hours hold back what rings and is not critical', () => {
  expect(by(quietNights, 'cancelled', saoPaulo, night)).toEqual(['screen'])
  expect(by(quietNights, 'expiring', saoPaulo, night)).toEqual(['screen', 'push'])
})

test('what quiet hours hold back waits for their end; what never rings away from the panel does not', () => {
  const nights: KeptChoices = {
    ...quietNights,
    choices: {
      cancelled: ['sound', 'push', 'mail', 'whatsapp'],
      dispute: ['screen'],
      expiring: ['whatsapp'],
    },
  }
  expect(channelsNow(nights, 'cancelled', saoPaulo, night)).toEqual({
    by: ['mail'],
    held: { channels: ['push', 'whatsapp'], until: new Date('2026-11-24T10:00:00Z') },
  })
  expect(channelsNow(nights, 'dispute', saoPaulo, night).held).toBeNull()
  expect(channelsNow(nights, 'expiring', saoPaulo, night)).toEqual({ by: ['whatsapp'], held: null })
  const day = new Date('2026-11-24T15:00:00Z')
  expect(channelsNow(nights, 'cancelled', saoPaulo, day).held).toBeNull()
  expect(channelsNow(nights, 'cancelled', 'America/Manaus', night).held?.until).toEqual(
    new Date('2026-11-24T11:00:00Z'),
  )
})

test('quiet hours follow the clock of the store that the notice is about', () => {
  const early = new Date('2026-11-24T10:30:00Z')
  expect(by(quietNights, 'dispute', saoPaulo, early)).toContain('push')
  expect(by(quietNights, 'dispute', 'America/Manaus', early)).not.toContain('push')
})

test.each([
  ['22:00', '02:00Z', true],
  ['06:59', '09:59Z', true],
  ['07:00', '10:00Z', false],
  ['21:59', '00:59Z', false],
])('at %s on the wall it is quiet from 22:00 to 07:00: %s, %s', (_, utc, quiet) => {
  const at = new Date(`2026-11-25T${utc.replace('Z', ':00Z')}`)
  // 22:00 in São Paulo is 01:00 UTC of the next day.
  const shifted = utc === '02:00Z' ? new Date('2026-11-25T01:00:00Z') : at
  expect(!by(quietNights, 'break-ends', saoPaulo, shifted).includes('push')).toBe(quiet)
})

test('a critical event without a channel is found, and a channel that an event does not leave by', () => {
  const usual = allChoices(null)
  expect([silentCritical(usual), notOffered(usual)]).toEqual([null, false])
  expect(silentCritical({ ...usual, 'printer-silent': [] })).toBe('printer-silent')
  expect(silentCritical({ ...usual, 'printer-silent': ['whatsapp'] })).toBe('printer-silent')
  expect(silentCritical({ ...usual, 'printer-silent': ['whatsapp', 'mail'] })).toBe(null)
  expect(silentCritical({ ...usual, dispute: [] })).toBe(null)
  expect(notOffered({ ...usual, late: ['push'] })).toBe(true)
})

test('every event has usual channels that it is offered by, and every critical one has some', () => {
  for (const event of noticeEvents) {
    const { offered, usual, critical } = noticeTerms[event]
    expect(offered).toEqual(expect.arrayContaining([...usual]))
    if (critical) expect(usual.length).toBeGreaterThan(0)
  }
})
