import type { ServerResponse } from 'node:http'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveEventsPath, type LiveEvent } from '../../contract/live/live.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { reopenLive, useLive, useLiveState } from './live-stream.ts'

const storeId = '11111111-1111-4111-8111-111111111111'
const orderEvent = (orderId: string) => ({ kind: 'order', storeId, orderId, at: '2026-11-20T20:30:00Z' })

let server: Awaited<ReturnType<typeof startLocalServer>>
let streams: ServerResponse[] = []

beforeEach(async () => {
  server = await startLocalServer()
  streams = []
  server.on('GET', liveEventsPath, (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // The browser's own delay before it reconnects.
    response.write('retry: 20\n\n')
    streams.push(response)
  })
})
afterEach(() => server.stop())

const send = (event: object, id = '') =>
  streams.at(-1)?.write(`${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(event)}\n\n`)

function renderListener() {
  const received: LiveEvent[] = []
  const handler = (event: LiveEvent) => void received.push(event)
  const { result, unmount } = renderHook(() => {
    useLive(handler)
    return useLiveState()
  })
  return { received, result, unmount }
}

test('is connecting, then live after the first message, and forwards each event', async () => {
  const { received, result, unmount } = renderListener()
  expect(result.current).toBe('connecting')
  await waitFor(() => expect(result.current).toBe('live'))
  send(orderEvent('a'), '7')
  await waitFor(() => expect(received.map((event) => 'orderId' in event && event.orderId)).toEqual(['a']))
  unmount()
})

test('after the person got a store the connection is opened again, so that it receives its events', async () => {
  const { unmount } = renderListener()
  await waitFor(() => expect(streams).toHaveLength(1))
  reopenLive()
  await waitFor(() => expect(streams).toHaveLength(2))
  unmount()
})

test('a heartbeat is not an event', async () => {
  const { received, unmount } = renderListener()
  await waitFor(() => expect(streams).toHaveLength(1))
  send({ kind: 'beat' })
  send(orderEvent('b'), '8')
  await waitFor(() => expect(received).toHaveLength(1))
  expect(received[0]?.kind).toBe('order')
  unmount()
})

test('two components share one connection, which ends with the last of them', async () => {
  const first = renderListener()
  const second = renderListener()
  await waitFor(() => expect(streams).toHaveLength(1))
  send(orderEvent('c'), '9')
  await waitFor(() => expect([first.received.length, second.received.length]).toEqual([1, 1]))
  first.unmount()
  send(orderEvent('d'), '10')
  await waitFor(() => expect(second.received).toHaveLength(2))
  expect(first.received).toHaveLength(1)
  expect(streams).toHaveLength(1)
  const ended = new Promise((resolve) => streams[0]?.once('close', resolve))
  second.unmount()
  await ended
})

test('after a cut it is stale, resumes after the last received event, and requests one full reload', async () => {
  const { received, result, unmount } = renderListener()
  await waitFor(() => expect(streams).toHaveLength(1))
  await waitFor(() => expect(result.current).toBe('live'))
  send(orderEvent('e'), '42')
  await waitFor(() => expect(received).toHaveLength(1))
  await act(() => server.cut())
  await waitFor(() => expect(result.current).toBe('stale'))
  await server.restore()
  await waitFor(() => expect(result.current).toBe('live'), { timeout: 5_000 })
  expect(received.map((event) => event.kind)).toEqual(['order', 'resync'])
  const again = server.received.at(-1)
  // The header takes precedence: the browser repeats the URL of its first attempt.
  expect(again?.headers['last-event-id'] ?? again?.query.get('after')).toBe('42')
  unmount()
})

test('a browser that reports being offline is stale at once, although the connection has not broken', async () => {
  const { result, unmount } = renderListener()
  await waitFor(() => expect(streams).toHaveLength(1))
  await waitFor(() => expect(result.current).toBe('live'))
  server.on('GET', liveEventsPath, () => undefined)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(result.current).toBe('stale')
  unmount()
})
