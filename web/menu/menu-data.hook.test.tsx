import type { ServerResponse } from 'node:http'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveEventsPath } from '../../contract/live/live.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { setSpeaker } from '../api/ask.ts'
import { queryClient } from '../api/query.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { sampleSpeaker } from '../testing/sample-session.ts'
import { QueryWrapper } from '../testing/query-wrapper.tsx'
import { useMenus } from './menu-data.ts'

let server: Awaited<ReturnType<typeof startLocalServer>>
let stream: ServerResponse | null

beforeEach(async () => {
  setSpeaker(sampleSpeaker)
  server = await startLocalServer()
  stream = null
  readings = []
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (url === '/api/menu/mine') readings.push(new Headers(init?.headers).get('x-store-id') ?? '')
    return send(url, init)
  })
  server.on('GET', liveEventsPath, (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    stream = response
  })
  server.on('GET', '/api/menu/mine', () => ({ items: [] }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  queryClient.clear()
  await server.stop()
})

/** As the page began them: a reading that another one replaces may end before it leaves the page, and counts at a real server. */
let readings: string[]

const changed = (...storeIds: readonly string[]) =>
  stream?.write(
    storeIds
      .map((storeId) => ({ kind: 'store', topic: 'menu', storeId, at: '2026-11-20T20:30:00Z' }))
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join(''),
  )

test('a burst of changes reads the menu of each changed store once, and a later change reads it again', async () => {
  const stores = ['a', 'b', 'c'].map((id) => ({ id }) as Store)
  const { unmount } = renderHook(() => useMenus(stores), { wrapper: QueryWrapper })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await waitFor(() => expect(stream).not.toBeNull())
  expect(readings.toSorted()).toEqual(['a', 'b', 'c'])
  changed(...Array.from({ length: 20 }, () => ['a', 'b']).flat())
  await waitFor(() => expect(readings.slice(3).toSorted()).toEqual(['a', 'b']), { timeout: 4_000 })
  changed('b')
  await waitFor(() => expect(readings.slice(5)).toEqual(['b']), { timeout: 4_000 })
  unmount()
})
