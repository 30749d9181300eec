import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMyGroups } from '../../contract/groups/groups.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { deleteDeliveryModifier } from '../../contract/delivery/modifiers.ts'
import { scheduleBreak } from '../../contract/stores/hours.ts'
import { headers } from '../../contract/shared/headers.ts'
import { readOpenStatus } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { resume, signOut, useSession } from '../identity/session.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { serveSession } from '../testing/sample-session.ts'
import { choose } from './choice.ts'

const centro = '11111111-1111-4111-8111-111111111111'
const norte = '22222222-2222-4222-8222-222222222222'
const ofNorte = '33333333-3333-4333-8333-333333333333'
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  server = await startLocalServer()
  serveSession(server)
  server.on('GET', '/api/reports/daily', () => null)
})
afterEach(() => {
  choose({ groupId: 'all' })
  return server.stop()
})

const storeOf = (path: string) => server.callsOf(path).at(-1)?.headers[headers.storeId]

// docs/product/api.md:10 “Request headers”
test('every read says the first of the shown stores: of one, of several, of a group, of all', async () => {
  server.on('GET', '/api/iam/mine', () => [
    { storeId: centro, uid: 'uid-1', role: 'owner' },
    { storeId: norte, uid: 'uid-1', role: 'owner' },
  ])
  queryClient.setQueryData(queryFor(readMyGroups, {}).queryKey, [
    { id: ofNorte, stores: [{ id: norte }] },
  ] as never)
  renderHook(useSession)
  await act(resume)
  for (const [choice, sent] of [
    [{ storeIds: [norte] }, norte],
    [{ storeIds: [norte, centro] }, norte],
    [{ storeIds: [] }, centro],
    [{ groupId: ofNorte }, norte],
    [{ groupId: 'all' }, centro],
  ] as const) {
    choose(choice)
    await ask(readDailyReport, { query: {} })
    expect(storeOf('/api/reports/daily')).toBe(sent)
  }
})

test('before any store is known, a read says none', async () => {
  renderHook(useSession)
  await act(signOut)
  server.on('GET', '/api/iam/mine', () => [])
  await act(resume)
  await ask(readDailyReport, { query: {} })
  expect(storeOf('/api/iam/mine')).toBeUndefined()
  expect(storeOf('/api/reports/daily')).toBeUndefined()
})

test('with two stores shown no write goes out for a store that its caller did not name', async () => {
  renderHook(useSession)
  await act(resume)
  choose({ storeIds: [norte, centro] })
  const pause = { body: { name: 'Almoço', start: '2026-11-26T15:00:00Z', end: '2026-11-26T16:00:00Z' } }
  // @ts-expect-error a store's write does not compile without its store
  await ask(scheduleBreak, pause).catch(() => null)
  expect(storeOf('/api/workingHours/scheduleBreak/mine')).toBeUndefined()
  await ask(scheduleBreak, pause, { storeId: centro }).catch(() => null)
  expect(storeOf('/api/workingHours/scheduleBreak/mine')).toBe(centro)
  await ask(deleteDeliveryModifier, { query: { id: ofNorte } }).catch(() => null)
  expect(storeOf('/api/delivery/modifiers')).toBeUndefined()
})

test('a call with a store in its path says that one', async () => {
  renderHook(useSession)
  await act(resume)
  choose({ storeId: centro })
  await ask(readOpenStatus, { params: { storeId: norte } })
  expect(storeOf(`/api/stores/storeId/${norte}/open-status`)).toBe(norte)
})

test('a call of another store than the chosen one says its own', async () => {
  renderHook(useSession)
  await act(resume)
  choose({ storeId: centro })
  await ask(readDailyReport, { query: {} }, { storeId: norte })
  expect(storeOf('/api/reports/daily')).toBe(norte)
})

test('the calls that start before the panel’s code say it too, from the last visit', async () => {
  renderHook(useSession)
  await act(resume)
  for (const [choice, sent] of [
    [{ storeIds: [norte] }, norte],
    [{ storeIds: [norte, centro] }, norte],
    // The first store of the session, which is remembered.
    [{ storeIds: [] }, centro],
    // Its stores are not known yet.
    [{ groupId: ofNorte }, undefined],
  ] as const) {
    choose(choice)
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
