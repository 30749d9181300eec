import { GraphApiError, WhatsAppClient } from '@kapso/whatsapp-cloud-api'
import { normalizeWebhook, verifySignature } from '@kapso/whatsapp-cloud-api/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { webhookListener } from '../webhook-listener.ts'
import { eventually } from '../../testing/eventually.ts'
import { graphControlClient } from '../whatsapp-control.ts'
import { graphEnv } from './graph-env.ts'
import { startGraph, type GraphSimulator } from './start-graph.ts'

/** A client library of other people, with its own idea of the platform, is the judge of the simulator. */
const ana = '5511987654321'
const phoneId = '100200300'
const appSecret = 'app-secret'
let simulator: GraphSimulator
let control: ReturnType<typeof graphControlClient>
let hook: Awaited<ReturnType<typeof webhookListener>>
let client: WhatsAppClient

beforeEach(async () => {
  hook = await webhookListener('verify-me')
  simulator = await startGraph({
    ...graphEnv({}),
    accessToken: 'token-1',
    appSecret,
    verifyToken: 'verify-me',
    statusDelayMs: 5,
  })
  control = graphControlClient(simulator.url)
  await control.setPhones([
    { id: phoneId, wabaId: 'waba-1', displayNumber: '+55 11 3333-4444', verifiedName: 'Pizzaria' },
  ])
  client = new WhatsAppClient({ accessToken: 'token-1', baseUrl: simulator.url, graphVersion: 'v23.0' })
})
afterEach(async () => {
  await simulator.stop()
  await hook.stop()
})

const text = (body: string, to = ana) => client.messages.sendText({ phoneNumberId: phoneId, to, body })
const refusal = async (work: Promise<unknown>): Promise<GraphApiError> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GraphApiError)) throw new Error('it was not refused as the platform refuses')
  return error
}
const listen = () => control.verify(hook.url)
const heard = () => hook.heard.map(({ raw }) => normalizeWebhook(JSON.parse(raw.toString())))
const statusesOf = (id: string) =>
  heard().flatMap(({ statuses }) => statuses.filter((one) => one.id === id).map(({ status }) => status))

