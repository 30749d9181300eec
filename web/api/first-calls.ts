import { appPair } from '../../contract/app-pair.ts'
import { headers } from '../../contract/headers.ts'
import { allGroups, readStored, selectedGroupKey } from '../browser/storage.ts'

/**
 * From the cookie to the session and the first report: calls that need each other's answers, and on a
 * phone each waits for the line. Begun before the code that asks for them is there; `ask` finds them
 * here by their address. Addresses of the contract (first-calls.test.ts), which is too much to load first.
 */
export const firstPaths = {
  getCustomToken: '/api/iam/getCustomToken',
  readIdentityProvider: '/api/identity/provider',
  signInWithCustomToken: '/api/identity/sign-in-with-custom-token',
  readMyAccess: '/api/iam/mine',
} as const

/** What a report's own address asks for when it says nothing more. */
export const firstQuestions: Readonly<Record<string, string>> = {
  '/reports/daily': '/api/reports/daily',
  '/reports/sale': '/api/reports/sale?by=day&pivot=channel',
  '/reports/product': '/api/reports/product',
  '/reports/menu': '/api/reports/menu',
  '/reports/customer': '/api/reports/customer',
  '/reports/orderBilling': '/api/reports/orderBilling?basis=sale',
  '/reports/quality': '/api/reports/quality',
  '/reports/stores': '/api/reports/stores',
}

/** What nobody has asked for by then is no first call any more. */
const keptMs = 10_000

const begun = new Map<string, Promise<Response>>()
/** Asked for before it was begun: from then on whoever asks wants to know anew. */
const asked = new Set<string>()
let over = false

/** The answer of a call that was begun already: once, to the first who asks. */
export function takeFirstCall(address: string): Promise<Response> | null {
  asked.add(address)
  const found = begun.get(address) ?? null
  begun.delete(address)
  return found
}

/** Somebody else signs in, or nobody is there any more: what was begun was begun in another name. */
export function endFirstCalls(): void {
  over = true
  begun.clear()
}

export function beginFirstCalls(): void {
  setTimeout(endFirstCalls, keptMs)
  // Whoever asks for a call that failed is told, as if it had been begun only then.
  follow().catch(() => {})
}

async function follow(): Promise<void> {
  const [token, provider] = await Promise.all([
    answerOf<{ customToken: string }>(begin(firstPaths.getCustomToken, { body: {} })),
    answerOf<{ provider: string }>(begin(firstPaths.readIdentityProvider)),
  ])
  // A hosted provider signs in by its own means.
  if (provider?.provider !== 'embedded' || !token) return
  const { customToken } = token
  const signedIn = await answerOf<{ idToken: string; uid: string }>(
    begin(firstPaths.signInWithCustomToken, { body: { customToken } }),
  )
  if (!signedIn) return
  void begin(firstPaths.readMyAccess, signedIn)
  const question = firstQuestions[location.pathname]
  if (question && location.search === '' && isOfAllStores()) void begin(question, signedIn)
}

const isOfAllStores = (): boolean => (readStored(selectedGroupKey) ?? allGroups) === allGroups

interface FirstCall {
  readonly body?: object
  readonly idToken?: string
  readonly uid?: string
}

function begin(address: string, { body, idToken, uid }: FirstCall = {}): Promise<Response> | null {
  if (over || asked.has(address)) return null
  const call = fetch(address, {
    method: body ? 'POST' : 'GET',
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      [headers.appId]: appPair.id,
      [headers.appToken]: appPair.token,
      ...(idToken && uid ? { [headers.userToken]: idToken, [headers.userId]: uid } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // Who takes it is told; that nobody does is no error of the page.
  call.catch(() => {})
  begun.set(address, call)
  return call
}

/** Read beside whoever takes the answer. Null: refused, or not begun. */
async function answerOf<T>(call: Promise<Response> | null): Promise<T | null> {
  const reply = (await call)?.clone()
  return reply?.ok ? ((await reply.json()) as { data: T }).data : null
}
