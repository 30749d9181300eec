import { sessionHintName } from '../../contract/shared/headers.ts'
import type { Speaker } from '../api/ask.ts'
import type { startLocalServer } from './local-server.ts'

export const sampleUid = 'uid-1'
const sampleStoreId = '11111111-1111-4111-8111-111111111111'

/** Signed in, without a store that is known. */
export const sampleSpeaker: Speaker = {
  token: () => Promise.resolve('id-token'),
  uid: () => sampleUid,
  storeIds: () => [],
  revoked: () => {},
  outdated: () => {},
}

/** What `GET /user/mine` answers. */
export const sampleUser = {
  uid: sampleUid,
  name: 'Marina',
  email: 'dona@balcao.example',
  phoneNumber: null,
  profileVersion: 1,
  support: null,
  isRoot: false,
  secondFactorMissing: false,
  demo: false,
}

/** Gives the page the hint of a session, and makes the server answer as if the browser had its cookie. */
export function serveSession(server: Awaited<ReturnType<typeof startLocalServer>>, role = 'owner'): void {
  document.cookie = `${sessionHintName}=1`
  server.on('POST', '/api/iam/getCustomToken', () => ({ customToken: 'custom' }))
  server.on('GET', '/api/identity/provider', () => ({ provider: 'embedded', firebase: null }))
  server.on('POST', '/api/identity/sign-in-with-custom-token', () => ({
    uid: sampleUid,
    idToken: 'id-token',
    expiresInSeconds: 3_600,
  }))
  server.on('GET', '/api/iam/mine', () => [{ storeId: sampleStoreId, role }])
  server.on('GET', '/api/user/mine', () => sampleUser)
}
