import { headers } from '../../contract/shared/headers.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { lastSessionKey, mayHaveSession } from '../browser/session-hint.ts'
import { allGroups, groupIn, readStored, selectedGroupKey, selectedStoresKey } from '../browser/storage.ts'
import { appHeaders } from './app-headers.ts'

/**
 * Calls from the cookie to the session and the first report. Each needs the previous reply, so on a phone
 * round trips add up. The page itself starts them (first-visit.ts) before the panel's code has loaded; `ask`
 * finds them here by URL. The URLs repeat the contract (checked by first-calls.test.ts), which is too large
 * to load first.
 */
export const firstPaths = {
  getCustomToken: '/api/iam/getCustomToken',
  readIdentityProvider: '/api/identity/provider',
  signInWithCustomToken: '/api/identity/sign-in-with-custom-token',
  readMyAccess: '/api/iam/mine',
  readMyUser: '/api/user/mine',
  readMyStores: '/api/stores/mine',
  readMyGroups: '/api/groups/mine',
} as const

/** What a report requests when its address has no parameters. */
const firstQuestions: Readonly<Record<string, string>> = {
  '/reports/daily': '/api/reports/daily',
  '/reports/sale': '/api/reports/sale?by=day&pivot=channel',
  '/reports/product': '/api/reports/product',
  '/reports/ads': '/api/reports/ads',
  '/reports/menu': '/api/reports/menu',
  '/reports/customer': '/api/reports/customer',
  '/reports/orderBilling': '/api/reports/orderBilling?basis=sale',
  '/reports/quality': '/api/reports/quality',
  '/reports/stores': '/api/reports/stores',
}

/** A first call that is not taken within this time is discarded. */
const expiresAfterMs = 10_000

interface FirstCalls {
  readonly started: Map<string, Promise<Arrived>>
  /** Parsed replies: a page that finds its reply here renders at once, without a loading state. */
  readonly answers: Map<string, FirstAnswer>
  readonly reading: Promise<unknown>[]
  /** Requested before it was started; later requests for this URL want fresh data. */
  readonly requested: Set<string>
  over: boolean
}

/** Shared by the inline script that starts the calls and the panel that takes them. */
const shared = globalThis as { balcaoFirstCalls?: FirstCalls }
const calls: FirstCalls = (shared.balcaoFirstCalls ??= {
  started: new Map(),
  answers: new Map(),
  reading: [],
  requested: new Set(),
  over: false,
})

interface Arrived {
  readonly reply: Response
  /** The body, read once; a cloned response would be read twice. */
  readonly text: string
}

export interface FirstAnswer {
  readonly body: unknown
  /** When it arrived, in ms since 1970. */
  readonly at: number
}

/** Takes a call that was already started. Each call can be taken once. */
export function takeFirstCall(address: string): Promise<Response> | null {
  calls.requested.add(address)
  const found = calls.started.get(address) ?? null
  calls.started.delete(address)
  calls.answers.delete(address)
  return found && found.then(({ reply, text }) => new Response(text === '' ? null : text, reply))
}

/** Like `takeFirstCall`, but only if the reply has already arrived. */
export function takeFirstAnswer(address: string): FirstAnswer | null {
  const found = calls.answers.get(address)
  if (!found) return null
  void takeFirstCall(address)
  return found
}

/** Calls started together finish about together; a short wait avoids rendering the page twice. */
export async function soonAnswered(withinMs: number): Promise<void> {
  if (calls.reading.length === 0) return
  await Promise.race([Promise.all(calls.reading), new Promise((resolve) => setTimeout(resolve, withinMs))])
}

/** Another user signs in, or the session ends: calls started for the previous user must not be used. */
export function endFirstCalls(): void {
  calls.over = true
  calls.started.clear()
  calls.answers.clear()
  calls.reading.length = 0
}

export function startFirstCalls(): void {
  setTimeout(endFirstCalls, expiresAfterMs)
  // A failure surfaces to the consumer of the call, as if it had been started only then.
  void follow()
}

async function follow(): Promise<void> {
  const [token, provider] = await Promise.all([
    mayHaveSession() ? start<{ customToken: string }>(firstPaths.getCustomToken, { body: {} }) : null,
    start<{ provider: string }>(firstPaths.readIdentityProvider),
  ])
  // A hosted provider signs in through its own SDK.
  if (provider?.provider !== 'embedded' || !token) return
  const { customToken } = token
  const signedIn = await start<{ idToken: string; uid: string }>(firstPaths.signInWithCustomToken, {
    body: { customToken },
  })
  if (!signedIn) return
  void start(firstPaths.readMyAccess, signedIn)
  void start(firstPaths.readMyUser, signedIn)
  const question = lookup(firstQuestions, location.pathname)
  if (question && location.search === '' && isOfAllStores() && mayManage()) void start(question, signedIn)
  void start(firstPaths.readMyStores, signedIn)
  void start(firstPaths.readMyGroups, signedIn)
}

const isOfAllStores = (): boolean =>
  (groupIn(readStored(selectedGroupKey)) ?? allGroups) === allGroups && readStored(selectedStoresKey) === null

/** As `ask` sends it (setFirstShown): the first chosen store, or the first of all at the last visit. */
function firstShown(): Readonly<Record<string, string>> {
  const own = isOfAllStores() ? /"storeId":"([\da-f-]{36})"/.exec(readStored(lastSessionKey) ?? '') : null
  const shown = /^stores=([\da-f-]{36})/.exec(readStored(selectedStoresKey) ?? '') ?? own
  return shown?.[1] === undefined ? {} : { [headers.storeId]: shown[1] }
}

/** A user who was no manager at the last visit would be refused; the page asks once it knows better. */
const mayManage = (): boolean => {
  const last = readStored(lastSessionKey)
  return last === null || /"role":"(manager|owner)"/.test(last)
}

interface FirstCall {
  readonly body?: object
  readonly idToken?: string
  readonly uid?: string
}

/**
 * Resolves with the reply; null if it was refused, lost or already taken. Reads in parallel with the consumer
 * of the call.
 */
async function start<T>(address: string, { body, idToken, uid }: FirstCall = {}): Promise<T | null> {
  if (calls.over || calls.requested.has(address)) return null
  const call = arrive(address, {
    method: body ? 'POST' : 'GET',
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...appHeaders(),
      ...(idToken && uid ? { [headers.userToken]: idToken, [headers.userId]: uid, ...firstShown() } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  calls.started.set(address, call)
  const reading = read(address, call)
  calls.reading.push(reading)
  return (await reading) as T | null
}

async function arrive(address: string, init: RequestInit): Promise<Arrived> {
  const reply = await fetch(address, init)
  return { reply, text: await reply.text() }
}

async function read(address: string, call: Promise<Arrived>): Promise<unknown> {
  try {
    const { reply, text } = await call
    if (!reply.ok) return null
    const body = JSON.parse(text) as { readonly data: unknown }
    // A consumer has taken the call itself meanwhile.
    if (calls.started.get(address) === call) calls.answers.set(address, { body, at: Date.now() })
    return body.data
  } catch {
    // Swallow the rejection here; a consumer that takes the call still sees it.
    return null
  }
}
