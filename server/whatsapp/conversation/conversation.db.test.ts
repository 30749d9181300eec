import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAd } from '../../../contract/ads/ads.ts'
import { saveDeliveryConfig } from '../../../contract/delivery/zones.ts'
import { pauseMenuItem } from '../../../contract/menu/menu.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { readMyModules, saveMyModules } from '../../../contract/stores/modules.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { enableConversational, setupPhoneConnection } from '../../../contract/whatsapp/whatsapp.ts'
import { evolutionEnv } from '../../../simulator/whatsapp/evolution/evolution-env.ts'
import {
  startEvolution,
  type EvolutionSimulator,
} from '../../../simulator/whatsapp/evolution/start-evolution.ts'
import { graphEnv } from '../../../simulator/whatsapp/graph/graph-env.ts'
import { startGraph, type GraphSimulator } from '../../../simulator/whatsapp/graph/start-graph.ts'
import { evolutionControlClient, graphControlClient } from '../../../simulator/whatsapp/whatsapp-control.ts'
import { withStoreScope } from '../../db/scope.ts'
import { putMenu, type TestMenu } from '../../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'

/** From a customer's phone in the simulator to the board, through webhooks, worker and drivers. */
let graph: GraphSimulator
let evolution: EvolutionSimulator
let phone: ReturnType<typeof graphControlClient>
let gateway: ReturnType<typeof evolutionControlClient>
let app: TestApp
let store: string
let manager: Person
let menu: TestMenu
let line: string
let address: string
let shops = 0

const verifyToken = 'a-verify-token'
const accessToken = 'EAAGsimulated'
const ana = '5511987654321'
const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))

beforeAll(async () => {
  graph = await startGraph({ ...graphEnv({}), appSecret: 'app-secret', accessToken, statusDelayMs: 5 })
  evolution = await startEvolution({ ...evolutionEnv({}), apiKey: 'global', connectMs: 0, statusDelayMs: 5 })
  phone = graphControlClient(graph.url)
  gateway = evolutionControlClient(evolution.url)
  app = await testApp({
    WHATSAPP_BASE_URL: `${graph.url}/v23.0`,
    WHATSAPP_APP_ID: 'simulated-app',
    WHATSAPP_APP_SECRET: 'app-secret',
    WHATSAPP_VERIFY_TOKEN: verifyToken,
    EVOLUTION_BASE_URL: evolution.url,
    EVOLUTION_API_KEY: 'global',
    PUBLIC_URL: 'http://127.0.0.1:1',
  })
  address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  expect(await phone.verify(`${address}/webhooks/whatsapp`, verifyToken)).toEqual({ verified: true })
  app.startWorker()
})
afterAll(async () => {
  await app.close()
  await graph.stop()
  await evolution.stop()
})
beforeEach(async () => {
  ;({ store, manager } = await standardShop(app, { name: 'Brasa', openingHours: always }))
  menu = await putMenu(app, store)
  const zone = {
    id: randomUUID(),
    name: 'Centro',
    shape: { kind: 'district' as const, districts: [{ name: 'Centro', aliases: [] }] },
    deny: false,
    feeCents: 700,
    minutes: { min: 40, max: 55 },
    minimumCents: 0,
    freeAboveCents: null,
    courierPayoutCents: null,
    windows: [],
  }
  await app.call(manager, saveDeliveryConfig, { body: { zones: [zone], version: 0 } }, here())
  shops += 1
  line = String(100_200_300 + shops)
  await phone.setPhones([
    { id: line, wabaId: `9${line}`, displayNumber: `+55 11 9${line.slice(1)}`, verifiedName: 'Brasa' },
  ])
  await phone.setDeliveries({ duplicates: 0, shuffleMs: 0, held: false })
})

const here = () => ({ storeId: store })
async function connect(hours: 'always' | 'open' = 'always'): Promise<void> {
  const body = {
    driver: 'cloud' as const,
    number: `119${line.slice(1)}`,
    method: 'embedded' as const,
    meta: { phoneId: line, accountId: `9${line}`, token: accessToken },
  }
  const connected = await app.call(manager, setupPhoneConnection, { body }, here())
  expect(connected.body).toMatchObject({ data: { state: 'open' } })
  await converse(hours)
}
async function converse(hours: 'always' | 'open'): Promise<void> {
  const enabled = await app.call(manager, enableConversational, { body: { enabled: true, hours } }, here())
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200)
}

