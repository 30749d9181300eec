import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionHintName } from '../../contract/shared/headers.ts'
import { readMyStores } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { refuse, startLocalServer } from '../testing/local-server.ts'
import { sampleUid, sampleUser, serveSession } from '../testing/sample-session.ts'
import { leftOffline, rememberedSession, rememberLeaving } from './remembered-session.ts'
import {
  hasRoleSomewhere,
  hasToFindStore,
  isOfferedStore,
  refreshAccess,
  resume,
  roleIn,
  signOut,
  useSession,
  wasEndedByServer,
  type SignedIn,
} from './session.ts'

const storeId = '22222222-2222-4222-8222-222222222222'
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  server = await startLocalServer()
  serveSession(server)
})
afterEach(() => {
  rememberLeaving(false)
  return server.stop()
})

async function signedIn() {
  const { result } = renderHook(useSession)
  await act(resume)
  expect(result.current.status).toBe('signed-in')
  return result
}

test('a server that does not answer yet leaves the session loading, and is asked again', async () => {
  server.on('POST', '/api/iam/getCustomToken', (_call, response) => refuse(response, 503, 'server/failed'))
  const { result } = renderHook(useSession)
  await act(resume)
  expect(result.current.status).toBe('loading')
  serveSession(server)
  await waitFor(() => expect(result.current.status).toBe('signed-in'), { timeout: 4_000 })
})

test('the cookie becomes a session, and calls carry its token and uid', async () => {
  const session = await signedIn()
  expect(session.current).toMatchObject({ uid: sampleUid, name: 'Marina' })
  const own = server.callsOf('/api/iam/mine').at(-1)
  expect(Object.values(own?.headers ?? {})).toEqual(expect.arrayContaining(['id-token', sampleUid]))
})

test('the session has the phone number that was confirmed', async () => {
  server.on('GET', '/api/user/mine', () => ({ ...sampleUser, phoneNumber: '+5511987654321' }))
  expect((await signedIn()).current).toMatchObject({ phoneNumber: '+5511987654321' })
})

test('support has to find a store first, and inside it has the role there', async () => {
  const root = { ...sampleUser, isRoot: true }
  server.on('GET', '/api/iam/mine', () => [])
  server.on('GET', '/api/user/mine', () => root)
  const session = await signedIn()
  const now = () => session.current as SignedIn
  expect([hasToFindStore(now()), hasRoleSomewhere(now(), 'basic'), roleIn(now(), storeId)]).toEqual([
    true,
    false,
    null,
  ])
  const support = { storeId, storeName: 'Cantina', until: '2026-11-24T12:00:00Z' }
  server.on('GET', '/api/iam/mine', () => [{ storeId, role: 'owner' }])
  server.on('GET', '/api/user/mine', () => ({ ...root, support }))
  await act(refreshAccess)
  expect(now().support).toEqual(support)
  expect([hasToFindStore(now()), roleIn(now(), storeId)]).toEqual([false, 'owner'])
})

test.each([
  ['an owner', [{ storeId, role: 'owner' }], true],
  ['a manager', [{ storeId, role: 'manager' }], false],
  ['an attendant', [{ storeId, role: 'basic' }], false],
  ['a person in no team yet', [], true],
] as const)('%s is offered a new store: %j', async (_who, access, offered) => {
  server.on('GET', '/api/iam/mine', () => access)
  expect(isOfferedStore((await signedIn()).current as SignedIn)).toBe(offered)
})

test('support inside a store is offered none, though it has the rights of an owner there', async () => {
  const support = { storeId, storeName: 'Cantina', until: '2026-11-24T12:00:00Z' }
  server.on('GET', '/api/iam/mine', () => [{ storeId, role: 'owner' }])
  server.on('GET', '/api/user/mine', () => ({ ...sampleUser, isRoot: true, support }))
  expect(isOfferedStore((await signedIn()).current as SignedIn)).toBe(false)
})

test('without a cookie nobody is signed in', async () => {
  const { result } = renderHook(useSession)
  server.on('POST', '/api/iam/getCustomToken', (_call, response) =>
    refuse(response, 401, 'auth/session-cookie-missing'),
  )
  await act(resume)
  expect(result.current.status).toBe('signed-out')
  expect(wasEndedByServer()).toBe(false)
})

