import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import {
  checkSession,
  getCustomToken,
  readMyAccess,
  readMyUser,
  revokeSession,
  sessionLogin,
  type AccessEntry,
} from '../../contract/identity/identity.ts'
import { ApiError } from '../api/api-error.ts'
import { ask, setSpeaker } from '../api/ask.ts'
import { endFirstCalls, soonAnswered } from '../api/first-calls.ts'
import { queryClient } from '../api/query.ts'
import { createStore, useStore } from '../kit/create-store.ts'
import { mayHaveSession } from '../browser/session-hint.ts'
import { credentials } from './credentials.ts'
import {
  forgetSession,
  leftOffline,
  rememberedSession,
  rememberLeaving,
  rememberSession,
} from './remembered-session.ts'
import type { SignedIn } from './signed-in.ts'

export type { SignedIn }
export type Session = { readonly status: 'loading' } | { readonly status: 'signed-out' } | SignedIn

interface Token {
  readonly uid: string
  readonly text: string
  readonly renewAt: number
}

const renewBeforeMs = 5 * 60_000
/** After this long without an answer the last session is shown, with what was read in it. */
const noAnswerMs = 5_000
/** How long the first screen may wait for its data. */
const firstAnswersMs = 150

/** True if the last sign-out was not requested here; the sign-in page then says so. */
let endedByServer = false
const session = createStore<Session>({ status: 'loading' })
/** Shown between sign-out and the router's navigation away. */
let lastSignedIn: SignedIn | null = null
let token: Token | null = null
/** The session shown is the remembered one; the server has not confirmed it yet. */
let unconfirmed = false
/** Counts up so that an answer for an earlier session is not used. */
let resumeTurn = 0
let renewing: Promise<string | null> | null = null
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

setSpeaker({
  token: freshToken,
  uid: () => token?.uid ?? null,
  storeIds: () => accessNow().map(({ storeId }) => storeId),
  revoked: endedElsewhere,
  // Not part of the first visit.
  outdated: () => void import('../screens/offer-reload.ts').then((screen) => screen.offerReload()),
})
tabs?.addEventListener('message', (event: MessageEvent<'signed-in' | 'signed-out'>) => {
  // Tabs follow each other's sign-in and sign-out.
  if (event.data === 'signed-out') forget()
  else if (session.get().status === 'signed-out') void resume()
})

export const readSession = session.get

export const wasEndedByServer = (): boolean => endedByServer

export const useSession = (): Session => useStore(session)

/** Only valid inside signed-in screens. */
export function useSignedIn(): SignedIn {
  const current = useSession()
  const shown = current.status === 'signed-in' ? current : lastSignedIn
  if (!shown) throw new Error('This screen needs a session')
  return shown
}

export const subscribe = session.subscribe

/**
 * On start: a cookie becomes a custom token, and that token restores the session (docs/product/identity.md).
 */
export async function resume(): Promise<void> {
  if (leftOffline()) {
    change({ status: 'signed-out' })
    await revokeLater()
    return
  }
  const turn = (resumeTurn += 1)
  if (!mayHaveSession()) {
    change({ status: 'signed-out' })
    return
  }
  const silence = setTimeout(() => void showRemembered(), noAnswerMs)
  try {
    // In parallel: on a phone every round trip is noticeable.
    const [{ customToken }, provider] = await Promise.all([ask(getCustomToken, { body: {} }), credentials()])
    const resumed = await provider.resume(customToken)
    // Signed out, or in, while the answer was on its way.
    if (turn !== resumeTurn) return
    keep(resumed)
    await enter()
  } catch (error) {
    if (turn !== resumeTurn) return
    if (error instanceof ApiError && error.status !== 0 && error.status < 500 && error.status !== 429) {
      if (unconfirmed) endedElsewhere()
      else {
        forgetSession()
        change({ status: 'signed-out' })
      }
      return
    }
    // No answer proves nothing: keep waiting rather than sign the user out.
    setTimeout(() => {
      if (turn === resumeTurn) void resume()
    }, 2_000)
    await showRemembered()
  } finally {
    clearTimeout(silence)
  }
}

/** Signed out while the server could not be reached: its session ends as soon as it answers. */
async function revokeLater(): Promise<void> {
  try {
    await ask(revokeSession, { body: {} })
    rememberLeaving(false)
  } catch (error) {
    if (isRefusal(error)) rememberLeaving(false)
    else setTimeout(() => void (leftOffline() && revokeLater()), 5_000)
  }
}

/** Without an answer from the server: who was signed in here last, and the last orders. */
async function showRemembered(): Promise<void> {
  const remembered = session.get().status === 'loading' ? rememberedSession() : null
  if (!remembered) return
  const { restoreReads } = await import('../api/last-read.ts')
  await restoreReads(remembered.uid).catch(() => {})
  // The answer may have come meanwhile.
  if (readSession().status !== 'loading') return
  unconfirmed = true
  change(remembered)
}

