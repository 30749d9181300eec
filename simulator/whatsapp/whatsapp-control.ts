import type { CustomerWritesToLine } from './evolution/evolution-control.ts'
import type { EvolutionBubble } from './evolution/evolution-records.ts'
import type { CustomerWrites } from './graph/graph-control.ts'
import type { Bubble, BusinessPhone, Charge, Template } from './graph/graph-records.ts'

const sender =
  (url: string) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`simulator ${method} ${path}: ${reply.status}`)
    return (await reply.json()) as T
  }

/** Typed client of the Graph simulator's control API, for tests and the demo. */
export function graphControlClient(url: string) {
  const send = sender(url)
  return {
    setPhones: (
      phones: readonly (Pick<BusinessPhone, 'id' | 'displayNumber' | 'verifiedName'> & { wabaId?: string })[],
    ) => send('PUT', '/phones', phones),
    changePhone: (
      id: string,
      changes: Partial<Pick<BusinessPhone, 'quality' | 'tier' | 'banned' | 'registered'>>,
    ) => send('PATCH', `/phones/${id}`, changes),
    write: (message: CustomerWrites) => send<{ ids: string[] }>('POST', '/writes', message),
    ownerWrites: (phoneId: string, to: string, text: string) =>
      send<{ id: string }>('POST', '/owner-writes', { phoneId, to, text }),
    changeCustomer: (
      waId: string,
      changes: { hidesNumber?: boolean; unreachable?: boolean; name?: string },
    ) => send<{ userId: string }>('PATCH', `/customers/${waId}`, changes),
    setTemplates: (templates: readonly (Pick<Template, 'wabaId' | 'name' | 'body'> & Partial<Template>)[]) =>
      send('PUT', '/templates', templates),
    setTemplateStatus: (name: string, status: Template['status'], reason?: string) =>
      send('POST', `/templates/${name}/${status}`, { reason }),
    newSignupCode: () => send<{ code: string }>('POST', '/signup-codes', {}),
    endTokens: () => send('DELETE', '/tokens'),
    setDeliveries: (deliveries: {
      duplicates?: number
      shuffleMs?: number
      held?: boolean
      url?: string | null
    }) => send('PUT', '/deliveries', deliveries),
    /** The platform's handshake with an address; it is kept when the answer is right. */
    verify: (webhookUrl: string, verifyToken?: string) =>
      send<{ verified: boolean }>('POST', '/verify', { url: webhookUrl, verifyToken }),
    fail: (code: 4 | 130429 | 131000 | 131056, forMs: number, phoneId?: string) =>
      send('PUT', '/faults', { code, forMs, phoneId }),
    setHabits: (habits: { refusesBy?: 'reply' | 'webhook'; readsAfterMs?: number | null }) =>
      send('PUT', '/habits', habits),
    advanceClock: (advanceMs: number) => send('PUT', '/clock', { advanceMs }),
    readThread: (phoneId: string, waId: string) => send<Bubble[]>('GET', `/threads/${phoneId}/${waId}`),
    readLog: () =>
      send<{
        messages: Bubble[]
        charges: Charge[]
        webhooks: { delivered: number; refusals: number[] }
        subscribed: string[]
      }>('GET', '/log'),
    /** Messages with an id of the business's own, and how many of them were taken more than once. */
    readCounts: () => send<{ taken: number; takenTwice: number }>('GET', '/counts'),
    reset: () => send('DELETE', ''),
  }
}

/** Typed client of the Evolution simulator's control API. */
export function evolutionControlClient(url: string) {
  const send = sender(url)
  return {
    scan: (instance: string, number?: string) =>
      send<{ open: boolean }>('POST', `/instances/${instance}/scan`, { number }),
    close: (instance: string, reason: 'lost' | 'loggedOut' | 'banned' | 'timedOut') =>
      send('POST', `/instances/${instance}/close`, { reason }),
    reopen: (instance: string) => send('POST', `/instances/${instance}/reopen`, {}),
    setStuck: (instance: string, stuck: boolean) => send('PUT', `/instances/${instance}/stuck`, { stuck }),
    write: (message: CustomerWritesToLine) => send<{ ids: string[] }>('POST', '/writes', message),
    ownerWrites: (instance: string, to: string, text: string) =>
      send<{ id: string }>('POST', '/owner-writes', { instance, to, text }),
    customerReads: (instance: string, number: string) => send('POST', '/reads', { instance, number }),
    setStrangers: (numbers: readonly string[]) => send('PUT', '/strangers', numbers),
    setDeliveries: (deliveries: { duplicates?: number; shuffleMs?: number; held?: boolean }) =>
      send('PUT', '/deliveries', deliveries),
    setKeeps: (keeps: boolean) => send('PUT', '/keeps', { keeps }),
    readThread: (instance: string, number: string) =>
      send<EvolutionBubble[]>('GET', `/threads/${instance}/${number}`),
    readLog: () =>
      send<{
        messages: EvolutionBubble[]
        refusals: number[]
        connects: number
        instances: { name: string; state: string; codes: number }[]
      }>('GET', '/log'),
    reset: () => send('DELETE', ''),
  }
}
