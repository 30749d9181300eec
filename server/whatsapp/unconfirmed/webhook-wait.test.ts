import { expect, test } from 'vitest'
import { webhookWaitEnds } from './webhook-wait.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 12) + seconds * 1_000)

test('an unconfirmed message waits two minutes for its webhook, and longer if the server was down', () => {
  expect(webhookWaitEnds(at(0), at(-600))).toEqual(at(120))
  expect(webhookWaitEnds(at(0), at(60))).toEqual(at(60 + 120 + 30))
})

test('the wait for a webhook ends five minutes after a start, however long the server was down', () => {
  expect(webhookWaitEnds(at(0), at(900))).toEqual(at(900 + 300))
})
