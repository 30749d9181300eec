import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekdays } from '../../../contract/stores/stores.ts'
import { enableConversational } from '../../../contract/whatsapp/whatsapp.ts'
import { readConversation } from '../../../contract/whatsapp/conversations.ts'
import { withStoreScope } from '../../db/scope.ts'
import { putMenu } from '../../menu/testing/menus.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { whatsappApp, type WhatsappProvider, type WhatsappShop } from '../../testing/whatsapp/shop.ts'

const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
const ana = '5511912340100'
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let manager: Person
let instance: string
let secret: string
let now = new Date('2026-11-24T15:00:00Z')
let ids = 0

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  pass(0)
  ;({ store, manager } = await standardShop(app, { openingHours: always }))
  await putMenu(app, store)
  await shop.connectEvolution(manager, store)
  ;({ instance, secret } = await shop.knownSecret(store))
  await shop.evolution(instance, secret, 'connection.update', { state: 'open' })
  await app.call(
    manager,
    enableConversational,
    { body: { enabled: true, hours: 'always' } },
    { storeId: store },
  )
})

type Table =
  | 'whatsapp_lines'
  | 'whatsapp_contacts'
  | 'whatsapp_conversations'
  | 'whatsapp_waiting'
  | 'incoming_messages'
  | 'outgoing_messages'
const all = (table: Table): Promise<Record<string, unknown>[]> =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom(table).selectAll().where('store_id', '=', store).execute(),
  )
async function one(table: Table): Promise<Record<string, unknown>> {
  const rows = await all(table)
  expect(rows).toHaveLength(1)
  return rows[0] ?? {}
}
function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
  app.setClock(now)
}
const nextId = (): string => {
  ids += 1
  return `3EB0${String(ids).padStart(6, '0')}`
}

/** What arrives now from a customer, or what the store's phone writes to one. */
async function arrives(
  message: unknown,
  {
    from = `${ana}@s.whatsapp.net`,
    id = nextId(),
    key = {},
    secondsAgo = 0,
  }: { from?: string; id?: string; key?: object; secondsAgo?: number } = {},
): Promise<string> {
  const data = {
    key: { remoteJid: from, fromMe: false, id, ...key },
    pushName: 'Cliente Teste',
    message,
    messageTimestamp: now.getTime() / 1_000 - secondsAgo,
  }
  const { statusCode } = await shop.evolution(instance, secret, 'messages.upsert', data)
  expect(statusCode).toBe(200)
  return id
}
async function settle(): Promise<void> {
  pass(15)
  await shop.run(store)
}
const said = () => provider.sent.map(({ to, text }) => ({ to, text }))
const chat = async () => one('whatsapp_conversations')
const stateOf = async () => (await chat()).state as { place: string; misses: number; why?: string }

