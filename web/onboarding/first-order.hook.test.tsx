import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stepKeys, stepTerms } from '../../contract/onboarding/steps.ts'
import type { UsageData } from '../../contract/onboarding/usage.ts'
import { queryClient } from '../api/query.ts'
import { resume } from '../identity/session.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { QueryWrapper } from '../testing/query-wrapper.tsx'
import { serveSession } from '../testing/sample-session.ts'
import { FirstOrder } from './first-order.tsx'

const store = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Tapioca da Rita',
  timezone: 'America/Manaus',
}
const usage: UsageData = {
  storeId: store.id,
  startedAt: '2026-11-20T12:00:00.000Z',
  finishedAt: null,
  house: null,
  selfMadeMenu: false,
  menuReady: false,
  pricedItems: 0,
  steps: stepKeys.map((key) => ({ key, ...stepTerms[key], done: key === 'first-order', skipped: null })),
  testOrder: null,
  version: 1,
}
let server: Awaited<ReturnType<typeof startLocalServer>>
let told = 0

beforeEach(async () => {
  told = 0
  server = await startLocalServer()
  serveSession(server)
  server.on('GET', '/api/usageData/get-mine', () => usage)
  server.on('POST', '/api/usageData/check-mine', () => {
    told += 1
    const firstOrder = { id: store.id, displayId: '1', at: '2026-11-20T23:02:00.000Z' }
    return { usage, news: ['first-order'], firstOrder: told === 1 ? firstOrder : null }
  })
  await act(resume)
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

test('the first order is shown with the clock of the store, and goes when it is closed', async () => {
  render(<FirstOrder store={store} />, { wrapper: QueryWrapper })
  const paper = await screen.findByRole('status')
  expect(paper.textContent).toContain('O primeiro pedido de Tapioca da Rita!')
  expect(paper.textContent).toContain('Chegou às 19:02.')
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

test('a store whose beginning is over is not asked', async () => {
  server.on('GET', '/api/usageData/get-mine', () => ({ ...usage, finishedAt: '2026-11-21T12:00:00.000Z' }))
  render(<FirstOrder store={store} />, { wrapper: QueryWrapper })
  await waitFor(() => expect(server.received.some(({ path }) => path.endsWith('get-mine'))).toBe(true))
  expect(told).toBe(0)
})
