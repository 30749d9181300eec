import { expect, test } from 'vitest'
import { consentOf, expiresAtOf, orderContent } from './message-texts.rules.ts'

test('a message names the customer, the order and the store', () => {
  expect(orderContent('dispatched', { customer: 'Ana Souza', displayId: '1234', store: 'Brasa' }).body).toBe(
    'Oi, Ana! Seu pedido #1234 saiu para entrega. Brasa agradece.',
  )
})

test('a name of line breaks, direction marks and fields stays a plain word', () => {
  const { body, fields } = orderContent('accepted', {
    customer: '\u202E{{2}}\n$& maldade',
    displayId: '7',
    store: 'Brasa',
  })
  expect(fields[0]).toBe('{{2}}')
  expect(body).not.toMatch(/[\n\u202E]/)
  expect(orderContent('accepted', { customer: '\u200B', displayId: '7', store: 'Brasa' }).fields[0]).toBe(
    'tudo bem',
  )
})

test('a long name is never cut within a character, and its order still moves', () => {
  for (const letters of [39, 79]) {
    const customer = `${'a'.repeat(letters)}🍕`
    const content = orderContent('accepted', { customer, displayId: '7', store: customer })
    expect(JSON.stringify(content).isWellFormed() && !/\\ud8/i.test(JSON.stringify(content))).toBe(true)
  }
})

test('"saiu para entrega" expires after 20 minutes', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  expect(expiresAtOf('dispatched', now).toISOString()).toBe('2026-11-24T12:20:00.000Z')
})

test('PARAR alone stops the messages; within a sentence it does not', () => {
  expect(['PARAR', ' parar. ', 'Sair!', 'STOP'].map(consentOf)).toEqual(['out', 'out', 'out', 'out'])
  expect(consentOf('pode parar de mandar cebola?')).toBeNull()
  expect(consentOf('voltar')).toBe('in')
})
