import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMyGroups } from '../../contract/groups/groups.ts'
import { headers } from '../../contract/shared/headers.ts'
import { ask, setSpeaker } from '../api/ask.ts'
import { queryClient } from '../api/query.ts'
import { allGroups, readStored, selectedGroupKey } from '../browser/storage.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { sampleSpeaker } from '../testing/sample-session.ts'
import { QueryWrapper } from '../testing/query-wrapper.tsx'
import { choose, chooseFromAddress, rememberedChoice } from './choice.ts'
import { useSelection } from './selection.ts'

const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const groupId = '33333333-3333-4333-8333-333333333333'
const store = (id: string, name: string, role: string, merchants: readonly string[]) => ({
  id,
  name,
  role,
  options: merchants.map((merchant) => ({ platform: 'ifood', ifoodId: merchant })),
})

const threeStores = {
  stores: [
    store(ids[0], 'Centro', 'owner', ['m-1']),
    store(ids[1], 'Praia', 'basic', []),
    store('44444444-4444-4444-8444-444444444444', 'Serra', 'owner', []),
  ],
  truncated: false,
  total: 3,
  managed: 2,
}
const lostId = '55555555-5555-4555-8555-555555555555'

let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  server = await startLocalServer()
  server.on('GET', '/api/stores/mine', () => ({
    stores: [store(ids[0], 'Centro', 'owner', ['m-1']), store(ids[1], 'Praia', 'basic', [])],
    truncated: false,
    total: 2,
    managed: 1,
  }))
  server.on('GET', '/api/groups/mine', () => [{ id: groupId, name: 'Sul', stores: [{ id: ids[1] }] }])
  choose({ groupId: allGroups, storeId: null, platform: null })
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

async function renderSelection(role: 'basic' | 'manager' = 'basic') {
  const { result } = renderHook(() => useSelection(role), { wrapper: QueryWrapper })
  await waitFor(() => expect(result.current.ready).toBe(true))
  return result
}

test('"everything" needs no list of stores before the first report is requested', async () => {
  const { result } = renderHook(() => useSelection('basic'), { wrapper: QueryWrapper })
  expect(result.current.ready).toBe(false)
  expect(result.current.requested).toEqual({})
  await waitFor(() => expect(result.current.stores.map(({ name }) => name)).toEqual(['Centro', 'Praia']))
  expect(result.current.label).toBe('Todas as lojas (2)')
})

test('the first chosen store is in the header of every read of a session; without a known one there is none', async () => {
  setSpeaker(sampleSpeaker)
  const storeOfLast = () => server.callsOf('/api/groups/mine').at(-1)?.headers[headers.storeId]
  choose({ storeId: ids[1] })
  await ask(readMyGroups, {})
  expect(storeOfLast()).toBe(ids[1])
  choose({ storeIds: [ids[0], ids[1]] })
  await ask(readMyGroups, {})
  expect(storeOfLast()).toBe(ids[0])
  choose({ storeId: null })
  await ask(readMyGroups, {})
  expect(storeOfLast()).toBeUndefined()
})

test('shows only the stores where the role suffices', async () => {
  const selection = await renderSelection('manager')
  expect(selection.current.stores.map(({ name }) => name)).toEqual(['Centro'])
})

test('a group filters to its stores and is remembered', async () => {
  const selection = await renderSelection()
  act(() => choose({ groupId }))
  expect(selection.current.stores.map(({ name }) => name)).toEqual(['Praia'])
  expect(selection.current.query).toContain(ids[1])
  expect(selection.current.query).not.toContain(ids[0])
  expect(readStored(selectedGroupKey)).toBe(groupId)
})

test('a group without a store for this role shows everything instead of nothing', async () => {
  const selection = await renderSelection('manager')
  act(() => choose({ groupId }))
  expect(selection.current.stores.map(({ name }) => name)).toEqual(['Centro'])
})

test('a group deleted meanwhile falls back to everything', async () => {
  const selection = await renderSelection()
  server.on('GET', '/api/groups/mine', () => [])
  act(() => choose({ groupId }))
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(selection.current.choice.groupId).toBe(allGroups))
})

