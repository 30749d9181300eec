import { answerConversation, readConversations } from '../../contract/whatsapp/conversations.ts'
import { enableConversational, setupPhoneConnection } from '../../contract/whatsapp/whatsapp.ts'
import { spawnWhatsapp } from '../../simulator/whatsapp/spawn-whatsapp.ts'
import { graphControlClient } from '../../simulator/whatsapp/whatsapp-control.ts'
import { askPanel, type AskPanel } from './ask-panel.ts'
import { startProduct, type ProductOptions } from './product.ts'

/** Somebody who wrote to a store and waits for a person's answer. */
export interface Talk {
  readonly storeId: string
  readonly conversationId: string
  readonly phone: string
}

export type MessageShop = Awaited<ReturnType<typeof startMessageShop>>

const accessToken = 'EAAGsimulated'
const verifyToken = 'a-verify-token'
const appSecret = 'app-secret'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A product whose two stores have an open line at the Graph simulator, and this many talks in each. */
export async function startMessageShop(talksEach: number, options: ProductOptions = {}) {
  const graph = await spawnWhatsapp('graph', {
    GRAPH_SIMULATOR_APP_SECRET: appSecret,
    GRAPH_SIMULATOR_ACCESS_TOKEN: accessToken,
    GRAPH_SIMULATOR_STATUS_DELAY_MS: '50',
  })
  const control = graphControlClient(graph.url)
  const product = await startProduct({
    ...options,
    environment: {
      WHATSAPP_BASE_URL: `${graph.url}/v23.0`,
      WHATSAPP_APP_ID: 'simulated-app',
      WHATSAPP_APP_SECRET: appSecret,
      WHATSAPP_VERIFY_TOKEN: verifyToken,
      ENCRYPTION_KEY: 'ab'.repeat(32),
      CALL_LIMIT_FACTOR: '1000',
      ...options.environment,
    },
  })
  const call = askPanel(product)
  const lines = await Promise.all(
    product.stores.map(async (storeId, index) => {
      const id = String(100_200_300 + index)
      await control.setPhones([
        { id, wabaId: `9${id}`, displayNumber: `+55 11 98888-000${String(index)}`, verifiedName: 'Loja' },
      ])
      await call(setupPhoneConnection, storeId, {
        body: {
          driver: 'cloud',
          number: `1198888000${String(index)}`,
          method: 'embedded',
          meta: { phoneId: id, accountId: `9${id}`, token: accessToken },
        },
      })
      await call(enableConversational, storeId, { body: { enabled: true, hours: 'always' } })
      return { id, storeId }
    }),
  )
  const proved = await control.verify(`${product.url}/webhooks/whatsapp`, verifyToken)
  if (!proved.verified) throw new Error('the product does not prove its webhook')
  const talks: Talk[] = []
  for (const { id, storeId } of lines) {
    for (let index = 0; index < talksEach; index += 1)
      await control.write({ phoneId: id, from: `55119${String(70_000_000 + index)}`, text: 'atendente' })
    talks.push(...(await talksOf(call, storeId, talksEach)))
  }
  return {
    product,
    control,
    lines,
    talks,
    call,
    /** Says it to the customer once, however often it is asked. Whether the product took it. */
    answer: ({ storeId, conversationId }: Talk, text: string, key: string) =>
      call(answerConversation, storeId, { params: { conversationId }, body: { text } }, key).then(
        () => true,
        () => false,
      ),
    stop: async () => {
      await product.stop()
      await graph.stop()
    },
  }
}

/** Until all of them wait for a person. */
async function talksOf(call: AskPanel, storeId: string, count: number): Promise<readonly Talk[]> {
  for (;;) {
    // Without a selection it shows those of all stores.
    const { conversations } = await call(readConversations, storeId, { query: { selection: storeId } })
    if (conversations.length >= count)
      return conversations.map(({ conversationId, phone }) => ({
        storeId,
        conversationId,
        phone: phone ?? '',
      }))
    await pause(200)
  }
}
