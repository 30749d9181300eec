import { expect, test } from 'vitest'
import { messageKinds } from '../../../contract/whatsapp/whatsapp.ts'
import { unconfirmedAction } from './unconfirmed-action.rules.ts'

test('a customer’s unconfirmed message is never sent again without a person’s decision', () => {
  expect([...messageKinds, 'answer', 'person'].map(unconfirmedAction)).toEqual(
    Array.from({ length: 6 }, () => 'ask'),
  )
})

test('an unconfirmed notice to staff is sent again; a farewell and a test of the line are dropped', () => {
  expect(['notice', 'farewell', 'canary'].map(unconfirmedAction)).toEqual(['resend', 'drop', 'drop'])
})
