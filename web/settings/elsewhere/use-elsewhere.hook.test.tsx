import { act, renderHook, waitFor } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrderRules, saveOrderRules } from '../../../contract/orders/rules.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { ask } from '../../api/ask.ts'
import { startLocalServer } from '../../testing/local-server.ts'
import { useElsewhere } from './use-elsewhere.ts'

const stores = [
  { id: '1', name: 'Centro' },
  { id: '2', name: 'Praia' },
  { id: '3', name: 'Serra' },
  { id: '4', name: 'Vila' },
] as unknown as readonly Store[]

const rulesOf = (minutes: number, version: number) => ({
  platform: 'balcao' as const,
  autoAccept: false,
  onlyWhenOpen: true,
  maxInPreparation: null,
  cashLimitCents: null,
  firstOrderWaits: false,
  scheduledAtOnce: false,
  preparationMinutes: minutes,
  version,
})

/** What each store of the server has. */
let minutes: Map<string, number>
/** Answers a write to this store instead of the server's own answer. */
let trouble: Map<string, (response: ServerResponse) => void>
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  minutes = new Map([
    ['1', 20],
    ['2', 25],
    ['3', 25],
    ['4', 30],
  ])
  trouble = new Map()
  server = await startLocalServer()
  server.on('GET', '/api/orders/rules', (call) => ({
    rules: [rulesOf(minutes.get(storeOf(call)) ?? 0, 1)],
  }))
  server.on('PUT', '/api/orders/rules/balcao', (call, response) => {
    const storeId = storeOf(call)
    const answer = trouble.get(storeId)
    if (answer) {
      answer(response)
      return undefined
    }
    const { preparationMinutes } = call.body as { preparationMinutes: number }
    minutes.set(storeId, preparationMinutes)
    return rulesOf(preparationMinutes, 2)
  })
})
afterEach(() => server.stop())

const storeOf = (call: { readonly headers: Record<string, unknown> }) => String(call.headers[headers.storeId])

/** 30 minutes for everybody. */
async function planFor(store: Store) {
  const { rules } = await ask(readOrderRules, {}, { storeId: store.id })
  const [old] = rules
  if (!old) throw new Error('no rules')
  const { platform, ...body } = { ...old, preparationMinutes: 30 }
  return {
    changes: old.preparationMinutes === 30 ? [] : [`Prazo: ${old.preparationMinutes} → 30 min`],
    apply: async () => {
      await ask(saveOrderRules, { params: { platform }, body }, { storeId: store.id })
    },
  }
}

async function openList() {
  const { result } = renderHook(() => useElsewhere(stores, planFor))
  await waitFor(() => expect(result.current.rows.every(({ state }) => state.kind === 'ready')).toBe(true))
  const kinds = () =>
    Object.fromEntries(result.current.rows.map(({ store, state }) => [store.name, state.kind]))
  const ticked = () => result.current.rows.filter((row) => row.ticked).map(({ store }) => store.name)
  return { list: result, kinds, ticked, run: () => act(() => result.current.run()) }
}

const refuse = (status: number, error: string, message: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error, message }))
}

test('the list says what would change in each store, and a store that is like this one cannot be ticked', async () => {
  const { list, ticked } = await openList()
  expect(list.current.rows.map(({ state }) => (state.kind === 'ready' ? state.plan.changes : null))).toEqual([
    ['Prazo: 20 → 30 min'],
    ['Prazo: 25 → 30 min'],
    ['Prazo: 25 → 30 min'],
    [],
  ])
  act(() => list.current.tickAll())
  expect(ticked()).toEqual(['Centro', 'Praia', 'Serra'])
})

test('only ticked stores are written to', async () => {
  const { list, run, kinds } = await openList()
  act(() => list.current.toggle('2'))
  await run()
  expect(kinds()).toEqual({ Centro: 'ready', Praia: 'done', Serra: 'ready', Vila: 'ready' })
  expect([...minutes.values()]).toEqual([20, 30, 25, 30])
})

test('one store that refuses and one that does not answer lose nothing for the others', async () => {
  trouble.set('1', refuse(409, 'order/stale-rules', 'Alguém mudou estas regras.'))
  trouble.set('2', (response) => response.destroy())
  const { list, run, kinds, ticked } = await openList()
  act(() => list.current.tickAll())
  await run()
  expect(kinds()).toEqual({ Centro: 'refused', Praia: 'failed', Serra: 'done', Vila: 'ready' })
  expect(list.current.rows[0]?.state).toMatchObject({ why: 'Alguém mudou estas regras.' })
  expect([...minutes.values()]).toEqual([20, 25, 30, 30])
  expect(list.current.busy).toBe(false)
  // Trying again without a thought is for what got no answer.
  expect(ticked()).toEqual(['Praia'])
})

test('a second try writes to the failed store alone, by what it holds then', async () => {
  trouble.set('2', (response) => response.destroy())
  const { list, run, kinds } = await openList()
  act(() => list.current.tickAll())
  await run()
  trouble.clear()
  const writes = () => server.received.filter(({ method }) => method === 'PUT').length
  const before = writes()
  await run()
  expect(writes() - before).toBe(1)
  expect(kinds()).toEqual({ Centro: 'done', Praia: 'done', Serra: 'done', Vila: 'ready' })
})

test('a write whose answer got lost is not repeated when the store has taken it', async () => {
  trouble.set('2', (response) => {
    minutes.set('2', 30)
    response.destroy()
  })
  const { list, run, kinds } = await openList()
  act(() => list.current.toggle('2'))
  await run()
  expect(kinds().Praia).toBe('failed')
  const writes = server.received.filter(({ method }) => method === 'PUT').length
  await run()
  expect(kinds().Praia).toBe('done')
  expect(server.received.filter(({ method }) => method === 'PUT')).toHaveLength(writes)
})

test('a store whose settings cannot be read says so, and is read again on its own', async () => {
  server.on('GET', '/api/orders/rules', (call, response) => {
    if (storeOf(call) !== '3') return { rules: [rulesOf(20, 1)] }
    refuse(500, 'server/failed', 'Algo falhou.')(response)
    return undefined
  })
  const { result } = renderHook(() => useElsewhere(stores, planFor))
  await waitFor(() => expect(result.current.rows[2]?.state.kind).toBe('unread'))
  server.on('GET', '/api/orders/rules', () => ({ rules: [rulesOf(20, 1)] }))
  const reads = server.received.length
  act(() => result.current.readAgain())
  await waitFor(() => expect(result.current.rows[2]?.state.kind).toBe('ready'))
  expect(server.received.length - reads).toBe(1)
})
