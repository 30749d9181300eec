import { expect, test } from 'vitest'
import { SharedAnswers } from './shared-answers.ts'

/** Answers with its number when the test says so. */
function reader() {
  const pending: ((fail?: Error) => void)[] = []
  let asked = 0
  const read = (): Promise<string> => {
    asked += 1
    const text = `answer ${asked}`
    return new Promise((resolve, reject) => {
      pending.push((fail) => (fail ? reject(fail) : resolve(text)))
    })
  }
  const settle = async (fail?: Error) => {
    pending.shift()?.(fail)
    await new Promise(setImmediate)
  }
  return { read, settle, asked: () => asked }
}

test('those who ask while an answer is on its way share the next one, which is younger than their question', async () => {
  const shared = new SharedAnswers()
  const { read, settle, asked } = reader()
  const first = shared.answer('day', read)
  const later = Array.from({ length: 50 }, () => shared.answer('day', read))
  await settle()
  expect(await first).toBe('answer 1')
  await settle()
  expect(new Set(await Promise.all(later))).toEqual(new Set(['answer 2']))
  expect(asked()).toBe(2)
  const afterwards = shared.answer('day', read)
  await settle()
  expect(await afterwards).toBe('answer 3')
})

test('other questions do not wait, and a failure fails only those who share it', async () => {
  const shared = new SharedAnswers()
  const { read, settle, asked } = reader()
  const failing = shared.answer('day', read)
  const other = shared.answer('week', read)
  const next = shared.answer('day', read)
  expect(asked()).toBe(2)
  const failed = expect(failing).rejects.toThrow('no connection')
  await settle(new Error('no connection'))
  await failed
  await settle()
  expect(await other).toBe('answer 2')
  await settle()
  expect(await next).toBe('answer 3')
})