/** `code`: the second factor, once it was requested. */
export async function signInWithPassword(email: string, password: string, code?: string): Promise<void> {
  resumeTurn += 1
  endFirstCalls()
  const signedIn = await (await credentials()).signIn(email, password, code)
  keep(signedIn)
  rememberLeaving(false)
  try {
    await ask(sessionLogin, { body: { idToken: signedIn.idToken } })
  } catch (error) {
    // A failed cookie creation is only logged (docs/product/identity.md, fixed).
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
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) {
      rememberLeaving(true)
      setTimeout(() => void (leftOffline() && revokeLater()), 5_000)
    }
  }
  try {
    await (await credentials()).signOut()
  } catch (error) {
    console.warn('The identity provider could not be notified', error)
  }
  forget()
  tabs?.postMessage('signed-out')
}

/** Has the role in at least one store; support has it where it is. */
export function hasRoleSomewhere(current: SignedIn, role: RoleName): boolean {
  return current.access.some((entry) => roleMeets(entry.role, role))
}

/** Support outside any store, with none of its own: it has to find one first. */
export const hasToFindStore = (current: SignedIn): boolean => current.isRoot && current.access.length === 0

/**
 * Owners, and people in no team yet, are offered a store of their own; of one that an employee opens the employee would be
 * the owner. Support leaves nothing behind, so the server refuses it one.
 */
export const isOfferedStore = (current: SignedIn): boolean =>
  current.support === null && (current.access.length === 0 || hasRoleSomewhere(current, 'owner'))

export const isManagerSomewhere = (current: SignedIn): boolean => hasRoleSomewhere(current, 'manager')

export function roleIn(current: SignedIn, storeId: string): RoleName | null {
  return current.access.find((entry) => entry.storeId === storeId)?.role ?? null
}

async function enter(): Promise<void> {
  const [access, mine] = await Promise.all([ask(readMyAccess, {}), ask(readMyUser, {})])
  await soonAnswered(firstAnswersMs)
  endedByServer = false
  const wasRemembered = unconfirmed
  unconfirmed = false
  const entered: SignedIn = {
    status: 'signed-in',
    uid: token?.uid ?? '',
    name: mine.name,
    email: mine.email,
    phoneNumber: mine.phoneNumber,
    support: mine.support,
    isRoot: mine.isRoot,
    secondFactorMissing: mine.secondFactorMissing,
    demo: mine.demo,
    access,
  }
  if (rememberedSession()?.uid !== entered.uid) forgetSession()
  rememberSession(entered)
  change(entered)
  if (wasRemembered) void queryClient.invalidateQueries()
}

/**
 * The live stream reported changed roles or an ended session: reads both again and returns a sentence for
 * each change. If the session has ended, the reply signs the user out.
 */
export async function refreshAccess(): Promise<readonly string[]> {
  const current = readSession()
  if (current.status !== 'signed-in') return []
  const before = current.access
  try {
    await enter()
  } catch (error) {
    // `ask` signs out when the reply says so; any other failure proves nothing.
    if (error instanceof ApiError) return []
    throw error
  }
  void queryClient.invalidateQueries()
  // Not part of the first visit. Without it the access is new all the same.
  const words = await import('./team/access-changes.ts').catch(() => null)
  return words?.accessChanges(before, accessNow()) ?? []
}

function accessNow(): readonly AccessEntry[] {
  const current = readSession()
  return current.status === 'signed-in' ? current.access : []
}

function keep(signedIn: { uid: string; idToken: string; expiresInSeconds: number }): void {
  token = {
    uid: signedIn.uid,
    text: signedIn.idToken,
    renewAt: Date.now() + signedIn.expiresInSeconds * 1_000 - renewBeforeMs,
  }
}

async function freshToken(): Promise<string | null> {
  if (token ? Date.now() < token.renewAt : readSession().status !== 'signed-in') return token?.text ?? null
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

/** After the user's password changed: a hosted provider rejects all earlier tokens. */
export async function renewSession(): Promise<void> {
  try {
    await renew()
  } catch (error) {
    // The password change succeeded; the next call renews again.
    if (!(error instanceof ApiError)) throw error
  }
}

async function renew(): Promise<string | null> {
  try {
    const { customToken } = await ask(getCustomToken, { body: {} })
    keep(await (await credentials()).resume(customToken))
  } catch (error) {
    // The server answered: there is no session to renew (it expired, or the cookie is gone).
    if (isRefusal(error)) endedElsewhere()
    throw error
  }
  return token?.text ?? null
}

/** No answer and server errors say nothing about a session. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 401

function endedElsewhere(): void {
  if (readSession().status !== 'signed-in') return
  console.warn('Invalid user token')
  endedByServer = true
  forget()
  void clearDeadCookie()
}

/** The server clears the cookie of an ended session when it is presented; a newer one of another tab stays. */
async function clearDeadCookie(): Promise<void> {
  try {
    await ask(checkSession, { body: {} })
  } catch (error) {
    if (!isRefusal(error)) console.warn('The cookie of the ended session could not be cleared', error)
  }
}

function forget(): void {
  resumeTurn += 1
  endFirstCalls()
  token = null
  unconfirmed = false
  queryClient.clear()
  forgetSession()
  change({ status: 'signed-out' })
}

function change(next: Session): void {
  if (next.status === 'signed-in') lastSignedIn = next
  session.set(next)
}
