import { appPair } from '../../contract/shared/app-pair.ts'
import { headers } from '../../contract/shared/headers.ts'
import { allGroups, groupIn, readStored, selectedGroupKey } from '../browser/storage.ts'

/**
 * From the cookie to the session and the first report: calls that need each other's answers, and on a
 * phone each waits for the line. Begun by the page itself (first-visit.ts) before the code that asks for them is
 * there; `ask` finds them here by their address. Addresses of the contract (first-calls.test.ts), which is too much to load first.
 */
export const firstPaths = {
  getCustomToken: '/api/iam/getCustomToken',
  readIdentityProvider: '/api/identity/provider',
  signInWithCustomToken: '/api/identity/sign-in-with-custom-token',
  readMyAccess: '/api/iam/mine',
  readMyStores: '/api/stores/mine',
  readMyGroups: '/api/groups/mine',
} as const

/** What a report's own address asks for when it says nothing more. */
const firstQuestions: Readonly<Record<string, string>> = {
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

interface FirstCalls {
  readonly begun: Map<string, Promise<Arrived>>
  /** Read already: a page that finds its answer here is drawn with it at once, and never as loading. */
  readonly answers: Map<string, FirstAnswer>
  readonly reading: Promise<unknown>[]
  /** Asked for before it was begun: from then on whoever asks wants to know anew. */
  readonly asked: Set<string>
  over: boolean
}

/** One for the script that begins them, in the page itself, and the panel that asks for them. */
const shared = globalThis as { balcaoFirstCalls?: FirstCalls }
const calls: FirstCalls = (shared.balcaoFirstCalls ??= {
  begun: new Map(),
  answers: new Map(),
  reading: [],
  asked: new Set(),
  over: false,
})

interface Arrived {
  readonly reply: Response
  /** Its body, read once: a copy of the reply would be read twice. */
  readonly text: string
}

export interface FirstAnswer {
  /** What the server sent. */
  readonly body: unknown
  /** When it came, ms since 1970. */
  readonly at: number
}

/** The answer of a call that was begun already: once, to the first who asks. */
export function takeFirstCall(address: string): Promise<Response> | null {
  calls.asked.add(address)
  const found = calls.begun.get(address) ?? null
  calls.begun.delete(address)
  calls.answers.delete(address)
  return found && found.then(({ reply, text }) => new Response(text === '' ? null : text, reply))
}

/** The same where it has come already; otherwise nothing is taken. */
export function takeFirstAnswer(address: string): FirstAnswer | null {
  const found = calls.answers.get(address)
  if (!found) return null
  void takeFirstCall(address)
  return found
}

/** Begun together with what was just answered, they are a moment away: worth more than a page drawn twice. */
export async function soonAnswered(withinMs: number): Promise<void> {
  if (calls.reading.length === 0) return
  await Promise.race([Promise.all(calls.reading), new Promise((resolve) => setTimeout(resolve, withinMs))])
}

/** Somebody else signs in, or nobody is there any more: what was begun was begun in another name. */
export function endFirstCalls(): void {
  calls.over = true
  calls.begun.clear()
  calls.answers.clear()
  calls.reading.length = 0
}

export function beginFirstCalls(): void {
  setTimeout(endFirstCalls, keptMs)
  // Whoever asks for a call that failed is told, as if it had been begun only then.
  void follow()
}

async function follow(): Promise<void> {
  const [token, provider] = await Promise.all([
    begin<{ customToken: string }>(firstPaths.getCustomToken, { body: {} }),
    begin<{ provider: string }>(firstPaths.readIdentityProvider),
  ])
  // A hosted provider signs in by its own means.
  if (provider?.provider !== 'embedded' || !token) return
  const { customToken } = token
  const signedIn = await begin<{ idToken: string; uid: string }>(firstPaths.signInWithCustomToken, {
    body: { customToken },
  })
  if (!signedIn) return
  void begin(firstPaths.readMyAccess, signedIn)
  const question = firstQuestions[location.pathname]
  if (question && location.search === '' && isOfAllStores()) void begin(question, signedIn)
  void begin(firstPaths.readMyStores, signedIn)
  void begin(firstPaths.readMyGroups, signedIn)
}

const isOfAllStores = (): boolean => (groupIn(readStored(selectedGroupKey)) ?? allGroups) === allGroups

interface FirstCall {
  readonly body?: object
  readonly idToken?: string
  readonly uid?: string
}

/** Answers what came; null: refused, lost, or asked for already. Read beside whoever takes the call itself. */
async function begin<T>(address: string, { body, idToken, uid }: FirstCall = {}): Promise<T | null> {
  if (calls.over || calls.asked.has(address)) return null
  const call = arrive(address, {
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
  calls.begun.set(address, call)
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
    // Whoever asked meanwhile has the call itself.
    if (calls.begun.get(address) === call) calls.answers.set(address, { body, at: Date.now() })
    return body.data
  } catch {
    // Who takes the call is told; that nobody does is no error of the page.
    return null
  }
}