describe('what is no question gets no answer, no miss and no person', () => {
  const noQuestions: readonly (readonly [string, unknown])[] = [
    ['reaction', { reactionMessage: { key: { id: 'X', fromMe: true }, text: '👍' } }],
    ['poll', { pollUpdateMessage: { pollCreationMessageKey: { id: 'X' } } }],
    ['sticker', { stickerMessage: {} }],
    ['unsupported', { messageOfTheYear2031: {} }],
    ['system', { protocolMessage: { type: 3 } }],
  ]
  test.each(noQuestions)('three times a %s after a greeting', async (reason, message) => {
    await arrives({ conversation: 'oi' })
    await settle()
    const before = await stateOf()
    for (let count = 0; count < 3; count += 1) {
      await arrives(message)
      await settle()
    }
    expect(said()).toHaveLength(1)
    expect(await stateOf()).toEqual(before)
    const rows = await all('incoming_messages')
    expect(rows.map(({ silent }) => silent)).toEqual([null, reason, reason, reason])
  })

  test.each([
    ['three days', 3 * 86_400],
    ['sixteen minutes', 16 * 60],
  ])('a message that was written %s before the line came back', async (_age, secondsAgo) => {
    await arrives({ conversation: 'quero 1 marmita' }, { secondsAgo })
    await settle()
    expect(said()).toEqual([])
    expect(await all('whatsapp_conversations')).toEqual([])
    expect((await one('incoming_messages')).silent).toBe('old')
  })

  test('a message of fourteen minutes ago is answered', async () => {
    await arrives({ conversation: 'oi' }, { secondsAgo: 14 * 60 })
    await settle()
    expect(said()).toHaveLength(1)
  })

  test.each([
    ['a reaction', { reactionMessage: { text: '❤️' } }, 0],
    ['a replay of a week ago', { conversation: 'já saiu' }, 7 * 86_400],
    [
      'an edit',
      { protocolMessage: { key: { id: 'X' }, type: 14, editedMessage: { conversation: 'já' } } },
      0,
    ],
    ['a deletion', { protocolMessage: { key: { id: 'X' }, type: 0 } }, 0],
  ])('%s on the store’s phone leaves the automatic answers on', async (_what, message, secondsAgo) => {
    await arrives({ conversation: 'oi' })
    await settle()
    await arrives(message, { key: { fromMe: true }, secondsAgo })
    await arrives({ conversation: 'cardápio' })
    await settle()
    expect(said()).toHaveLength(2)
    expect((await stateOf()).place).not.toBe('person')
  })

  test('a thumbs-up does not keep a person’s conversation waiting', async () => {
    await arrives({ conversation: 'atendente' })
    await settle()
    await arrives({ conversation: 'Oi, sou a Bia' }, { key: { fromMe: true } })
    pass(600)
    await arrives({ reactionMessage: { text: '👍' } })
    expect((await thread()).conversation.waitsSince).toBeNull()
  })
})

async function thread() {
  const { data } = await app.call(
    manager,
    readConversation,
    { params: { conversationId: (await chat()).id as string } },
    { storeId: store },
  )
  return data
}

describe('edits and deletions', () => {
  const edit = (id: string, text: string) => ({
    editedMessage: {
      message: { protocolMessage: { key: { id }, type: 14, editedMessage: { conversation: text } } },
    },
  })
  const deletion = (id: string) => ({ protocolMessage: { key: { id }, type: 0 } })

  test('a message that still waits is answered as it reads now, once', async () => {
    const id = await arrives({ conversation: 'xyzzy' })
    await arrives(edit(id, 'oi'))
    await settle()
    expect(said()).toHaveLength(1)
    expect((await stateOf()).misses).toBe(0)
    expect((await thread()).messages[0]).toMatchObject({ text: 'oi', change: 'edited' })
  })

  test('one that was answered changes in the thread alone', async () => {
    const id = await arrives({ conversation: 'oi' })
    await settle()
    await arrives(edit(id, 'oi, boa noite'))
    await settle()
    expect(said()).toHaveLength(1)
    expect((await thread()).messages[0]).toMatchObject({ text: 'oi, boa noite', change: 'edited' })
  })

  test('the edit that arrives before its message gives it the text, and one answer', async () => {
    await arrives(edit('LATE1', 'oi'))
    await settle()
    expect(said()).toEqual([])
    await arrives({ conversation: 'oj' }, { id: 'LATE1' })
    await arrives({ conversation: 'oj' }, { id: 'LATE1' })
    await settle()
    expect(said()).toHaveLength(1)
    expect(await one('incoming_messages')).toMatchObject({ content: { body: 'oi' }, silent: null })
  })

  test('an edit that only the phone can read is marked', async () => {
    const id = await arrives({ conversation: 'oi' })
    await settle()
    await arrives({ secretEncryptedMessage: { targetMessageKey: { id }, secretEncType: 2 } })
    await settle()
    expect(said()).toHaveLength(1)
    expect((await thread()).messages[0]).toMatchObject({ text: 'oi', change: 'unread' })
  })

  test('a deleted message is not answered, and stays in the thread', async () => {
    await arrives({ conversation: 'oi' })
    await settle()
    const id = await arrives({ conversation: 'engano' })
    await arrives(deletion(id))
    await arrives(edit(id, 'outra vez'))
    await settle()
    expect(said()).toHaveLength(1)
    const deleted = (await thread()).messages.find(({ change }) => change !== null)
    expect(deleted).toMatchObject({ text: 'engano', change: 'deleted' })
  })

  test('nobody changes what another customer wrote', async () => {
    const id = await arrives({ conversation: 'oi' })
    await arrives(deletion(id), { from: '5521999990000@s.whatsapp.net' })
    await settle()
    expect(said()).toHaveLength(1)
    expect(await one('incoming_messages')).toMatchObject({ change: null })
  })

  test('a message that the phone could not open is answered when it is sent again', async () => {
    await arrives(null, { id: 'AGAIN1' })
    await settle()
    expect(said()).toEqual([])
    await arrives({ conversation: 'oi' }, { id: 'AGAIN1' })
    await settle()
    expect(said()).toHaveLength(1)
  })
})