describe('a customer who wrote', () => {
  beforeEach(async () => {
    await listen()
    await control.write({ phoneId, from: ana, name: 'Ana', text: 'Oi' })
  })

  test('gets a text, and its sender hears how it went', async () => {
    const sent = await text('Olá, Ana!')
    const id = sent.messages[0]?.id ?? ''
    expect(id).toMatch(/^wamid\./)
    expect(sent.contacts[0]).toMatchObject({ input: ana, waId: ana })
    await eventually(() => expect(statusesOf(id)).toEqual(['sent', 'delivered']))
  })

  test('gets buttons and a list, and what is chosen comes back', async () => {
    await client.messages.sendInteractiveButtons({
      phoneNumberId: phoneId,
      to: ana,
      bodyText: 'Entrega ou retirada?',
      buttons: [
        { id: 'delivery', title: 'Entrega' },
        { id: 'takeout', title: 'Retirada' },
      ],
    })
    await client.messages.sendInteractiveList({
      phoneNumberId: phoneId,
      to: ana,
      bodyText: 'Escolha',
      buttonText: 'Cardápio',
      sections: [{ title: 'Pizzas', rows: [{ id: 'p1', title: 'Calabresa', description: 'R$ 50,00' }] }],
    })
    await control.write({ phoneId, from: ana, choose: 'takeout' })
    // One call is under way at a time here: calls for two messages may pass each other.
    const chosen = () => heard().flatMap(({ messages }) => messages.map(({ interactive }) => interactive))
    const button = { type: 'button_reply', buttonReply: { id: 'takeout', title: 'Retirada' } }
    await eventually(() => expect(chosen()).toEqual([undefined, button]))
    await control.write({ phoneId, from: ana, choose: 'p1' })
    const row = { type: 'list_reply', listReply: { id: 'p1', title: 'Calabresa', description: 'R$ 50,00' } }
    await eventually(() => expect(chosen()).toEqual([undefined, button, row]))
  })

  test('is signed for: the library accepts the bytes, and no others', async () => {
    await eventually(() => expect(hook.heard).toHaveLength(1))
    const [call] = hook.heard
    const raw = call?.raw ?? Buffer.of()
    const signatureHeader = String(call?.headers['x-hub-signature-256'])
    expect(verifySignature({ appSecret, rawBody: raw, signatureHeader })).toBe(true)
    expect(verifySignature({ appSecret: 'another', rawBody: raw, signatureHeader })).toBe(false)
    const forged = Buffer.from(raw.toString().replace('Oi', 'Ok'))
    expect(verifySignature({ appSecret, rawBody: forged, signatureHeader })).toBe(false)
  })

  test('can be written to for 24 hours; then only a template reaches the phone', async () => {
    await control.advanceClock(24 * 60 * 60_000 + 1_000)
    const error = await refusal(text('Ainda aí?'))
    expect([error.httpStatus, error.code]).toEqual([400, 131047])
    await control.setTemplates([{ wabaId: 'waba-1', name: 'pedido_saiu', body: 'Seu pedido {{1}} saiu.' }])
    await client.messages.sendTemplate({
      phoneNumberId: phoneId,
      to: ana,
      template: {
        name: 'pedido_saiu',
        language: { code: 'pt_BR' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: '12' }] }],
      },
    })
    expect((await control.readThread(phoneId, ana)).at(-1)?.text).toBe('Seu pedido 12 saiu.')
  })

  test('may be refused later instead, by webhook', async () => {
    await control.advanceClock(24 * 60 * 60_000 + 1_000)
    await control.setHabits({ refusesBy: 'webhook' })
    const sent = await text('Ainda aí?')
    const id = sent.messages[0]?.id ?? ''
    await eventually(() => expect(statusesOf(id)).toEqual(['failed']))
    expect(heard().at(-1)?.statuses[0]?.errors?.[0]).toMatchObject({ code: 131047 })
  })

  test('gets 45 messages at once and then one in six seconds', async () => {
    for (let number = 0; number < 45; number += 1) await text(`${number}`)
    const error = await refusal(text('demais'))
    expect([error.httpStatus, error.code, error.isRateLimit()]).toEqual([429, 131056, true])
    await control.advanceClock(6_000)
    await text('agora sim')
    expect((await refusal(text('demais'))).code).toBe(131056)
  })

  test('waits while the platform says that the number sends too fast', async () => {
    await control.fail(130429, 60_000)
    expect((await refusal(text('x'))).code).toBe(130429)
    await control.advanceClock(61_000)
    await text('x')
  })

  test('may hide the number: then only the platform knows who it is', async () => {
    const { userId } = await control.changeCustomer(ana, { hidesNumber: true })
    hook.heard.length = 0
    await control.write({ phoneId, from: ana, text: 'De novo' })
    await eventually(() => expect(hook.heard).toHaveLength(1))
    expect(hook.heard[0]?.raw.toString()).not.toContain(ana)
    expect(heard()[0]?.contacts).toMatchObject([{ userId }])
    const sent = await client.messages.sendText({ phoneNumberId: phoneId, recipient: userId, body: 'Oi' })
    expect(sent.messages[0]?.id).toMatch(/^wamid\./)
    expect((await control.readThread(phoneId, ana)).at(-1)?.text).toBe('Oi')
  })

  test('is the same person with and without the ninth digit', async () => {
    await text('Olá', '551187654321')
    expect((await control.readThread(phoneId, ana)).at(-1)?.text).toBe('Olá')
  })
})

