import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { appPair } from '../../contract/shared/app-pair.ts'
import { renewPushDevice } from '../../contract/notifications/push.ts'
import { headers } from '../../contract/shared/headers.ts'

interface Sent {
  readonly url: string
  readonly init: {
    readonly headers: Record<string, string>
    readonly body: string
    readonly credentials: string
  }
}

const subscription = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  options: { applicationServerKey: 'key-of-the-server' },
  toJSON: () => ({
    endpoint: `https://push.example/${name}`,
    keys: { p256dh: 'p', auth: 'a' },
    expirationTime: null,
  }),
})

/** The worker's file as a browser runs it, with a server that replies with this status. */
function workerWith(status: number) {
  const listeners = new Map<string, (event: object) => void>()
  const sent: Sent[] = []
  const notices: string[] = []
  const subscribedWith: unknown[] = []
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: new URL('https://panel.example/sw.js'),
    registration: {
      showNotification: (title: string) => Promise.resolve(notices.push(title)),
      pushManager: {
        subscribe: (options: { applicationServerKey?: unknown }) => {
          if (!options.applicationServerKey) return Promise.reject(new Error('no key'))
          subscribedWith.push(options.applicationServerKey)
          return Promise.resolve(subscription('again'))
        },
      },
    },
  }
  const fetch = (url: string, init: Sent['init']) => {
    sent.push({ url, init })
    return Promise.resolve({ ok: status < 400, status })
  }
  const quiet = { warn: () => {} }
  runInContext(
    readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8'),
    createContext({ self, fetch, console: quiet, URL }),
  )
  const change = async (event: object) => {
    const waits: unknown[] = []
    listeners.get('pushsubscriptionchange')?.({ ...event, waitUntil: (wait: unknown) => waits.push(wait) })
    await Promise.all(waits)
  }
  return { change, sent, notices, subscribedWith }
}

describe('a subscription that the browser replaces', () => {
  test('is sent to the server with the one before it, and nobody is bothered', async () => {
    const { change, sent, notices } = workerWith(200)
    await change({ oldSubscription: subscription('old'), newSubscription: subscription('new') })
    expect(sent.map(({ url, init }) => [url, init.credentials])).toEqual([
      [`/api${renewPushDevice.path}`, 'same-origin'],
    ])
    expect(JSON.parse(sent[0]?.init.body ?? '')).toEqual({
      endpoint: 'https://push.example/new',
      keys: { p256dh: 'p', auth: 'a' },
      formerEndpoint: 'https://push.example/old',
    })
    expect(sent[0]?.init.headers).toMatchObject({
      [headers.appId]: appPair.id,
      [headers.appToken]: appPair.token,
    })
    expect(notices).toEqual([])
  })

  test('is made again with the same key where the browser only ended it', async () => {
    const { change, sent, subscribedWith } = workerWith(200)
    await change({ oldSubscription: subscription('old'), newSubscription: null })
    expect(subscribedWith).toEqual(['key-of-the-server'])
    expect(JSON.parse(sent[0]?.init.body ?? '')).toMatchObject({ endpoint: 'https://push.example/again' })
  })

  test.each([
    [
      'the session has ended',
      401,
      { oldSubscription: subscription('old'), newSubscription: subscription('new') },
    ],
    ['the browser says nothing', 200, {}],
  ])('asks the person to open the panel when %s', async (_why, status, event) => {
    const { change, notices } = workerWith(status)
    await change(event)
    expect(notices).toEqual(['Os avisos deste aparelho pararam'])
  })
})
