import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { fuzz } from './fuzz.ts'

/** The short form of `npm run attack`; the matrix is server/app.db.test.ts, the documents server/hostile-documents.test.ts. */
let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({ CALL_LIMIT_FACTOR: '1000' })
  url = await app.fastify.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

test('whatever is sent to any operation, the answer is a sentence, no fault, and shows no stack or statement', async () => {
  const { counts, shortfalls } = await fuzz(url, app.ownerUrl, 1_500)
  expect(shortfalls).toEqual([])
  expect(counts['200']).toBeGreaterThan(100)
  expect(counts['400']).toBeGreaterThan(500)
})
