import { createHmac } from 'node:crypto'
import * as contract from '../../contract/whatsapp/whatsapp.ts'
import { relayOutbox } from './relay-outbox.ts'
import { effectHandlers } from '../worker/effect-handlers.ts'
import type { Person, TestApp } from './app.ts'

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

let phones = 100_000_000

/** Both ways to connect a store, and what Meta and the worker do afterwards. */
export function whatsappOf(app: TestApp) {
  const run = async (storeId: string) => {
    for (let round = 0; round < 20; round += 1)
      if ((await relayOutbox(app.deps, [storeId], effectHandlers(app.deps))) === 0) return
  }
  return {
    run,
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
    meta: (entry: readonly object[], secret = appSecret) => {
      const payload = JSON.stringify({ object: 'whatsapp_business_account', entry })
      const signature = createHmac('sha256', secret).update(payload).digest('hex')
      return app.fastify.inject({
        method: 'POST',
        url: '/webhooks/whatsapp',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
        payload,
      })
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

/** A call of Meta about one number. */
export const metaChange = (phoneId: string, value: object, field = 'messages') => ({
  id: `9${phoneId}`,
  changes: [{ field, value: { metadata: { phone_number_id: phoneId }, ...value } }],
})