/**
 * A reply waits in case the customer is still writing. Once everything that the test wrote has arrived, the clock moves
 * to the end of that wait.
 */
async function passPause(): Promise<void> {
  if (graph.world.webhooks.pending > 0) return
  const turn = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('due_at')
      .where('store_id', '=', store)
      .where('kind', '=', 'whatsapp-turn')
      .where('claimed_until', 'is', null)
      .orderBy('due_at')
      .executeTakeFirst(),
  )
  if (!turn || turn.due_at <= app.deps.now()) return
  app.setClock(turn.due_at)
  app.deps.worker()?.wake('outbox')
}
const fromStore = async (from = ana) =>
  (await phone.readThread(line, from)).filter(({ by }) => by === 'store')
/** The store's n-th message. */
const answer = (count: number, from = ana) =>
  until(async () => {
    await passPause()
    const messages = await fromStore(from)
    return messages.length >= count ? messages[count - 1] : undefined
  })
const write = (text: string, from = ana) => phone.write({ phoneId: line, from, name: 'Ana Souza', text })
const tap = async (title: string, count: number, from = ana) => {
  const row = (await answer(count, from))?.choices?.rows.find((one) => one.title === title)
  if (!row) throw new Error(`nothing to tap: ${title}`)
  await phone.write({ phoneId: line, from, choose: row.id })
}
/** Continues from the store's n-th message, which asks for the address, to its last one, three messages later. */
const collect = async (count: number) => {
  await answer(count)
  await write('vou buscar')
  await tap('Pix na retirada', count + 1)
  await tap('Confirmar', count + 2)
  await answer(count + 3)
}
const board = async () =>
  (await app.call(manager, orders.readBoard, { query: { selection: store } })).data.orders
const placeOf = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('whatsapp_conversations')
      .select(['place', 'state'])
      .where('store_id', '=', store)
      .executeTakeFirst(),
  )
const contact = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('whatsapp_contacts').select('id').where('store_id', '=', store).executeTakeFirst(),
  )
/** Waits until everything sent has been received, processed and replied to. */
const allAnswered = () =>
  until(async () => {
    await passPause()
    if (graph.world.webhooks.pending > 0) return false
    return withStoreScope(app.db, [store], async (tx) => {
      const turn = await tx
        .selectFrom('outbox')
        .select('id')
        .where('store_id', '=', store)
        .where('kind', '=', 'whatsapp-turn')
        .executeTakeFirst()
      const waiting = await tx
        .selectFrom('outgoing_messages')
        .select('id')
        .where('store_id', '=', store)
        .where('state', 'in', ['queued', 'sending'])
        .executeTakeFirst()
      return !turn && !waiting
    })
  })

describe('the module of conversations', () => {
  const turn = async (on: boolean) => {
    const { version } = (await app.call(manager, readMyModules, {}, here())).data
    const saved = await app.call(
      manager,
      saveMyModules,
      { body: { modules: { conversation: on }, version } },
      here(),
    )
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }

  test('a store without the conversation module gives no automatic replies, and its own switch cannot bypass that', async () => {
    await connect()
    await turn(false)
    const enable = { body: { enabled: true } }
    expect((await app.call(manager, enableConversational, enable, here())).body.error).toBe('module/off')
    await write('Oi')
    await until(contact)
    expect(await placeOf()).toBeUndefined()
    await turn(true)
    await write('Oi de novo')
    await answer(1)
    expect(await placeOf()).toBeDefined()
  })
})