test('an address chooses stores and channel; one that names no stores chooses nothing', async () => {
  const selection = await renderSelection()
  act(() => chooseFromAddress({ group: allGroups, store: ids[0], channel: 'ifood' }))
  expect(selection.current.label).toBe('Centro')
  expect(selection.current.query).toContain('m-1')
  act(() => chooseFromAddress({ channel: 'balcao' }))
  expect(selection.current.label).toBe('Centro')
  act(() => chooseFromAddress({ stores: ids[1] }))
  expect(selection.current.label).toBe('Praia')
})

test('two of three stores are shown together, asked for together and remembered for the next visit', async () => {
  server.on('GET', '/api/stores/mine', () => threeStores)
  const selection = await renderSelection()
  act(() => choose({ storeIds: [ids[0], ids[1]], platform: 'balcao' }))
  expect(selection.current.label).toBe('Centro e Praia')
  expect(selection.current.narrowed).toBe(true)
  expect(selection.current.requested).toEqual({ selection: `${ids[0]}:balcao,${ids[1]}:balcao` })
  const { at: _at, ...chosen } = selection.current.choice
  expect(rememberedChoice()).toEqual(chosen)
  act(() => choose({ storeIds: [], platform: null }))
  expect(rememberedChoice()).toMatchObject({ groupId: allGroups, storeIds: [], platform: null })
})

test('a chosen store that is lost drops out, and with the last one everything is shown again', async () => {
  server.on('GET', '/api/stores/mine', () => threeStores)
  const selection = await renderSelection()
  act(() => choose({ storeIds: [lostId, ids[1]] }))
  await waitFor(() => expect(selection.current.choice.storeIds).toEqual([ids[1]]))
  expect(selection.current.label).toBe('Praia')
  act(() => choose({ storeIds: [lostId] }))
  await waitFor(() => expect(selection.current.choice.storeIds).toEqual([]))
  expect(selection.current.label).toBe('Todas as lojas (3)')
})

test('stores chosen one by one replace the group; choosing the group replaces them', async () => {
  const selection = await renderSelection()
  act(() => choose({ groupId }))
  act(() => choose({ storeIds: [ids[0]] }))
  expect(selection.current.group).toBeNull()
  expect(selection.current.label).toBe('Centro')
  act(() => choose({ groupId }))
  expect(selection.current.choice.storeIds).toEqual([])
  expect(selection.current.label).toBe('Sul (1)')
})

test('a store beyond the first hundred that is chosen alone is shown, and no other in its place', async () => {
  server.on('GET', '/api/stores/mine', () => ({ ...threeStores, truncated: true, total: 250, managed: 250 }))
  server.on('GET', `/api/stores/storeId/${lostId}`, () => store(lostId, 'Filial 150', 'owner', []))
  const selection = await renderSelection('manager')
  act(() => choose({ storeIds: [lostId] }))
  await waitFor(() => expect(selection.current.ready).toBe(true))
  expect(selection.current.stores.map(({ name }) => name)).toEqual(['Filial 150'])
  expect(selection.current.requested).toEqual({ selection: lostId })
  expect(selection.current.choice.storeIds).toEqual([lostId])
})

test('a channel that none of the chosen stores has hides nothing', async () => {
  const selection = await renderSelection()
  act(() => choose({ storeIds: [ids[1]], platform: 'ifood' }))
  expect(selection.current.platform).toBeNull()
  expect(selection.current.query).toBe(ids[1])
})

test('one merchant of a store with several is asked for alone', async () => {
  server.on('GET', '/api/stores/mine', () => ({
    ...threeStores,
    stores: [store(ids[0], 'Centro', 'owner', ['m-1', 'm-2']), store(ids[1], 'Praia', 'basic', ['m-3'])],
  }))
  const selection = await renderSelection()
  act(() => choose({ platform: 'ifood', merchantId: 'm-2' }))
  expect(selection.current.query).toBe(`${ids[0]}:m-2`)
  act(() => choose({ platform: 'ifood' }))
  expect(selection.current.query).toBe(`${ids[0]}:m-1,${ids[0]}:m-2,${ids[1]}:m-3`)
})
