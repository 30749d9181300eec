import type { OwnSession } from '../../contract/identity/account.ts'
import { demoPassword } from '../../server/identity/identity.ts'
import { demoPeople, demoStaff, type DemoStore } from '../demo-stores.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

export interface StaffCalls {
  /** Rejects unless the server did it. */
  readonly call: <T>(
    store: DemoStore,
    method: Method,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<T>
  /** Ends the sessions that the calls needed. */
  readonly leave: () => Promise<void>
}

interface Session {
  readonly uid: string
  readonly idToken: string
}

/** Calls of the panel's API as the store's simulated staff, whose sessions are nobody else's; or as somebody else. */
export function staffCalls(url: string, emailOf = (store: DemoStore) => staffOf(store).email): StaffCalls {
  /** Promises, so that calls at the same time share one sign-in. */
  const sessions = new Map<string, { session: Promise<Session>; until: number }>()
  const send = async <T>(path: string, init: RequestInit): Promise<T> => {
    const reply = await fetch(`${url}/api${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
    // Such as after --reset-demo: the next call signs in again.
    if (reply.status === 401) sessions.clear()
    if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${reply.status}`)
    return ((await reply.json()) as { data: T }).data
  }
  const sent = (
    method: Method,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const signedIn = (email: string): Promise<Session> => {
    const known = sessions.get(email)
    if (known && known.until > Date.now()) return known.session
    const session = send<Session>('/identity/sign-in', sent('POST', { email, password: demoPassword }))
    sessions.set(email, { session, until: Date.now() + 50 * 60_000 })
    session.catch(() => sessions.delete(email))
    return session
  }
  return {
    call: async (store, method, path, body, headers = {}) => {
      const { uid, idToken } = await signedIn(emailOf(store))
      const all = { ...headers, 'x-user-token': idToken, 'x-user-id': uid, 'x-store-id': store.id }
      return send(path, method === 'GET' ? { headers: all } : sent(method, body, all))
    },
    leave: async () => {
      for (const { session } of sessions.values()) {
        const { uid, idToken } = await session
        const headers = { 'x-user-token': idToken, 'x-user-id': uid }
        const { sessions: own } = await send<{ sessions: readonly OwnSession[] }>('/iam/sessions', {
          headers,
        })
        const current = own.find((one) => one.current)
        if (current) await send(`/iam/sessions/${current.id}`, { method: 'DELETE', headers })
      }
      sessions.clear()
    },
  }
}

/** As the owner of the demo, without a device that the visitor would not know afterwards. */
export async function asOwner<T>(url: string, work: (calls: StaffCalls) => Promise<T>): Promise<T> {
  const [owner] = demoPeople
  if (!owner) throw new Error('The demo has an owner')
  const calls = staffCalls(url, () => owner.email)
  try {
    return await work(calls)
  } finally {
    await calls.leave()
  }
}

function staffOf(store: DemoStore) {
  const person = demoStaff.find(({ storeIds }) => storeIds.includes(store.id))
  if (!person) throw new Error(`Nobody works at ${store.name}`)
  return person
}