describe('a customer who chats', () => {
  test('a chat order takes six messages from the store and reaches the board with its quote', async () => {
    await connect()
    await write('Oi')
    await tap('Pizza de calabresa', 1)
    await tap('Catupiry', 2)
    await answer(3)
    await write('Rua das Flores, 10, apto 3, Centro')
    await tap('Pix na entrega', 4)
    await tap('Confirmar', 5)
    const last = await answer(6)
    const [order, ...others] = await board()
    expect(others).toEqual([])
    expect(order).toMatchObject({
      platform: 'whatsapp',
      status: 'placed',
      type: 'DELIVERY',
      customer: { name: 'Ana Souza', phone: '+5511987654321' },
      items: [{ name: 'Pizza de calabresa', externalCode: 'PZ-1', options: [{ name: 'Catupiry' }] }],
      payments: [{ method: 'PIX', prepaid: false }],
      delivery: { address: { street: 'Rua das Flores', number: '10', complement: 'apto 3', city: 'Cidade' } },
      quote: { zoneName: 'Centro', feeCents: 700 },
    })
    expect(order?.totals.orderCents).toBe(5_490 + 900 + 700)
    expect(last?.text).toContain(`Pedido ${order?.displayId} recebido! Chega em até 55`)
    const { timeline } = (
      await app.call(manager, orders.readOrder, { params: { orderId: order?.id ?? '' } }, here())
    ).data
    expect(timeline).toMatchObject([{ type: 'PLACED', source: 'balcao', actorName: null }])

    // Next time, the last order can be repeated with one tap.
    await write('Boa noite')
    const greeting = await answer(7)
    expect(greeting?.text).toContain(`Seu pedido ${order?.displayId} espera a loja aceitar.`)
    await tap('Repetir o último', 7)
    await tap('Rua das Flores, 10', 8)
    await tap('Pix na entrega', 9)
    await tap('Confirmar', 10)
    await answer(11)
    expect(await board()).toHaveLength(2)
  })

  test('a hurried customer orders in one message, and the kitchen reads the note of each item', async () => {
    await connect()
    await write('2 guaraná lata sem gelo, entrega na rua das flores 10, centro, pago no pix')
    expect((await answer(1))?.text).toContain('2 Guaraná lata (sem gelo)')
    await tap('Confirmar', 1)
    await answer(2)
    expect(await board()).toMatchObject([
      {
        items: [{ name: 'Guaraná lata', quantity: 2, notes: 'sem gelo' }],
        payments: [{ method: 'PIX' }],
        delivery: { address: { street: 'rua das flores', number: '10' } },
        quote: { feeCents: 700 },
      },
    ])
  })

  test('the name that a customer gives for the order is on it, and not that of the phone', async () => {
    await connect()
    await write('sou o Victor, 1 guarana lata, vou buscar, pago no pix')
    expect((await answer(1))?.text).toContain('Em nome de Victor.')
    await tap('Confirmar', 1)
    await answer(2)
    expect(await board()).toMatchObject([{ customer: { name: 'Victor', phone: '+5511987654321' } }])
  })

  test('a question about the fee is answered by the zones, and the order in progress stays', async () => {
    await connect()
    await write('1 guaraná lata')
    await answer(1)
    await write('qual a taxa pro centro?')
    const fee = (await answer(2))?.text
    expect(fee).toContain('Entregamos em centro: taxa R$ 7,00, 40 a 55')
    expect(fee).toContain('1 Guaraná lata')
    await write('qual a taxa de entrega?')
    expect((await answer(3))?.text).toContain('A taxa é R$ 7,00.')
    await write('onde fica a loja?')
    expect((await answer(4))?.text).toContain('A loja fica em ')
    await write('cadê meu pedido?')
    await answer(5)
    expect((await placeOf())?.place).toBe('person')
  })

  test('a closed store says so once, stays silent afterwards with the reason noted, and answers questions', async () => {
    await connect()
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('stores').set({ opening_hours: '[]' }).where('id', '=', store).execute(),
    )
    await write('quero 2 guaraná')
    expect((await answer(1))?.text).toContain('Estamos fechados')
    await write('alô?')
    await allAnswered()
    expect(await fromStore()).toHaveLength(1)
    const silent = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('incoming_messages')
        .select('silent')
        .where('store_id', '=', store)
        .orderBy('at')
        .execute(),
    )
    expect(silent.map((row) => row.silent)).toEqual([null, 'closed'])
    await write('aceita pix?')
    expect((await answer(2))?.text).toContain('Pix, cartão de crédito')
  })

  test('a chat order with an ad’s code counts for that ad once and is not reported', async () => {
    await connect()
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('stores').set({ phone: '+551133334444' }).where('id', '=', store).execute(),
    )
    const ad = (await app.call(manager, addAd, { body: { name: 'Sexta da pizza' } }, here())).data
    const clicked = await app.fastify.inject({ url: new URL(ad.url).pathname + new URL(ad.url).search })
    const greeting = new URL(clicked.headers.location as string).searchParams.get('text') ?? ''
    expect(greeting).toMatch(/^Olá! Quero fazer um pedido\. \(código [2-9A-Z]{6}\)$/)
    await write(greeting)
    await tap('Guaraná lata', 1)
    await collect(2)
    const [order] = await board()
    const linked = () =>
      withStoreScope(app.db, [store], (tx) =>
        tx
          .selectFrom('ad_orders')
          .innerJoin('ad_clicks', 'ad_clicks.id', 'ad_orders.click_id')
          .select(['order_id', 'ad_id', 'state', 'linked_by'])
          .where('ad_orders.store_id', '=', store)
          .execute(),
      )
    const counted = { order_id: order?.id, ad_id: ad.id, state: 'silent', linked_by: 'Conversa' }
    expect(await linked()).toEqual([counted])

    await write('Boa noite')
    await tap('Repetir o último', 6)
    await collect(7)
    expect(await board()).toHaveLength(2)
    expect(await linked()).toEqual([counted])
  })

  test('a customer whose last order cannot be parsed is greeted without an offer to repeat it', async () => {
    await connect()
    await write('Oi')
    await tap('Guaraná lata', 1)
    await collect(2)
    const [order] = await board()
    await withStoreScope(app.db, [store], async (tx) => {
      await tx
        .updateTable('orders')
        .set({ detail: sql`detail || '{"delivery": {"address": {"street": 7}}}'` })
        .where('store_id', '=', store)
        .execute()
      await tx
        .updateTable('order_items')
        .set({ detail: '{"options": 7}' })
        .where('store_id', '=', store)
        .execute()
    })
    await write('Boa noite')
    const greeting = await answer(6)
    expect(greeting?.text).toContain(`Seu pedido ${order?.displayId} espera a loja aceitar.`)
    expect(JSON.stringify(greeting)).not.toContain('Repetir')
  })

  test('webhooks that arrive twice and out of order change nothing', async () => {
    await connect()
    await phone.setDeliveries({ duplicates: 2, shuffleMs: 30 })
    await write('Oi')
    await tap('Guaraná lata', 1)
    await collect(2)
    await allAnswered()
    expect(await fromStore()).toHaveLength(5)
    expect(await board()).toHaveLength(1)
  })

  test('a customer who sends 200 messages at once gets one reply', async () => {
    await connect()
    await phone.setDeliveries({ shuffleMs: 200 })
    await phone.write({ phoneId: line, from: ana, text: 'oi', times: 200 })
    await answer(1)
    await allAnswered()
    expect(await fromStore()).toHaveLength(1)
  })

  test('an item that sold out during the chat is announced at confirmation, and no order is placed', async () => {
    await connect()
    await write('guaraná lata')
    await answer(1)
    await write('vou buscar')
    await tap('Pix na retirada', 2)
    await answer(3)
    await app.call(manager, pauseMenuItem, { params: { itemId: menu.soda }, body: {} }, here())
    await tap('Confirmar', 3)
    expect((await answer(4))?.text).toContain('Guaraná lata não está disponível agora.')
    expect(await board()).toEqual([])
  })

  test('a chat order with alcohol is confirmed as an adult, and its delivery asks for a document', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('menu_items')
        .set({ is_alcoholic: true })
        .where('store_id', '=', store)
        .where('id', '=', menu.soda)
        .execute(),
    )
    await connect()
    await write('guaraná lata')
    await answer(1)
    await write('Rua das Flores, 10, Centro')
    await tap('Pix na entrega', 2)
    expect((await answer(3))?.text).toContain('você diz que tem 18 anos ou mais')
    await tap('Confirmar, tenho 18+', 3)
    await answer(4)
    const [order] = await board()
    expect(order).toMatchObject({ alcohol: true, notes: 'Disse na conversa que tem 18 anos ou mais.' })
    const act = (route: typeof orders.confirmOrder) =>
      app.call(manager, route, { params: { orderId: order?.id ?? '' }, body: {} }, here())
    await act(orders.confirmOrder)
    await act(orders.markReady as typeof orders.confirmOrder)
    await act(orders.dispatchOrder as unknown as typeof orders.confirmOrder)
    const refused = await act(orders.deliverOrder as typeof orders.confirmOrder)
    expect(refused.body.message).toContain('confira o documento')
  })

  test('a conversation that the owner answers on the phone gets no automatic replies', async () => {
    await connect()
    await write('Oi')
    await answer(1)
    await phone.ownerWrites(line, ana, 'Oi Ana, já te ajudo')
    await until(async () => (await placeOf())?.place === 'person')
    await write('quero uma pizza')
    await allAnswered()
    expect(await fromStore()).toHaveLength(1)
  })

  test('a customer who writes PARAR gets one farewell and nothing more', async () => {
    await connect()
    await write('Oi')
    await answer(1)
    await write('parar')
    expect((await answer(2))?.text).toContain('não mandamos mais mensagens')
    await write('oi')
    await allAnswered()
    expect(await fromStore()).toHaveLength(2)
    await write('voltar')
    expect((await answer(3))?.text).toContain('O que vai ser hoje?')
  })

  test('a customer from abroad or with a hidden number can order', async () => {
    await connect()
    const lisbon = '351912345678'
    await phone.changeCustomer(lisbon, { hidesNumber: true })
    await write('guaraná lata', lisbon)
    await answer(1, lisbon)
    await write('vou buscar', lisbon)
    await tap('Dinheiro', 2, lisbon)
    await answer(3, lisbon)
    await write('sem troco', lisbon)
    await tap('Confirmar', 4, lisbon)
    await answer(5, lisbon)
    expect(await board()).toMatchObject([{ platform: 'whatsapp', customer: { phone: null } }])
  })

  test('a store that has conversations off, or is closed and replies only when open, stays silent', async () => {
    await connect('open')
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('stores').set({ opening_hours: '[]' }).where('id', '=', store).execute(),
    )
    await write('Oi')
    await allAnswered()
    expect(await fromStore()).toEqual([])
    await app.call(manager, enableConversational, { body: { enabled: false } }, here())
    await write('Oi')
    await allAnswered()
    expect(await fromStore()).toEqual([])
  })

  test('one customer has a separate conversation with each store', async () => {
    await connect()
    await write('guaraná lata')
    await answer(1)
    const { other } = await standardShop(app)
    const seen = await withStoreScope(app.db, [other], (tx) =>
      tx.selectFrom('whatsapp_conversations').selectAll().execute(),
    )
    expect(seen).toEqual([])
  })
})