describe('a person has several addresses', () => {
  const lid = '199990000000001@lid'
  const people = () => all('whatsapp_contacts')

  test('a hidden name with its number is answered at the number', async () => {
    await arrives({ conversation: 'oi' }, { from: lid, key: { remoteJidAlt: `${ana}@s.whatsapp.net` } })
    await settle()
    expect(said().map(({ to }) => to)).toEqual([ana])
  })

  test('a hidden name alone is answered at the name', async () => {
    await arrives({ conversation: 'oi' }, { from: lid })
    await settle()
    expect(said().map(({ to }) => to)).toEqual([lid])
  })

  test('what is known of a name and of a number is joined, with the order begun', async () => {
    await arrives({ conversation: 'quero 2 guaraná' }, { from: lid })
    await settle()
    const [begun] = await all('whatsapp_conversations')
    expect(begun?.state).toMatchObject({ draft: { items: [{ quantity: 2 }] } })
    await arrives({ conversation: 'oi' }, { from: `${ana}@s.whatsapp.net` })
    await settle()
    expect(await people()).toHaveLength(2)
    await arrives({ conversation: 'ainda aí?' }, { from: lid, key: { senderPn: `${ana}@s.whatsapp.net` } })
    await settle()
    expect(await people()).toMatchObject([{ phone: ana, user_id: lid }])
    expect((await chat()).state).toMatchObject({ draft: { items: [{ quantity: 2 }] } })
    expect(await all('incoming_messages')).toHaveLength(3)
    expect(await all('whatsapp_waiting')).toEqual([])
    expect(said().at(-1)?.to).toBe(ana)
  })

  test('later, either address alone is the same person', async () => {
    await arrives({ conversation: 'oi' }, { from: lid, key: { remoteJidAlt: `${ana}@s.whatsapp.net` } })
    await arrives({ conversation: 'oi' }, { from: `${ana}:12@s.whatsapp.net` })
    await arrives({ conversation: 'oi' }, { from: lid })
    await arrives({ conversation: 'oi' }, { from: '199990000000001:3@lid' })
    expect(await people()).toHaveLength(1)
    await settle()
    expect(said().map(({ to }) => to)).toEqual([ana])
  })

  test('a number that has another hidden name gets no answer meant for that name', async () => {
    const other = '188880000000002@lid'
    await arrives({ conversation: 'oi' }, { from: lid, key: { remoteJidAlt: `${ana}@s.whatsapp.net` } })
    await settle()
    await arrives({ conversation: 'oi' }, { from: other, key: { remoteJidAlt: `${ana}@s.whatsapp.net` } })
    await settle()
    expect(said().map(({ to }) => to)).toEqual([ana, other])
    expect(await people()).toHaveLength(2)
  })

  test('a new number of the same hidden name is answered there; one from the history is not', async () => {
    const renewed = '5511912349999'
    await arrives({ conversation: 'oi' }, { from: lid, key: { remoteJidAlt: `${ana}@s.whatsapp.net` } })
    await settle()
    await arrives({ conversation: 'oi' }, { from: lid, key: { remoteJidAlt: `${renewed}@s.whatsapp.net` } })
    await settle()
    const old = { from: lid, key: { remoteJidAlt: `${ana}@s.whatsapp.net` }, secondsAgo: 86_400 }
    await arrives({ conversation: 'oi' }, old)
    await arrives({ conversation: 'cardápio' }, { from: lid })
    await settle()
    expect(said().map(({ to }) => to)).toEqual([ana, renewed, renewed])
    expect(await people()).toHaveLength(1)
  })

  test('the store’s own echo names the customer, never the store', async () => {
    await arrives({ conversation: 'oi' }, { from: lid, key: { remoteJidAlt: `${ana}@s.whatsapp.net` } })
    await settle()
    const key = { fromMe: true, senderPn: '5511988887777@s.whatsapp.net', senderLid: '177770000000003@lid' }
    await arrives({ conversation: 'Já respondo' }, { from: lid, key })
    expect(await people()).toMatchObject([{ phone: ana, user_id: lid }])
    expect((await stateOf()).place).toBe('person')
  })
})

