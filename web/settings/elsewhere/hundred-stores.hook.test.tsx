import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readWorkingHours, saveWeek } from '../../../contract/stores/hours.ts'
import { headers } from '../../../contract/shared/headers.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { startLocalServer } from '../../testing/local-server.ts'
import { outcomeText } from './elsewhere-words.rules.ts'
import { useElsewhere } from './use-elsewhere.ts'

/** A week of hours for a chain: what is left of it when the network, the server or the browser goes in the middle. */
const stores = Array.from({ length: 100 }, (_, place) => ({
  id: String(place),
  name: `Loja ${String(place)}`,
})) as unknown as readonly Store[]
const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  intervals: [{ from: '18:00', to: '02:00', services: ['DELIVERY'] }],
}))

/** Versions of the weeks that the server holds: 1 before, 2 with the new week. */
let versions: Map<string, number>
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  versions = new Map(stores.map(({ id }) => [id, 1]))
  server = await startLocalServer()
  server.on('GET', readPath, (call) => ({ version: versions.get(storeOf(call)) }))
  server.on('PUT', savePath, (call) => save(storeOf(call)))
})
afterEach(() => server.stop())

const readPath = `/api${readWorkingHours.path}`
const savePath = `/api${saveWeek.path}`
const storeOf = (call: { readonly headers: Record<string, unknown> }) => String(call.headers[headers.storeId])
function save(id: string) {
  versions.set(id, (versions.get(id) ?? 0) + 1)
  return { version: versions.get(id) }
}
const taken = () => [...versions.values()].filter((version) => version === 2).length

async function planFor(store: Store) {
  const theirs = await ask(readWorkingHours, {}, { storeId: store.id })
  return {
    changes: theirs.version === 1 ? ['Segunda: fechada → 18:00 às 02:00'] : [],
    apply: async () => {
      await ask(saveWeek, { body: { week, version: theirs.version } } as never, { storeId: store.id })
    },
  }
}

async function openList() {
  const { result, unmount } = renderHook(() => useElsewhere(stores, planFor))
  await waitFor(() => expect(result.current.rows.every(({ state }) => state.kind === 'ready')).toBe(true), {
    timeout: 20_000,
  })
  const countOf = (kind: string) => result.current.rows.filter(({ state }) => state.kind === kind).length
  return { list: result, unmount, countOf }
}

test('a hundred stores take the week one after the other, and the list counts them', async () => {
  const { list, countOf } = await openList()
  act(() => list.current.tickAll())
  const seen = new Set<number>()
  let running: Promise<void> = Promise.resolve()
  act(() => {
    running = list.current.run()
  })
  await waitFor(
    () => {
      seen.add(countOf('done'))
      expect(countOf('done')).toBe(100)
    },
    { timeout: 20_000, interval: 5 },
  )
  await act(() => running)
  expect(seen.size).toBeGreaterThan(3)
  expect(taken()).toBe(100)
  expect(list.current.busy).toBe(false)
})

test('a server that is gone in the middle leaves an exact result per store, and one more try writes the rest only', async () => {
  const { list, countOf } = await openList()
  server.on('PUT', savePath, (call, response) => {
    if (taken() < 40) return save(storeOf(call))
    response.destroy()
    return undefined
  })
  act(() => list.current.tickAll())
  await act(() => list.current.run())
  expect([countOf('done'), countOf('failed'), taken()]).toEqual([40, 60, 40])
  server.on('PUT', savePath, (call) => save(storeOf(call)))
  const said = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  act(() => {
    running = list.current.run()
  })
  await waitFor(
    () => {
      if (list.current.busy) said.add(outcomeText(list.current.rows, true))
      expect([countOf('done'), taken()]).toEqual([100, 100])
    },
    { timeout: 20_000, interval: 5 },
  )
  await act(() => running)
  expect(said.size).toBeGreaterThan(3)
  // The forty of the first try are not counted again.
  expect([...said].filter((text) => !/^Aplicando: \d+ de 60 lojas\.$/.test(text))).toEqual([])
  expect(said).toContain('Aplicando: 0 de 60 lojas.')
})

test('a browser that is closed in the middle asks each store again, and writes to none twice', async () => {
  const first = await openList()
  server.on('PUT', savePath, (call, response) => {
    if (taken() < 25) return save(storeOf(call))
    // Written, and nobody there to hear it.
    if (taken() === 25) save(storeOf(call))
    response.destroy()
    return undefined
  })
  act(() => first.list.current.tickAll())
  await act(() => first.list.current.run())
  first.unmount()
  server.on('PUT', savePath, (call) => save(storeOf(call)))
  const { list } = await openList()
  const open = list.current.rows.filter(
    ({ state }) => state.kind === 'ready' && state.plan.changes.length > 0,
  ).length
  expect(open).toBe(100 - 26)
  act(() => list.current.tickAll())
  await act(() => list.current.run())
  expect([...versions.values()].every((version) => version === 2)).toBe(true)
})