test('a chat order through a linked phone uses numbered text', async () => {
  const body = {
    driver: 'evolution' as const,
    number: '11933334444',
    method: 'qr' as const,
    acceptRisk: true,
  }
  const connected = await app.call(manager, setupPhoneConnection, { body }, here())
  expect(connected.status, JSON.stringify(connected.body)).toBe(200)
  const port = new URL(address).port
  const instance = await until(async () => (await gateway.readLog()).instances.at(-1)?.name)
  // The simulator runs on this machine, where the store's public address leads nowhere.
  const known = evolution.world.instances.get(instance)
  if (known?.webhook) known.webhook.url = `http://127.0.0.1:${port}/webhooks/evolution`
  await gateway.scan(instance)
  await converse('always')
  await until(async () => {
    const row = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('whatsapp_lines').select('state').where('store_id', '=', store).executeTakeFirst(),
    )
    return row?.state === 'open'
  })
  const reply = (count: number) =>
    until(async () => {
      await passPause()
      const own = (await gateway.readThread(instance, ana)).filter(({ by }) => by === 'store')
      return own.length >= count ? own[count - 1]?.text : undefined
    })
  const say = (text: string) => gateway.write({ instance, from: ana, name: 'Ana', text })
  await say('oi')
  expect(await reply(1)).toContain('2. Guaraná lata')
  await say('2')
  await reply(2)
  await say('vou buscar')
  expect(await reply(3)).toContain('1. Pix na retirada')
  await say('1')
  await reply(4)
  await say('1')
  expect(await reply(5)).toContain('recebido!')
  expect(await board()).toMatchObject([
    { platform: 'whatsapp', type: 'TAKEOUT', totals: { orderCents: 750 } },
  ])
})
