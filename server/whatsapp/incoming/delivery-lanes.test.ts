import { expect, test } from 'vitest'
import { createDeliveryLanes, type HasEvents } from './delivery-lanes.ts'

interface Call extends HasEvents {
  readonly name: string
}
const call = (name: string, events = 1): Call => ({ name, events: Array.from({ length: events }) })
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => call(`${prefix}${String(index)}`))
const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Commits a batch when the test asks for it. */
function held() {
  const batches: { storeId: string; names: string[]; end: PromiseWithResolvers<void> }[] = []
  const lanes = createDeliveryLanes<Call>((storeId, deliveries) => {
    const end = Promise.withResolvers<void>()
    batches.push({ storeId, names: deliveries.map(({ name }) => name), end })
    return end.promise
  })
  const saveStep = async (index: number): Promise<void> => {
    batches[index]?.end.resolve()
    await tick()
    await tick()
  }
  return { lanes, batches, saveStep }
}

test('simultaneous webhooks share a transaction, and a store has one transaction at a time', async () => {
  const { lanes, batches, saveStep } = held()
  for (const one of many(120, 'a')) void lanes.add('A', one)
  await tick()
  expect(batches.map(({ storeId, names }) => [storeId, names.length])).toEqual([['A', 50]])
  await saveStep(0)
  expect(batches.map(({ names }) => names.length)).toEqual([50, 50])
  await saveStep(1)
  await saveStep(2)
  expect(batches.flatMap(({ names }) => names)).toEqual(many(120, 'a').map(({ name }) => name))
})

test('a neighbour’s turn comes before the rest of a flood, and two transactions run at most', async () => {
  const { lanes, batches, saveStep } = held()
  for (const one of many(200, 'a')) void lanes.add('A', one)
  for (const store of ['B', 'C']) void lanes.add(store, call('one'))
  await tick()
  expect(batches.map(({ storeId }) => storeId)).toEqual(['A', 'B'])
  await saveStep(0)
  expect(batches.map(({ storeId }) => storeId)).toEqual(['A', 'B', 'C'])
})

test('a webhook is answered only once it is committed', async () => {
  const { lanes, saveStep } = held()
  let kept = false
  void lanes.add('A', call('one'))?.then(() => (kept = true))
  await tick()
  expect(kept).toBe(false)
  await saveStep(0)
  expect(kept).toBe(true)
})

test('a large webhook gets a transaction of its own, and a full lane rejects the next one', async () => {
  const { lanes, batches } = held()
  void lanes.add('A', call('large', 800))
  void lanes.add('A', call('next'))
  await tick()
  expect(batches[0]?.names).toEqual(['large'])
  for (const one of many(999, 'a')) void lanes.add('A', one)
  expect(lanes.add('A', call('too much'))).toBeNull()
  expect(lanes.add('B', call('another store’s'))).not.toBeNull()
})

test('a webhook that the database rejects fails alone; a lost database fails them all', async () => {
  const refusal = Object.assign(new Error('refused'), { code: '22021' })
  const lanes = createDeliveryLanes<Call>((_, deliveries) => {
    if (deliveries.some(({ name }) => name === 'lost')) return Promise.reject(new Error('no database'))
    return deliveries.some(({ name }) => name === 'poison') ? Promise.reject(refusal) : Promise.resolve()
  })
  const statusOf = async (names: readonly string[]) => {
    const withAnsweredQuote = await Promise.allSettled(
      names.map((name) => Promise.resolve(lanes.add('A', call(name)))),
    )
    return withAnsweredQuote.map(({ status }) => status)
  }
  expect(await statusOf(['one', 'poison', 'three'])).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await statusOf(['one', 'lost'])).toEqual(['rejected', 'rejected'])
  expect(await statusOf(['afterwards'])).toEqual(['fulfilled'])
})
