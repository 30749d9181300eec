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

test('a costly report takes more places, so fewer of them run at once, and two still can', async () => {
  const gate = new Gate({ inside: 4, waiting: 10, waitMs: 5_000 })
  const works = Array.from({ length: 6 }, ended)
  let inside = 0
  let most = 0
  const enter = (index: number, cost: number) =>
    gate.pass(async () => {
      inside += 1
      most = Math.max(most, inside)
      await works[index]?.work()
      inside -= 1
    }, cost)
  const costly = [enter(0, 99), enter(1, 99), enter(2, 99)]
  await Promise.resolve()
  expect(inside).toBe(2)
  const cheap = [enter(3, 1), enter(4, 1), enter(5, 1)]
  for (const { end } of works) end()
  await Promise.all([...costly, ...cheap])
  expect(inside).toBe(0)
  // The third costly one took half of the places, and two cheap ones the rest.
  expect(most).toBeLessThanOrEqual(4)
})

test('a cheap report does not overtake a costly one, and enters when that has waited too long', async () => {
  const gate = new Gate({ inside: 2, waiting: 5, waitMs: 20 })
  const first = ended()
  const second = ended()
  const running = [gate.pass(first.work), gate.pass(second.work)]
  const order: string[] = []
  const costly = gate.pass(async () => Promise.resolve(order.push('costly')), 2)
  const cheap = gate.pass(async () => Promise.resolve(order.push('cheap')), 1)
  first.end()
  second.end()
  await Promise.all([...running, costly, cheap])
  expect(order).toEqual(['costly', 'cheap'])
})
