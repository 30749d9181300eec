import { useSyncExternalStore } from 'react'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import {
  getCustomToken,
  readMyAccess,
  revokeSession,
  sessionLogin,
  type AccessEntry,
} from '../../contract/identity/identity.ts'
import { ApiError } from '../api/api-error.ts'
import { ask, setSpeaker } from '../api/ask.ts'
import { endFirstCalls, soonAnswered } from '../api/first-calls.ts'
import { queryClient } from '../api/query.ts'
import { credentials } from './credentials.ts'
import { accessChanges } from './team/access-changes.ts'

export interface SignedIn {
  readonly status: 'signed-in'
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly isRoot: boolean
  /** On the support list, without the second factor that it asks for. */
  readonly secondFactorMissing: boolean
  readonly demo: boolean
  readonly access: readonly AccessEntry[]
}

export type Session = { readonly status: 'loading' } | { readonly status: 'signed-out' } | SignedIn

interface Token {
  readonly uid: string
  readonly text: string
  readonly renewAt: number
}

const renewBeforeMs = 5 * 60_000
/** How long the first screen may wait for what it shows. */
const firstAnswersMs = 150

/** The last sign-out was not asked for here: the sign-in page says so. */
let endedByServer = false
let session: Session = { status: 'loading' }
/** What a screen shows in the moment between the sign-out and the router's leaving it. */
let lastSignedIn: SignedIn | null = null
let token: Token | null = null
let renewing: Promise<string | null> | null = null
const listeners = new Set<() => void>()
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

setSpeaker({ token: freshToken, uid: () => token?.uid ?? null, revoked: endedElsewhere })
tabs?.addEventListener('message', (event: MessageEvent<'signed-in' | 'signed-out'>) => {
  // Several tabs stay in step: what one does, the others follow.
  if (event.data === 'signed-out') forget()
  else if (session.status === 'signed-out') void resume()
})

export const readSession = (): Session => session

export const wasEndedByServer = (): boolean => endedByServer

export const useSession = (): Session => useSyncExternalStore(subscribe, readSession)

/** Inside signed-in screens only. */
export function useSignedIn(): SignedIn {
  const current = useSession()
  const shown = current.status === 'signed-in' ? current : lastSignedIn
  if (!shown) throw new Error('This screen needs a session')
  return shown
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** On start: a cookie becomes a custom token, the token the same session again (docs/product.md section 5). */
export async function resume(): Promise<void> {
  try {
    // Side by side: on a phone each way to the server and back is felt.
    const [{ customToken }, provider] = await Promise.all([ask(getCustomToken, { body: {} }), credentials()])
    keep(await provider.resume(customToken))
    await enter()
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0 && error.status < 500 && error.status !== 429) {
      change({ status: 'signed-out' })
      return
    }
    // No answer is no verdict: keep waiting rather than sign anybody out.
    setTimeout(() => void resume(), 2_000)
  }
}

/** `code`: of the second factor, once it was asked for. */
export async function signInWithPassword(email: string, password: string, code?: string): Promise<void> {
  endFirstCalls()
  const signedIn = await (await credentials()).signIn(email, password, code)
  keep(signedIn)
  try {
    await ask(sessionLogin, { body: { idToken: signedIn.idToken } })
  } catch (error) {
    // A failed cookie creation is only logged (docs/product.md section 5, fixed).
    console.warn('Session cookie could not be created', error)
  }
  await enter()
  tabs?.postMessage('signed-in')
}

export async function signOut(): Promise<void> {
  try {
    await ask(revokeSession, { body: {} })
  } catch (error) {
    console.warn('The session could not be revoked on the server', error)
  }
  try {
    await (await credentials()).signOut()
  } catch (error) {
    console.warn('The identity provider could not be told', error)
  }
  forget()
  tabs?.postMessage('signed-out')
}

/** The role in at least one store, or on the support list. */
export function hasRoleSomewhere(current: SignedIn, role: RoleName): boolean {
  return current.isRoot || current.access.some((entry) => roleMeets(entry.role, role))
}

export const isManagerSomewhere = (current: SignedIn): boolean => hasRoleSomewhere(current, 'manager')

export function roleIn(current: SignedIn, storeId: string): RoleName | null {
  if (current.isRoot) return 'owner'
  return current.access.find((entry) => entry.storeId === storeId)?.role ?? null
}

async function enter(): Promise<void> {
  const mine = await ask(readMyAccess, {})
  await soonAnswered(firstAnswersMs)
  endedByServer = false
  change({
    status: 'signed-in',
    uid: token?.uid ?? '',
    name: mine.name,
    email: mine.email,
    isRoot: mine.isRoot,
    secondFactorMissing: mine.secondFactorMissing,
    demo: mine.demo,
    access: mine.entries,
  })
}

/**
 * The live stream said that roles changed or the session ended: reads both anew (an ended session
 * signs out by its answer) and tells in words what is different.
 */
export async function refreshAccess(): Promise<readonly string[]> {
  if (session.status !== 'signed-in') return []
  const before = session.access
  try {
    await enter()
  } catch (error) {
    // Signed out by `ask` when the answer says so; anything else is no verdict.
    if (error instanceof ApiError) return []
    throw error
  }
  void queryClient.invalidateQueries()
  return accessChanges(before, accessNow())
}

const accessNow = (): readonly AccessEntry[] => (session.status === 'signed-in' ? session.access : [])

function keep(signedIn: { uid: string; idToken: string; expiresInSeconds: number }): void {
  token = {
    uid: signedIn.uid,
    text: signedIn.idToken,
    renewAt: Date.now() + signedIn.expiresInSeconds * 1_000 - renewBeforeMs,
  }
}

async function freshToken(): Promise<string | null> {
  if (!token || Date.now() < token.renewAt) return token?.text ?? null
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

/** After the own password changed: a hosted provider takes no token from before any more. */
export async function renewSession(): Promise<void> {
  try {
    await renew()
  } catch (error) {
    // What was asked for is done; the next call renews again.
    if (!(error instanceof ApiError)) throw error
  }
}

async function renew(): Promise<string | null> {
  try {
    const { customToken } = await ask(getCustomToken, { body: {} })
    keep(await (await credentials()).resume(customToken))
  } catch (error) {
    // The server has spoken: there is no session to renew (its day is over, or the cookie is gone).
    if (isRefusal(error)) endedElsewhere()
    throw error
  }
  return token?.text ?? null
}

/** No answer and a server's failure are no verdict on a session. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 401

function endedElsewhere(): void {
  if (session.status !== 'signed-in') return
  console.warn('Invalid user token')
  endedByServer = true
  forget()
}

function forget(): void {
  endFirstCalls()
  token = null
  queryClient.clear()
  change({ status: 'signed-out' })
}

function change(next: Session): void {
  session = next
  if (next.status === 'signed-in') lastSignedIn = next
  for (const listener of listeners) listener()
}
