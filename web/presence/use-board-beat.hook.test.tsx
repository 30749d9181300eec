import type { ServerResponse } from 'node:http'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveEventsPath } from '../../contract/live/live.ts'
import { boardBeatMs } from '../../contract/presence/presence.ts'
import { playOnly, soundOff, soundOn } from '../browser/sounds.ts'
import { resume } from '../identity/session.ts'
import { refuse, startLocalServer } from '../testing/local-server.ts'
import { sampleUser, serveSession } from '../testing/sample-session.ts'
import { useBoardBeat } from './use-board-beat.ts'

const path = '/api/presence/beat'
const selection = '11111111-1111-4111-8111-111111111111'

/** As much of the browser's sound as the board asks for. */
class PlayedAudio extends EventTarget {
  readonly state = 'running'
  readonly currentTime = 0
  readonly destination = {}
  resume = () => Promise.resolve()
  createOscillator = () => ({
    frequency: {},
    connect: (next: unknown) => next,
    start: () => undefined,
    stop: () => undefined,
  })
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: (next: unknown) => next,
  })
}

let server: Awaited<ReturnType<typeof startLocalServer>>
let streams: ServerResponse[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  Object.assign(globalThis, { AudioContext: PlayedAudio })
  server = await startLocalServer()
  streams = []
  serveSession(server)
  server.on('GET', liveEventsPath, (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    streams.push(response)
  })
  server.on('POST', path, () => ({ counted: 1 }))
  await act(resume)
})
afterEach(async () => {
  soundOff()
  playOnly(() => true)
  vi.useRealTimers()
  await server.stop()
})

const said = () => server.callsOf(path).map(({ body }) => (body as { sound: boolean }).sound)
/** The live stream's sign of life. */
const pulse = () => streams.at(-1)?.write(`data: ${JSON.stringify({ kind: 'beat' })}\n\n`)
const board = async (shown: { readonly selection?: string } = { selection }) => {
  const { unmount } = renderHook(() => useBoardBeat(shown.selection))
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  return unmount
}

test('a board says at once whether it may sound, and again when that changes', async () => {
  const leave = await board()
  await waitFor(() => expect(said()).toEqual([false]))
  act(soundOn)
  await waitFor(() => expect(said()).toEqual([false, true]))
  act(soundOff)
  await waitFor(() => expect(said()).toEqual([false, true, false]))
  expect(server.callsOf(path)[0]?.query.get('selection')).toBe(selection)
  leave()
})

test('a board speaks with the live stream, every 25 s, and not in between', async () => {
  const leave = await board()
  await waitFor(() => expect(said()).toHaveLength(1))
  vi.setSystemTime(Date.now() + boardBeatMs - 1)
  pulse()
  vi.setSystemTime(Date.now() + 1)
  pulse()
  await waitFor(() => expect(said()).toHaveLength(2))
  leave()
})

test('what the network lost is said with the next pulse, and what was refused is not repeated', async () => {
  let status = 503
  server.on('POST', path, (_call, response) => refuse(response, status, 'server/unavailable'))
  const leave = await board()
  await waitFor(() => expect(said()).toHaveLength(1))
  await waitFor(() => {
    pulse()
    expect(said().length).toBeGreaterThan(1)
  })
  status = 404
  await waitFor(() => {
    pulse()
    expect(said().length).toBeGreaterThan(2)
  })
  leave()
})

test('a person who chose not to hear new orders is no sound', async () => {
  act(soundOn)
  playOnly(() => false)
  const leave = await board()
  await waitFor(() => expect(said()).toEqual([false]))
  leave()
})

test('a board without orders, and one of support, say nothing', async () => {
  const leave = await board({})
  pulse()
  leave()
  server.on('GET', '/api/user/mine', () => ({
    ...sampleUser,
    support: { storeId: selection, storeName: 'Brasa', until: '2026-11-27T23:00:00.000Z' },
  }))
  await act(resume)
  const leaveAgain = await board()
  pulse()
  leaveAgain()
  expect(said()).toEqual([])
})
