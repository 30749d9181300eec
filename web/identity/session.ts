import { useSyncExternalStore } from 'react'
import { roleMeets, type RoleName } from '../../contract/access.ts'
import {
  getCustomToken,
  readMyAccess,
  revokeSession,
  sessionLogin,
  signIn,
  signInWithCustomToken,
  type AccessEntry,
} from '../../contract/identity.ts'
import { ApiError } from '../api/api-error.ts'
import { ask, setSpeaker } from '../api/ask.ts'
import { queryClient } from '../api/query.ts'

export interface SignedIn {
  readonly status: 'signed-in'
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly isRoot: boolean
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

let session: Session = { status: 'loading' }
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

export const useSession = (): Session => useSyncExternalStore(subscribe, readSession)

/** Inside signed-in screens only. */
export function useSignedIn(): SignedIn {
  const current = useSession()
  if (current.status !== 'signed-in') throw new Error('This screen needs a session')
  return current
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** On start: a cookie becomes a custom token, the token the same session again (spec section 5). */
export async function resume(): Promise<void> {
  try {
    const { customToken } = await ask(getCustomToken, { body: {} })
    keep(await ask(signInWithCustomToken, { body: { customToken } }))
    await enter()
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
      change({ status: 'signed-out' })
      return
    }
    // No answer is no verdict: keep waiting rather than sign anybody out.
    setTimeout(() => void resume(), 2_000)
  }
}

export async function signInWithPassword(email: string, password: string): Promise<void> {
  const signedIn = await ask(signIn, { body: { email, password } })
  keep(signedIn)
  try {
    await ask(sessionLogin, { body: { idToken: signedIn.idToken } })
  } catch (error) {
    // A failed cookie creation is only logged (spec section 5, fixed).
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
  forget()
  tabs?.postMessage('signed-out')
}

/** Manager of at least one store, or of the support list. */
export function isManagerSomewhere(current: SignedIn): boolean {
  return current.isRoot || current.access.some((entry) => roleMeets(entry.role, 'manager'))
}

export function roleIn(current: SignedIn, storeId: string): RoleName | null {
  if (current.isRoot) return 'owner'
  return current.access.find((entry) => entry.storeId === storeId)?.role ?? null
}

async function enter(): Promise<void> {
  const mine = await ask(readMyAccess, {})
  change({
    status: 'signed-in',
    uid: token?.uid ?? '',
    name: mine.name,
    email: mine.email,
    isRoot: mine.isRoot,
    demo: mine.demo,
    access: mine.entries,
  })
}

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

async function renew(): Promise<string | null> {
  const { customToken } = await ask(getCustomToken, { body: {} })
  keep(await ask(signInWithCustomToken, { body: { customToken } }))
  return token?.text ?? null
}

function endedElsewhere(): void {
  if (session.status !== 'signed-in') return
  console.warn('Invalid user token')
  forget()
}

function forget(): void {
  token = null
  queryClient.clear()
  change({ status: 'signed-out' })
}

function change(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}
