import { createHmac, randomUUID } from 'node:crypto'
import * as contract from '../../../contract/whatsapp/whatsapp.ts'
import type { DatabaseOptions } from '../../db/connections/pool.ts'
import { withStoreScope } from '../../db/scope.ts'
import { hashOfLineSecret } from '../../whatsapp/line/line-secrets.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { testApp, type Person, type TestApp } from '../app.ts'
import { relayOutbox } from '../relay-outbox.ts'
import { whatsappProvider } from './provider.ts'

const appSecret = 'app-secret'
export const verifyToken = 'verify-token'

/** What an app needs of its environment to speak to the test's providers. */
export const whatsappEnvironment = (providerUrl: string) => ({
  WHATSAPP_BASE_URL: `${providerUrl}/v23.0`,
  WHATSAPP_APP_ID: 'app',
  WHATSAPP_APP_SECRET: appSecret,
  WHATSAPP_VERIFY_TOKEN: verifyToken,
  EVOLUTION_BASE_URL: providerUrl,
  EVOLUTION_API_KEY: 'global-key',
  ENCRYPTION_KEY: 'ab'.repeat(32),
})

export type WhatsappProvider = Awaited<ReturnType<typeof whatsappProvider>>
export type WhatsappShop = ReturnType<typeof whatsappOf>

/** An app with its own WhatsApp provider. Call `close` after the tests. */
export async function whatsappApp(
  environment: Record<string, string> = {},
  databaseOptions: DatabaseOptions = {},
) {
  const provider = await whatsappProvider()
  const app = await testApp(
    { ...whatsappEnvironment(provider.url), ...environment },
    undefined,
    databaseOptions,
  )
  const close = async () => {
    await app.close()
    await provider.stop()
  }
  return { provider, app, shop: whatsappOf(app), close }
}

let phones = 100_000_000

/** Both ways to connect a store, what Meta and the worker do afterwards, and the calls of the settings. */
export function whatsappOf(app: TestApp) {
  const run = async (storeId: string) => {
    for (let round = 0; round < 20; round += 1)
      if ((await relayOutbox(app.deps, [storeId], effectHandlers(app.deps))) === 0) return
  }
  const meta = (entry: readonly object[], secret = appSecret) => {
    const payload = JSON.stringify({ object: 'whatsapp_business_account', entry })
    const signature = createHmac('sha256', secret).update(payload).digest('hex')
    return app.fastify.inject({
      method: 'POST',
      url: '/webhooks/whatsapp',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      payload,
    })
  }
  return {
    run,
    meta,
    view: async (person: Person, storeId: string) =>
      (await app.call(person, contract.readWhatsapp, {}, { storeId })).data,
    /** Saves the messages' settings over the current ones; by default, without messages and cap. */
    save: async (person: Person, storeId: string, body: object) => {
      const current = await withStoreScope(app.db, [storeId], (tx) =>
        tx
          .selectFrom('whatsapp_settings')
          .select('version')
          .where('store_id', '=', storeId)
          .executeTakeFirst(),
      )
      const version = current?.version ?? 0
      return app.call(
        person,
        contract.saveWhatsapp,
        { body: { kinds: [], capCents: null, version, ...body } },
        { storeId },
      )
    },
    /** Meta delivers a customer's text message, sent now. */
    receive: (phoneId: string, from: string, text: string, id?: string) =>
      meta([metaChange(phoneId, { messages: [textMessage(from, text, app.deps.now(), id)] })]),
    /** Meta reports the state of a message of ours. */
    report: (phoneId: string, id: string, status: string, more: object = {}) =>
      meta([
        metaChange(phoneId, { statuses: [{ id, status, timestamp: seconds(app.deps.now()), ...more }] }),
      ]),
    connectCloud: async (person: Person, storeId: string, body: object = {}) => {
      phones += 1
      const phoneId = String(phones)
      const answer = await app.call(
        person,
        contract.setupPhoneConnection,
        {
          body: {
            driver: 'cloud',
            number: '(11) 98888-7777',
            method: 'embedded',
            meta: { phoneId, accountId: `9${phoneId}`, token: 'business-token' },
            ...body,
          },
        },
        { storeId },
      )
      return { ...answer, phoneId, accountId: `9${phoneId}` }
    },
    connectEvolution: (person: Person, storeId: string, body: object = {}) =>
      app.call(
        person,
        contract.setupPhoneConnection,
        { body: { driver: 'evolution', number: '11988887777', method: 'qr', acceptRisk: true, ...body } },
        { storeId },
      ),
    /** Gives the line a known secret, because the real one is stored as a hash only. */
    knownSecret: async (storeId: string): Promise<{ instance: string; secret: string }> => {
      const secret = `a-secret-of-the-test-for-${storeId}`
      const route = await app.db
        .updateTable('whatsapp_routes')
        .set({ secret_hash: hashOfLineSecret(secret) })
        .where('store_id', '=', storeId)
        .returning('line_key')
        .executeTakeFirstOrThrow()
      return { instance: route.line_key, secret }
    },
    evolution: (instance: string, secret: string, event: string, data: object) =>
      app.fastify.inject({
        method: 'POST',
        url: '/webhooks/evolution',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        payload: JSON.stringify({ event, instance, data, apikey: 'instance-token' }),
      }),
  }
}

/** A customer's text message as Meta delivers it. */
export const textMessage = (from: string, text: string, at: Date, id: string = randomUUID()) => ({
  id,
  from,
  timestamp: seconds(at),
  type: 'text',
  text: { body: text },
})

const seconds = (at: Date): string => String(at.getTime() / 1_000)

/** A call from Meta about one number. */
export const metaChange = (phoneId: string, value: object, field = 'messages') => ({
  id: `9${phoneId}`,
  changes: [{ field, value: { metadata: { phone_number_id: phoneId }, ...value } }],
})