describe('the platform', () => {
  test('proves an address by a challenge before it uses it', async () => {
    expect(await control.verify(hook.url, 'wrong')).toEqual({ verified: false })
    expect(await listen()).toEqual({ verified: true })
  })

  test('delivers twice, out of order and several in one call when it is asked to', async () => {
    await listen()
    await control.setDeliveries({ duplicates: 1, shuffleMs: 20 })
    for (const word of ['um', 'dois', 'três', 'quatro', 'cinco'])
      await control.write({ phoneId, from: ana, text: word })
    await eventually(() => {
      const words = heard().flatMap(({ messages }) => messages.map((one) => one.text?.body))
      expect(words.map(String).toSorted()).toEqual(
        ['cinco', 'dois', 'quatro', 'três', 'um'].flatMap((one) => [one, one]),
      )
      expect(hook.heard.length).toBeLessThan(10)
    })
  })

  test('tries again what was not taken', async () => {
    await listen()
    hook.answerWith(503)
    await control.write({ phoneId, from: ana, text: 'Oi' })
    await eventually(() => expect(hook.heard).toHaveLength(1))
    hook.answerWith(200)
    await eventually(() => expect(hook.heard).toHaveLength(2))
    expect((await control.readLog()).webhooks).toEqual({ delivered: 1, refusals: [503] })
  })

  test('reviews a template before it can be sent', async () => {
    await listen()
    const made = await client.templates.create({
      businessAccountId: 'waba-1',
      name: 'pedido_aceito',
      language: 'pt_BR',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Pedido {{1}} aceito.' }],
    })
    expect(made.status).toBe('PENDING')
    const send = () =>
      client.messages.sendTemplate({
        phoneNumberId: phoneId,
        to: ana,
        template: {
          name: 'pedido_aceito',
          language: { code: 'pt_BR' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: '7' }] }],
        },
      })
    expect((await refusal(send())).code).toBe(132001)
    await control.setTemplateStatus('pedido_aceito', 'APPROVED')
    await send()
    await eventually(() => expect(hook.heard.map(({ raw }) => raw.toString()).join('')).toContain('APPROVED'))
    const listed = await client.templates.list({ businessAccountId: 'waba-1' })
    expect(listed.data).toMatchObject([{ name: 'pedido_aceito', status: 'APPROVED' }])
  })

  test('keeps files by id', async () => {
    const file = new Blob(['um recibo'], { type: 'application/pdf' })
    const { id } = await client.media.upload({
      phoneNumberId: phoneId,
      type: 'application/pdf',
      file,
      fileName: 'recibo.pdf',
    })
    const bytes = await client.media.download({ mediaId: id, as: 'arrayBuffer', auth: 'always' })
    expect(Buffer.from(bytes as ArrayBuffer).toString()).toBe('um recibo')
  })

  test('says no to a wrong token, an unknown number, a long text and an unreachable person', async () => {
    const stranger = new WhatsAppClient({ accessToken: 'old', baseUrl: simulator.url, graphVersion: 'v23.0' })
    const to = { phoneNumberId: phoneId, to: ana, body: 'Oi' }
    const unauthorized = await refusal(stranger.messages.sendText(to))
    expect([unauthorized.httpStatus, unauthorized.code]).toEqual([401, 190])
    expect((await refusal(client.messages.sendText({ ...to, phoneNumberId: '9' }))).code).toBe(33)
    expect((await refusal(text('a'.repeat(4_097)))).code).toBe(131009)
    await listen()
    await control.write({ phoneId, from: ana, text: 'Oi' })
    await control.changeCustomer(ana, { unreachable: true })
    const sent = await text('Oi')
    await eventually(() => expect(statusesOf(sent.messages[0]?.id ?? '')).toEqual(['failed']))
  })

  test('tells the store what its owner writes on the phone', async () => {
    await listen()
    await control.ownerWrites(phoneId, ana, 'Já te respondo')
    await eventually(() => expect(hook.heard).toHaveLength(1))
    expect(JSON.parse(hook.heard[0]?.raw.toString() ?? '')).toMatchObject({
      entry: [
        {
          changes: [
            {
              field: 'smb_message_echoes',
              value: { message_echoes: [{ to: ana, text: { body: 'Já te respondo' } }] },
            },
          ],
        },
      ],
    })
  })

  test('locks a number that broke a rule, and counts what the messages cost', async () => {
    await control.write({ phoneId, from: ana, text: 'Oi' })
    await text('Olá')
    const log = await control.readLog()
    expect(log.charges).toMatchObject([{ category: 'service' }])
    await control.changePhone(phoneId, { banned: true })
    expect((await refusal(text('Olá'))).code).toBe(131031)
  })

  test('gives a business token for the code of its sign-up window, once', async () => {
    const { code } = await control.newSignupCode()
    const exchange = () =>
      fetch(
        `${simulator.url}/v23.0/oauth/access_token?${new URLSearchParams({
          client_id: 'simulated-app',
          client_secret: appSecret,
          code,
        }).toString()}`,
      )
    const first = await exchange()
    expect((await first.json()) as object).toMatchObject({ token_type: 'bearer' })
    expect((await exchange()).status).toBe(400)
  })
})

test('the page of a customer’s phone lists the stores, sends and shows the thread', async () => {
  const page = await fetch(`${simulator.url}/phone`)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('lang="pt-BR"')
  const write = (line: string, message: object) =>
    fetch(`${simulator.url}/phone/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ line, number: ana, name: 'Ana', ...message }),
    })
  expect((await write(phoneId, { text: 'Oi' })).status).toBe(200)
  expect((await write(phoneId, { text: 'Sou eu', owner: true })).status).toBe(200)
  expect((await write('outra', { text: 'Oi' })).status).toBe(404)
  expect((await write(phoneId, { choose: 'nada' })).status).toBe(404)
  const thread = await fetch(`${simulator.url}/phone/thread?line=${phoneId}&number=${ana}`)
  expect(await thread.json()).toMatchObject([
    { by: 'customer', text: 'Oi' },
    { by: 'owner', text: 'Sou eu' },
  ])
})