test('an answer that cannot leave brings a person', async () => {
  await arrives({ conversation: 'oi' })
  provider.state.evolutionFault = { status: 400, body: { response: { message: [{ exists: false }] } } }
  await settle()
  expect(await stateOf()).toMatchObject({ place: 'person', why: 'unreachable' })
})

test('every message received is answered, silent on purpose with the reason, or before a person', async () => {
  const kind = fc.constantFrom<readonly [unknown, number]>(
    [{ conversation: 'oi' }, 0],
    [{ conversation: 'xyzzy' }, 0],
    [{ conversation: 'atendente' }, 0],
    [{ conversation: 'PARAR' }, 0],
    [{ conversation: 'obrigado' }, 0],
    [{ conversation: 'quero 1 guaraná' }, 86_400],
    [{ imageMessage: { caption: 'quero 1 guaraná' } }, 0],
    [{ audioMessage: {} }, 0],
    [{ reactionMessage: { text: '👍' } }, 0],
    [{ stickerMessage: {} }, 0],
    [{ ephemeralMessage: { message: { conversation: 'cardápio' } } }, 0],
    [{ orderMessage: { itemCount: 2 } }, 0],
    [{ liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } }, 0],
    [{ pollCreationMessage: {} }, 0],
    [{ unheardOf: {} }, 0],
    [null, 0],
  )
  const talks = fc.sample(fc.array(kind, { minLength: 1, maxLength: 5 }), { seed: 36, numRuns: 60 })
  for (let round = 0; round < 5; round += 1) {
    for (const [index, talk] of talks.entries()) {
      const [message, secondsAgo] = talk[round] ?? []
      if (secondsAgo === undefined) continue
      await arrives(message, { from: `55119${String(81_000_000 + index)}@s.whatsapp.net`, secondsAgo })
    }
    await settle()
  }
  const received = await all('incoming_messages')
  const conversations = await all('whatsapp_conversations')
  const answers = await all('outgoing_messages')
  const ends = Object.groupBy(received, ({ contact_id: contact, silent, received_at: at }) => {
    if (silent !== null) return 'silent'
    if (conversations.some((row) => row.contact_id === contact && row.place === 'person')) return 'person'
    const isAnswer = (row: Record<string, unknown>) =>
      row.contact_id === contact && Number(row.created_at) >= Number(at)
    return answers.some(isAnswer) ? 'answered' : 'lost'
  })
  expect(received).toHaveLength(talks.flat().length)
  expect(ends.lost ?? []).toEqual([])
  expect(Object.values(ends).flat()).toHaveLength(received.length)
  expect(await all('whatsapp_waiting')).toEqual([])
})
