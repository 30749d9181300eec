import { expect, test } from 'vitest'
import { KeptReplies } from './kept-replies.ts'

function counting(maxBytes: number) {
  const kept = new KeptReplies(maxBytes)
  const rendered: string[] = []
  const read = async (key: string, version = '1', text = 'x'.repeat(40)) => {
    const body = await kept.of(key, version, () => {
      rendered.push(key)
      return Promise.resolve(text)
    })
    return body.toString()
  }
  return { read, rendered }
}

test('a reply is rendered once for each version', async () => {
  const { read, rendered } = counting(100)
  expect([await read('a', '1', 'um'), await read('a', '1', 'dois')]).toEqual(['um', 'um'])
  expect(await read('a', '2', 'três')).toBe('três')
  expect(rendered).toEqual(['a', 'a'])
})

test('those asked for longest ago are dropped by their bytes, however many they are', async () => {
  const { read, rendered } = counting(100)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key)
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
  const small = counting(100)
  for (let round = 0; round < 2; round += 1)
    for (let key = 0; key < 50; key += 1) await small.read(String(key), '1', 'ç')
  expect(small.rendered).toHaveLength(50)
})

test('a reply larger than all room is sent and not kept', async () => {
  const { read, rendered } = counting(30)
  await read('a')
  expect(await read('a')).toHaveLength(40)
  expect(rendered).toEqual(['a', 'a'])
})

test('many who ask at once while nothing is kept leave the count of bytes right', async () => {
  const { read, rendered } = counting(100)
  await Promise.all(Array.from({ length: 5 }, () => read('a')))
  await read('b')
  await read('a')
  await read('b')
  expect(rendered).toEqual(['a', 'a', 'a', 'a', 'a', 'b'])
})
