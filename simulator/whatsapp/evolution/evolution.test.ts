import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spawnWhatsapp } from '../spawn-whatsapp.ts'
import { webhookListener } from '../webhook-listener.ts'
import { eventually } from '../../testing/eventually.ts'
import { evolutionControlClient } from '../whatsapp-control.ts'
import { evolutionEnv } from './evolution-env.ts'
import { startEvolution, type EvolutionSimulator } from './start-evolution.ts'

const ana = '5511987654321'
let simulator: EvolutionSimulator
let control: ReturnType<typeof evolutionControlClient>
let hook: Awaited<ReturnType<typeof webhookListener>>

beforeEach(async () => {
  hook = await webhookListener('')
  await begin({ qrMs: 60, qrLimit: 3 })
})
afterEach(async () => {
  await simulator.stop()
  await hook.stop()
})

async function begin(changes: { readonly qrMs: number; readonly qrLimit: number }): Promise<void> {
  simulator = await startEvolution({
    ...evolutionEnv({}),
    apiKey: 'global',
    connectMs: 0,
    statusDelayMs: 5,
    ...changes,
  })
  control = evolutionControlClient(simulator.url)
}

const call = async (method: string, path: string, body?: unknown, apikey = 'global') => {
  const reply = await fetch(simulator.url + path, {
    method,
    headers: { apikey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const create = (changes: object = {}) =>
  call('POST', '/instance/create', {
    instanceName: 'loja',
    integration: 'WHATSAPP-BAILEYS',
    qrcode: true,
    number: '5511933334444',
    webhook: { enabled: true, url: hook.url, headers: { jwt_key: 'shared' } },
    ...changes,
  })
const open = async () => {
  const made = await create()
  await control.scan('loja')
  return String(made.body.hash)
}
const events = () =>
  hook.heard.map(({ raw }) => JSON.parse(raw.toString()) as { event: string; data: Record<string, unknown> })
const dataOf = (event: string) => events().flatMap((one) => (one.event === event ? [one.data] : []))
const stateOf = async () => (await call('GET', '/instance/connectionState/loja')).body

describe('an instance', () => {
  test('is made with a QR and a pairing code, which are renewed until the limit', async () => {
    const made = await create()
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      instance: { instanceName: 'loja', status: 'connecting' },
      qrcode: { count: 1, code: expect.stringMatching(/^2@/), pairingCode: expect.stringMatching(/^\w{8}$/) },
    })
    expect(String((made.body.qrcode as { base64: string }).base64)).toMatch(/^data:image\/png;base64,iVBOR/)
    await eventually(() => expect(dataOf('qrcode.updated')).toHaveLength(4))
    const codes = dataOf('qrcode.updated').map(
      ({ qrcode }) => (qrcode as { code?: string } | undefined)?.code,
    )
    expect(new Set(codes).size).toBe(4)
    await eventually(async () => expect(await stateOf()).toMatchObject({ instance: { state: 'refused' } }))
  })

  test('opens when the code is scanned, after one restart of the line', async () => {
    await create()
    expect(await control.scan('loja', '5511900001111')).toEqual({ open: true })
    expect(await control.scan('loja')).toEqual({ open: false })
    await eventually(() =>
      expect(dataOf('connection.update').map(({ state }) => state)).toEqual(['connecting', 'close', 'open']),
    )
    expect(dataOf('connection.update').at(-1)).toMatchObject({ wuid: '5511900001111@s.whatsapp.net' })
    expect((await call('GET', '/instance/connect/loja')).body).toMatchObject({ instance: { state: 'open' } })
  })

  test('takes no second one of its name, no other key, and no unknown name', async () => {
    const token = await open()
    expect((await create()).status).toBe(403)
    expect((await call('GET', '/instance/connectionState/loja', undefined, 'wrong')).status).toBe(401)
    expect((await call('GET', '/instance/connectionState/loja', undefined, token)).status).toBe(200)
    expect((await call('GET', '/instance/connectionState/nada')).status).toBe(404)
  })

  test('may stay stuck: it answers and makes no code', async () => {
    await create({ qrcode: false })
    await control.setStuck('loja', true)
    expect((await call('GET', '/instance/connect/loja')).body).toEqual({ count: 0 })
    expect(await stateOf()).toMatchObject({ instance: { state: 'connecting' } })
  })

  test.each([
    ['lost', 428],
    ['loggedOut', 401],
    ['banned', 403],
  ] as const)('ends as %s with reason %i, and sends nothing any more', async (reason, statusReason) => {
    await open()
    await control.close('loja', reason)
    await eventually(() =>
      expect(dataOf('connection.update').at(-1)).toMatchObject({ state: 'close', statusReason }),
    )
    const sent = await call('POST', '/message/sendText/loja', { number: ana, text: 'Oi' })
    expect(sent).toMatchObject({ status: 500, body: { response: { message: 'Connection Closed' } } })
  })

  test('is logged out once and deleted', async () => {
    await open()
    expect((await call('DELETE', '/instance/logout/loja')).status).toBe(200)
    expect((await call('DELETE', '/instance/logout/loja')).status).toBe(400)
    expect((await call('DELETE', '/instance/delete/loja')).status).toBe(200)
    expect((await call('GET', '/instance/connectionState/loja')).status).toBe(404)
  })
})

describe('a message', () => {
  test('of the store is acknowledged step by step', async () => {
    await open()
    const sent = await call('POST', '/message/sendText/loja', { number: ana, text: 'Olá' })
    expect(sent).toMatchObject({ status: 201, body: { status: 'PENDING', key: { fromMe: true } } })
    await eventually(() =>
      expect(dataOf('messages.update').map(({ status }) => status)).toEqual(['SERVER_ACK', 'DELIVERY_ACK']),
    )
    expect(dataOf('messages.update')[0]).toMatchObject({ keyId: (sent.body.key as { id: string }).id })
  })

  test('to a number without WhatsApp is refused', async () => {
    await open()
    await control.setStrangers([ana])
    const sent = await call('POST', '/message/sendText/loja', { number: ana, text: 'Olá' })
    expect(sent).toMatchObject({ status: 400, body: { response: { message: [{ exists: false }] } } })
  })

  test('of a customer, of a list and of the owner on the phone reach the webhook', async () => {
    await open()
    await control.write({ instance: 'loja', from: ana, name: 'Ana', text: 'Oi' })
    await call('POST', '/message/sendList/loja', {
      number: ana,
      title: 'Cardápio',
      buttonText: 'Ver',
      sections: [{ title: 'Pizzas', rows: [{ rowId: 'p1', title: 'Calabresa' }] }],
    })
    await control.write({ instance: 'loja', from: ana, choose: 'p1' })
    await control.ownerWrites('loja', ana, 'Sou eu')
    await eventually(() => expect(dataOf('messages.upsert')).toHaveLength(3))
    const jid = { remoteJid: `${ana}@s.whatsapp.net` }
    expect(dataOf('messages.upsert')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pushName: 'Ana', message: { conversation: 'Oi' } }),
        expect.objectContaining({
          messageType: 'listResponseMessage',
          key: expect.objectContaining({ ...jid, fromMe: false }),
        }),
        expect.objectContaining({ key: expect.objectContaining({ ...jid, fromMe: true }) }),
      ]),
    )
  })

  test('is found again by its chat, the newest first, where the gateway keeps messages', async () => {
    await open()
    await control.write({ instance: 'loja', from: ana, text: 'Oi' })
    for (const text of ['Um', 'Dois']) await call('POST', '/message/sendText/loja', { number: ana, text })
    const find = async (key: object) =>
      (await call('POST', '/chat/findMessages/loja', { where: { key }, page: 1, offset: 2 })).body.messages
    const remoteJid = `${ana}@s.whatsapp.net`
    expect(await find({ remoteJid })).toMatchObject({ total: 3, pages: 2, records: [{}, {}] })
    const own = await find({ remoteJid, fromMe: true })
    expect(own).toMatchObject({ total: 2, records: [{ key: { remoteJid, fromMe: true } }, {}] })
    expect(await find({ remoteJid: '55118@s.whatsapp.net' })).toMatchObject({ total: 0, records: [] })
    await control.setKeeps(false)
    expect(await find({ remoteJid })).toMatchObject({ total: 0, records: [] })
  })

  test('floods, doubles and overtakes on demand', async () => {
    await open()
    await control.setDeliveries({ duplicates: 1, shuffleMs: 20 })
    await control.write({ instance: 'loja', from: ana, text: 'oi', times: 50 })
    await eventually(() => expect(dataOf('messages.upsert')).toHaveLength(100))
  })

  test('carries a fresh proof of the shared key', async () => {
    await open()
    await eventually(() => expect(hook.heard.length).toBeGreaterThan(0))
    const [head = '', body = '', signature] = String(hook.heard[0]?.headers.authorization)
      .replace('Bearer ', '')
      .split('.')
    expect(signature).toBe(createHmac('sha256', 'shared').update(`${head}.${body}`).digest('base64url'))
    const { iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iat: number; exp: number }
    expect(exp - iat).toBe(600)
  })

  test('is not delivered again after an answer that is final', async () => {
    hook.answerWith(403)
    await open()
    await control.write({ instance: 'loja', from: ana, text: 'Oi' })
    await eventually(async () => expect((await control.readLog()).refusals).toContain(403))
    expect((await control.readLog()).refusals).not.toContain(0)
  })
})

test.each(['graph', 'evolution'] as const)('the %s simulator is a process of its own', async (which) => {
  const spawned = await spawnWhatsapp(which, {})
  expect((await fetch(`${spawned.url}/phone`)).status).toBe(200)
  await spawned.stop()
  expect(await spawned.ended).toBe('código 0')
})
