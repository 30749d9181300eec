import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

const ended = () => {
  let end = () => {}
  const work = new Promise<void>((resolve) => (end = resolve))
  return { work: () => work, end }
}

test('of many reports a few run, some wait for their turn, and the rest are rejected as overload', async () => {
  const gate = new Gate({ inside: 1, waiting: 1, waitMs: 5_000 })
  const first = ended()
  const running = gate.pass(first.work)
  let second = false
  const waiting = gate.pass(async () => {
    second = true
    return Promise.resolve()
  })
  await expect(gate.pass(first.work)).rejects.toThrow('server/overloaded')
  expect(second).toBe(false)
  first.end()
  await Promise.all([running, waiting])
  expect(second).toBe(true)
})

test('a call that waits too long for its turn is rejected, and takes no place afterwards', async () => {
  const gate = new Gate({ inside: 1, waiting: 5, waitMs: 20 })
  const first = ended()
  const running = gate.pass(first.work)
  await expect(gate.pass(first.work)).rejects.toThrow('server/overloaded')
  first.end()
  await running
  await expect(gate.pass(async () => Promise.resolve('free'))).resolves.toBe('free')
})
