import type { Reply } from '../../contract/shared/route.ts'
import type { readConversations } from '../../contract/whatsapp/conversations.ts'
import { messageKinds, type readWhatsapp } from '../../contract/whatsapp/whatsapp.ts'
import { templateOf } from '../../server/whatsapp/messaging/message-texts.rules.ts'
import { graphControlClient } from '../../simulator/whatsapp/whatsapp-control.ts'
import { spawnWhatsapp } from '../../simulator/whatsapp/spawn-whatsapp.ts'
import { demoStores } from '../demo-stores.ts'
import { asOwner } from '../staff/staff-calls.ts'

/** The simulated platform's side, as the server's environment names it. */
export interface DemoWhatsapp {
  readonly graphPort: number
  readonly evolutionPort: number
  /** Signs webhooks and opens the gateway. */
  readonly secret: string
}

const accessToken = 'demo-business-token'
const verifyToken = 'demo-verify-token'
const lines = demoStores.map((store, index) => ({
  store,
  id: String(700_100_200 + index),
  wabaId: String(800_100_200 + index),
  displayNumber: `+55 11 9${String(8_700_1000 + index)}`,
}))

export const whatsappEnvironment = ({ graphPort, evolutionPort, secret }: DemoWhatsapp) => ({
  WHATSAPP_BASE_URL: `http://127.0.0.1:${graphPort}/v23.0`,
  WHATSAPP_APP_ID: 'balcao-demo',
  WHATSAPP_APP_SECRET: secret,
  WHATSAPP_VERIFY_TOKEN: verifyToken,
  EVOLUTION_BASE_URL: `http://127.0.0.1:${evolutionPort}`,
  EVOLUTION_API_KEY: secret,
})

/** Both simulators, or neither; `/phone` of the first shows a customer's phone. */
export async function startDemoWhatsapp(
  its: DemoWhatsapp & { readonly balcaoUrl: string; readonly stopping?: AbortSignal },
) {
  const started = await Promise.allSettled([
    spawnWhatsapp(
      'graph',
      {
        GRAPH_SIMULATOR_PORT: String(its.graphPort),
        GRAPH_SIMULATOR_APP_ID: 'balcao-demo',
        GRAPH_SIMULATOR_APP_SECRET: its.secret,
        GRAPH_SIMULATOR_VERIFY_TOKEN: verifyToken,
        GRAPH_SIMULATOR_ACCESS_TOKEN: accessToken,
        GRAPH_SIMULATOR_WEBHOOK_URL: `${its.balcaoUrl}/webhooks/whatsapp`,
      },
      its.stopping,
    ),
    spawnWhatsapp(
      'evolution',
      {
        EVOLUTION_SIMULATOR_PORT: String(its.evolutionPort),
        EVOLUTION_SIMULATOR_API_KEY: its.secret,
      },
      its.stopping,
    ),
  ])
  const stop = async (): Promise<void> => {
    await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.stop()] : [])))
  }
  try {
    const [graph, evolution] = started.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    if (!graph || !evolution) throw new Error('two simulators expected')
    // It knows nothing of its last run; the stores still have their lines, and Meta has approved their messages.
    const control = graphControlClient(graph.url)
    await control.setPhones(
      lines.map(({ id, wabaId, displayNumber, store }) => ({
        id,
        wabaId,
        displayNumber,
        verifiedName: store.name,
      })),
    )
    await control.setTemplates(
      lines.flatMap(({ wabaId }) =>
        messageKinds.map(templateOf).map(({ name, body }) => ({ wabaId, name, body })),
      ),
    )
    return { ended: Promise.race([graph.ended, evolution.ended]), stop }
  } catch (error) {
    // The next start needs the ports.
    await stop()
    throw error
  }
}

/** The first store takes orders by chat, so that a visitor can try it at once; the others connect in the panel. */
export async function connectFirstStore(balcaoUrl: string): Promise<void> {
  const [line] = lines
  if (!line) return
  const body = {
    driver: 'cloud',
    number: line.displayNumber,
    method: 'embedded',
    meta: { phoneId: line.id, accountId: line.wabaId, token: accessToken },
  }
  await asOwner(balcaoUrl, async ({ call }) => {
    // It was connected at an earlier start, or a visitor disconnected it.
    const known = await call<{ line: object | null }>(line.store, 'GET', '/integrations/whatsapp/mine')
    if (known.line) return
    await call(line.store, 'POST', '/integrations/setup-phone-connection', body)
    await call(line.store, 'POST', '/stores/enableConversational/mine', { enabled: true, hours: 'always' })
  })
}

/** What a visitor finds in Conversas: a customer waiting for a person, and two that the Balcão answers. */
const customers = [
  { from: '5511987650011', name: 'Helena Fonseca', text: 'Oi! Quero falar com uma pessoa, por favor' },
  { from: '5511987650012', name: 'Caio Batista', text: 'que horas vocês fecham hoje?' },
  { from: '5511987650013', name: 'Lívia Rocha', text: 'Quero uma picanha na brasa e uma farofa' },
] as const

/** They write to the first store, unless somebody did within the last day. */
export async function customersWrite({ graphPort }: DemoWhatsapp, balcaoUrl: string): Promise<void> {
  const [line] = lines
  if (!line) return
  const path = `/whatsapp/conversations?selection=${line.store.id}`
  const { conversations, recent = [] } = await asOwner(balcaoUrl, ({ call }) =>
    call<Reply<typeof readConversations>>(line.store, 'GET', path),
  )
  if (conversations.length + recent.length > 0) return
  const control = graphControlClient(`http://127.0.0.1:${graphPort}`)
  for (const customer of customers) await control.write({ phoneId: line.id, ...customer })
}

/** The first store tells its customers how their orders go; a choice of the visitor's stays. */
export async function tellCustomersOfFirstStore(balcaoUrl: string): Promise<void> {
  const [line] = lines
  if (!line) return
  const path = '/integrations/whatsapp/mine'
  await asOwner(balcaoUrl, async ({ call }) => {
    const { settings } = await call<Reply<typeof readWhatsapp>>(line.store, 'GET', path)
    if (settings.version > 0) return
    await call(line.store, 'PUT', path, { kinds: messageKinds, capCents: null, version: settings.version })
  })
}
