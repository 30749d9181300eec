import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { onceInProgress } from './once-in-progress.ts'

const refusal = (code: 'idempotency/in-progress' | 'order/store-paused') =>
  new ApiError({ code, message: 'x', status: 409 })

test('a sending that is still in progress is asked for again until it is answered', async () => {
  let asked = 0
  const answer = await onceInProgress(() => {
    asked += 1
    return asked < 4 ? Promise.reject(refusal('idempotency/in-progress')) : Promise.resolve('pedido')
  }, 1)
  expect([answer, asked]).toEqual(['pedido', 4])
})

test('any other refusal is shown at once', async () => {
  let asked = 0
  const answer = onceInProgress(() => {
    asked += 1
    return Promise.reject(refusal('order/store-paused'))
  }, 1)
  await expect(answer).rejects.toMatchObject({ code: 'order/store-paused' })
  expect(asked).toBe(1)
})
