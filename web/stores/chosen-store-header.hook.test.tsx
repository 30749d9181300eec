import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { headers } from '../../contract/shared/headers.ts'
import { ask } from '../api/ask.ts'
import { resume, useSession } from '../identity/session.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { serveSession } from '../testing/sample-session.ts'
import { choose } from './choice.ts'

const centro = '11111111-1111-4111-8111-111111111111'
const norte = '22222222-2222-4222-8222-222222222222'
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  server = await startLocalServer()
  serveSession(server)
  server.on('GET', '/api/reports/daily', () => null)
})
afterEach(() => {
  choose({ storeId: null })
  return server.stop()
})

const storeOf = (path: string) => server.callsOf(path).at(-1)?.headers[headers.storeId]

test('every call says which store is chosen; of several or all it says none', async () => {
  renderHook(useSession)
  await act(resume)
  for (const [storeIds, sent] of [
    [[centro], centro],
    [[centro, norte], undefined],
    [[], undefined],
  ] as const) {
    choose({ storeIds })
    await ask(readDailyReport, { query: {} })
    expect(storeOf('/api/reports/daily')).toBe(sent)
  }
})

test('a call of another store than the chosen one says its own', async () => {
  renderHook(useSession)
  await act(resume)
  choose({ storeId: centro })
  await ask(readDailyReport, { query: {} }, { storeId: norte })
  expect(storeOf('/api/reports/daily')).toBe(norte)
})

test('the calls that start before the panel’s code say it too, from the last visit', async () => {
  for (const [storeIds, sent] of [
    [[centro], centro],
    [[centro, norte], undefined],
  ] as const) {
    choose({ storeIds })
    const before = server.callsOf('/api/groups/mine').length
    await startAsANewPage()
    await waitFor(() => expect(server.callsOf('/api/groups/mine').length).toBe(before + 1))
    expect(storeOf('/api/groups/mine')).toBe(sent)
    expect(storeOf('/api/iam/mine')).toBe(sent)
    expect(storeOf('/api/iam/getCustomToken')).toBeUndefined()
  }
})

async function startAsANewPage(): Promise<void> {
  vi.resetModules()
  vi.stubGlobal('balcaoFirstCalls', undefined)
  const { startFirstCalls } = await import('../api/first-calls.ts')
  startFirstCalls()
}