test('a first visit asks for no session, so that its console stays empty', async () => {
  document.cookie = `${sessionHintName}=; max-age=0`
  const { result } = renderHook(useSession)
  await act(resume)
  expect(result.current.status).toBe('signed-out')
  expect(server.received).toEqual([])
})

test('a session that ended elsewhere presents its cookie once more, and the server clears it', async () => {
  await signedIn()
  server.on('GET', '/api/stores/mine', (_call, response) => refuse(response, 401, 'auth/id-token-revoked'))
  server.on('POST', '/api/iam/checkSession', (_call, response) =>
    refuse(response, 401, 'auth/session-cookie-invalid'),
  )
  await act(() => ask(readMyStores, {}).catch(() => {}))
  await waitFor(() => expect(server.callsOf('/api/iam/checkSession')).toHaveLength(1))
})

test('a call rejected for a revoked token ends the session, and the page can say why', async () => {
  const session = await signedIn()
  server.on('GET', '/api/stores/mine', (_call, response) => refuse(response, 401, 'auth/id-token-revoked'))
  await act(() => ask(readMyStores, {}).catch(() => {}))
  expect(session.current.status).toBe('signed-out')
  expect(wasEndedByServer()).toBe(true)
})

test('a page of an earlier release signs nobody out, also when it resumes its session', async () => {
  const session = await signedIn()
  server.on('POST', '/api/iam/getCustomToken', (_call, response) => refuse(response, 403, 'app/wrong-pair'))
  await act(resume)
  expect(session.current.status).toBe('signed-in')
})

test('other rejections do not end the session', async () => {
  const session = await signedIn()
  server.on('GET', '/api/stores/mine', (_call, response) => refuse(response, 403, 'permission/denied'))
  await act(() => ask(readMyStores, {}).catch(() => {}))
  expect(session.current.status).toBe('signed-in')
})

test('a role changed elsewhere is read again and described', async () => {
  const session = await signedIn()
  serveSession(server, 'basic')
  const changes = await act(refreshAccess)
  expect(changes).toHaveLength(1)
  expect(session.current).toMatchObject({ access: [{ role: 'basic' }] })
})

test('signing out ends the session here even when the server cannot be reached', async () => {
  const session = await signedIn()
  server.on('POST', '/api/iam/revokeSession', (_call, response) => refuse(response, 503, 'server/failed'))
  await act(signOut)
  expect(session.current.status).toBe('signed-out')
  expect(server.callsOf('/api/iam/revokeSession')).toHaveLength(1)
  expect(wasEndedByServer()).toBe(false)
})

test('without a network a reload shows who was signed in, and the server confirms it later', async () => {
  const otherTab = await signedIn()
  expect(rememberedSession()).toMatchObject({ uid: sampleUid })
  // A reload: only what the browser stores is left.
  vi.resetModules()
  const reloaded = await import('./session.ts')
  await server.cut()
  await act(reloaded.resume)
  expect(reloaded.readSession()).toMatchObject({ status: 'signed-in', uid: sampleUid, name: 'Marina' })
  await server.restore()
  serveSession(server, 'basic')
  await waitFor(() => expect(reloaded.readSession()).toMatchObject({ access: [{ role: 'basic' }] }), {
    timeout: 5_000,
  })
  await act(reloaded.signOut)
  expect(rememberedSession()).toBeNull()
  await waitFor(() => expect(otherTab.current.status).toBe('signed-out'))
})

test('a sign-out without a network ends the server’s session later, and a reload does not sign in again', async () => {
  await signedIn()
  let reachable = false
  server.on('POST', '/api/iam/revokeSession', (_call, response) =>
    reachable ? {} : refuse(response, 503, 'server/failed'),
  )
  await act(signOut)
  vi.resetModules()
  const reloaded = await import('./session.ts')
  await act(reloaded.resume)
  expect(reloaded.readSession().status).toBe('signed-out')
  expect(leftOffline()).toBe(true)
  reachable = true
  await act(reloaded.resume)
  expect(leftOffline()).toBe(false)
  expect(reloaded.readSession().status).toBe('signed-out')
})
