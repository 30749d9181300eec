import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGroup, findGroupIdBySlug } from '../../contract/groups/groups.ts'
import { readMyUser } from '../../contract/identity/identity.ts'
import { readOpenStatus, readStore } from '../../contract/stores/stores.ts'
import { refuse, startLocalServer } from '../testing/local-server.ts'
import { sampleSpeaker } from '../testing/sample-session.ts'
import { ApiError } from './api-error.ts'
import { ask, setSpeaker } from './ask.ts'
import { queryClient, queryFor } from './query.ts'

const storeId = '11111111-1111-4111-8111-111111111111'
let server: Awaited<ReturnType<typeof startLocalServer>>
const logged = vi.spyOn(console, 'warn')

beforeEach(async () => {
  server = await startLocalServer()
  setSpeaker(sampleSpeaker)
  logged.mockReset()
})
afterEach(() => server.stop())

const lines = () => logged.mock.calls.map((words) => words.join(' '))

test('“get store” gives null on failure, and says it in one line', async () => {
  server.on('GET', `/api/stores/storeId/${storeId}`, (_call, response) =>
    refuse(response, 404, 'store/not-found'),
  )
  expect(await ask(readStore, { params: { storeId } })).toBeNull()
  expect(lines()).toEqual(['stores.readStore: store/not-found'])
})

test('“get store” gives null without a network, too', async () => {
  await server.cut()
  expect(await ask(readStore, { params: { storeId } })).toBeNull()
  expect(lines()).toEqual(['stores.readStore: network/offline'])
  await server.restore()
})

test('the open-status call swallows its error and returns nothing; a query of it holds null', async () => {
  server.on('GET', `/api/stores/storeId/${storeId}/open-status`, (_call, response) =>
    refuse(response, 500, 'server/failed'),
  )
  expect(await ask(readOpenStatus, { params: { storeId } })).toBeUndefined()
  expect(lines()).toEqual(['stores.readOpenStatus: server/failed'])
  expect(await queryClient.fetchQuery(queryFor(readOpenStatus, { params: { storeId } }))).toBeNull()
})

test('a group call logs service and function, and the caller still gets the error', async () => {
  server.on('POST', '/api/groups', (_call, response) => refuse(response, 409, 'group/slug-taken', 'Em uso.'))
  const failed = await ask(createGroup, {
    body: { name: 'Centro', slug: 'centro', storeIds: [storeId] },
  }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ApiError)
  expect((failed as ApiError).code).toBe('group/slug-taken')
  expect(lines()).toEqual(['groups.createGroup: group/slug-taken'])
  // Nothing of what was typed.
  expect(lines().join(' ')).not.toMatch(/Centro|Em uso/)
})

test('any other failed call logs its line once and rethrows', async () => {
  server.on('GET', '/api/user/mine', (_call, response) => refuse(response, 503, 'server/overloaded'))
  await expect(ask(readMyUser, {})).rejects.toThrow(ApiError)
  expect(lines()).toEqual(['user.readMyUser: server/overloaded'])
})

test('an answer logs nothing', async () => {
  server.on('POST', '/api/groups/slug/centro', () => null)
  expect(await ask(findGroupIdBySlug, { params: { slug: 'centro' } })).toEqual({ data: null })
  expect(lines()).toEqual([])
})
