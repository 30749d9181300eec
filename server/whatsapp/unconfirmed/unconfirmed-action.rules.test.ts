import { expect, test } from 'vitest'
import { messageKinds } from '../../../contract/whatsapp/whatsapp.ts'
import { afterDoubt } from './unconfirmed-action.rules.ts'

test('nothing that a customer reads goes twice without a person', () => {
  expect([...messageKinds, 'answer', 'person'].map(afterDoubt)).toEqual(
    Array.from({ length: 6 }, () => 'ask'),
  )
})

test('the team’s own notice goes again, a goodbye and a test of the line do not', () => {
  expect(['notice', 'farewell', 'canary'].map(afterDoubt)).toEqual(['again', 'leave', 'leave'])
})
