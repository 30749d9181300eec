import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MenuItem } from '../../contract/menu/menu.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { queryClient } from '../api/query.ts'
import { setSpeaker } from '../api/ask.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { sampleSpeaker } from '../testing/sample-session.ts'
import type { StoreItem } from './list/menu-rows.rules.ts'
import { changeInStores, undoChange } from './store-actions.ts'

const entry = (storeId: string, pause: MenuItem['pause'] = null): StoreItem => ({
  store: { id: storeId, name: storeId } as Store,
  item: { id: `${storeId}-item`, name: 'Água', pause } as MenuItem,
})
const result = (storeId: string, refusal: { error: string; message: string } | null = null) => ({
  storeId,
  items: [],
  changedIds: refusal ? [] : [`${storeId}-item`],
  refusal,
})

let server: Awaited<ReturnType<typeof startLocalServer>>
beforeEach(async () => {
  setSpeaker(sampleSpeaker)
  server = await startLocalServer()
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

test('one call asks for all stores, and only a failed store may be tried again', async () => {
  server.on('POST', '/api/menu/stores/pause', () => ({
    results: [
      result('a'),
      result('b', { error: 'menu/already-paused', message: 'Este item já está pausado.' }),
      result('c', { error: 'server/failed', message: 'Algo falhou.' }),
    ],
  }))
  const outcome = await changeInStores([entry('a'), entry('b'), entry('c')], {
    kind: 'pause',
    until: 'tomorrow',
  })
  expect(outcome.changed.map(({ store }) => store.id)).toEqual(['a'])
  expect(outcome.refused.map((one) => [one.entry.store.id, one.message, one.retry])).toEqual([
    ['b', 'Este item já está pausado.', false],
    ['c', 'Algo falhou.', true],
  ])
  const [call, ...more] = server.callsOf('/api/menu/stores/pause')
  expect(more).toEqual([])
  expect(call?.query.get('selection')).toBe('a,b,c')
  expect(call?.body).toMatchObject({ stores: [{ storeId: 'a' }, {}, {}], until: 'tomorrow' })
})

test('without the server every store may be tried again', async () => {
  await server.stop()
  const { changed, refused } = await changeInStores([entry('a'), entry('b')], { kind: 'resume' })
  expect(changed).toEqual([])
  expect(refused.map(({ retry }) => retry)).toEqual([true, true])
})

test('undoing a return pauses each store again until its own end and for its own reason', async () => {
  const pause = { since: '2026-11-20T12:00:00Z', byName: 'Lia' }
  const until = '2026-11-21T07:00:00Z'
  server.on('POST', '/api/menu/stores/pause', () => ({ results: [] }))
  await undoChange(
    [
      entry('a', { ...pause, until, reason: null }),
      entry('b', { ...pause, until, reason: null }),
      entry('c', { ...pause, until: null, reason: 'Sem gás' }),
    ],
    { kind: 'resume' },
  )
  const bodies = server.callsOf('/api/menu/stores/pause').map(({ body }) => body)
  expect(bodies).toHaveLength(2)
  expect(bodies).toContainEqual(
    expect.objectContaining({ until, stores: [expect.anything(), expect.anything()] }),
  )
  expect(bodies).toContainEqual(
    expect.objectContaining({ reason: 'Sem gás', stores: [expect.objectContaining({ storeId: 'c' })] }),
  )
})
