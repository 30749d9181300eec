import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

test('one piece of work runs at a time, in the order in which they asked, and a failed one stops no other', async () => {
  const turns = new Turns()
  const seen: string[] = []
  let running = 0
  const work = (name: string, fails = false) =>
    turns.take(async () => {
      running += 1
      expect(running).toBe(1)
      await turnOfTheLoop()
      seen.push(name)
      running -= 1
      if (fails) throw new Error(name)
      return name
    })
  const [one, two, three] = await Promise.allSettled([work('one'), work('two', true), work('three')])
  expect([one.status, two.status, three.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['one', 'two', 'three'])
})

test('work that took a while is followed by a rest, in which nothing begins', async () => {
  const rest = Promise.withResolvers<void>()
  const resting = Promise.withResolvers<void>()
  const turns = new Turns(() => {
    resting.resolve()
    return rest.promise
  })
  let begun = false
  await turns.take(async () => {
    for (const end = performance.now() + 2; performance.now() < end;);
  })
  const next = turns.take(async () => {
    begun = true
  })
  await resting.promise
  await turnOfTheLoop()
  expect(begun).toBe(false)
  rest.resolve()
  await next
})
