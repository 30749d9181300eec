import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashedPhone, purchaseEvent } from './purchase-event.rules.ts'

const access = { datasetId: '1', accountId: '99', accessToken: 'secret', testEventCode: null }
const at = new Date('2026-11-23T15:00:00Z')
const purchase = {
  eventId: 'o-1',
  at,
  valueCents: 5_490,
  phone: hashedPhone('+55 (11) 98765-4321'),
  click: null,
}

test('a phone leaves as the hash of its digits with the country’s code', () => {
  expect(hashedPhone('+55 (11) 98765-4321')).toBe(createHash('sha256').update('5511987654321').digest('hex'))
  expect(hashedPhone(null)).toBeNull()
  expect(hashedPhone('123')).toBeNull()
})

test('a message’s click is of business messaging, with the account', () => {
  const { data } = purchaseEvent(access, { ...purchase, click: { kind: 'ctwaClid', id: 'CLICK', at } })
  expect(data[0]).toMatchObject({
    action_source: 'business_messaging',
    messaging_channel: 'whatsapp',
    user_data: { ctwa_clid: 'CLICK', whatsapp_business_account_id: '99' },
    custom_data: { currency: 'BRL', value: '54.90' },
    event_time: 1_795_446_000,
  })
})

test('a link’s click is of a chat, in the network’s own form', () => {
  const { data } = purchaseEvent(access, { ...purchase, click: { kind: 'fbclid', id: 'IwAR1', at } })
  expect(data[0]?.action_source).toBe('chat')
  expect(data[0]?.user_data).toMatchObject({ fbc: `fb.1.${at.getTime()}.IwAR1` })
})

test('nothing but the hash says who bought, and the key stays out of the body', () => {
  const text = JSON.stringify(purchaseEvent({ ...access, testEventCode: 'TEST1' }, purchase))
  expect(text).not.toMatch(/98765|secret/)
  expect(JSON.parse(text)).toMatchObject({ test_event_code: 'TEST1' })
})
