import { beforeEach, expect, test, vi } from 'vitest'
import { captureAttribution } from './attribution.ts'
import { consentedTouch, firstTouch, rememberTouchConsent } from './first-touch.ts'

beforeEach(() => localStorage.clear())

test('the first link counts, with the click ids of ads; later ones change only the fixed object', () => {
  captureAttribution('?utm_source=feira&referrer_id=MARINA10&gclid=Cj0&contact_id=c-9')
  captureAttribution('?utm_source=google&utm_medium=cpc&fbclid=Fb1')
  expect(firstTouch()).toMatchObject({
    source: 'feira',
    referrerId: 'MARINA10',
    gclid: 'Cj0',
    contactId: 'c-9',
  })
  expect(firstTouch()).not.toHaveProperty('medium')
  expect(JSON.parse(localStorage.getItem('utm') ?? '')).toEqual({
    source: 'google',
    referrerId: 'MARINA10',
    medium: 'cpc',
  })
})

test('who recommended is named once, for the first link of this browser', () => {
  expect(captureAttribution('?referrer_id=MARINA10')).toBe('MARINA10')
  expect(captureAttribution('?referrer_id=MARINA10')).toBeNull()
  expect(captureAttribution('?referrer_id=OUTRA')).toBeNull()
})

test('without a campaign there is no touch, and nothing to ask', () => {
  captureAttribution('?next=/menu')
  expect(firstTouch()).toBeNull()
})

test('it is sent only with consent, and no more once that is withdrawn', () => {
  captureAttribution('?utm_source=feira')
  expect(consentedTouch()).toEqual({})
  rememberTouchConsent(true)
  expect(consentedTouch().attribution).toMatchObject({ source: 'feira' })
  rememberTouchConsent(false)
  expect(consentedTouch()).toEqual({})
})

test('it is forgotten after 90 days', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') })
  captureAttribution('?utm_source=feira')
  vi.setSystemTime(new Date('2026-08-29T12:00:00Z'))
  expect(firstTouch()).not.toBeNull()
  vi.setSystemTime(new Date('2026-08-31T12:00:00Z'))
  expect(firstTouch()).toBeNull()
  vi.useRealTimers()
})

test.each(['nonsense', '[]', 'null', '{"touchedAt":1}', '{"source":{}}'])(
  'a broken memory %s is no touch',
  (stored) => {
    localStorage.setItem('first-touch', stored)
    expect(firstTouch()).toBeNull()
  },
)

test('a value that the contract does not take is left out, the others stay', () => {
  captureAttribution(`?utm_source=${'x'.repeat(300)}&utm_campaign=nov`)
  expect(firstTouch()).toMatchObject({ campaign: 'nov' })
  expect(firstTouch()).not.toHaveProperty('source')
})
