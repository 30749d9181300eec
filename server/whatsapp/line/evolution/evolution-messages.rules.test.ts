import { describe, expect, test } from 'vitest'
import { evolutionEvents } from './evolution-events.rules.ts'

const now = new Date('2026-11-24T15:00:00Z')
const upsert = (message: unknown, more: object = {}, key: object = {}) => ({
  event: 'messages.upsert',
  instance: 'balcao-1',
  sender: '5511988887777@s.whatsapp.net',
  data: {
    key: { remoteJid: '5511987654321@s.whatsapp.net', fromMe: false, id: 'A1', ...key },
    pushName: 'Ana',
    message,
    messageTimestamp: now.getTime() / 1_000,
    ...more,
  },
})
const only = (message: unknown, more: object = {}, key: object = {}) => {
  const events = evolutionEvents(upsert(message, more, key), now)
  expect(events).toHaveLength(1)
  return events[0]
}
const contentOf = (message: unknown, more: object = {}) => {
  const event = only(message, more)
  return event?.type === 'message' ? event.content : event
}

describe('who wrote', () => {
  const lid = '199990000000001@lid'
  const phone = '5511912340104'
  test.each([
    ['the other name beside a hidden one', { remoteJid: lid, remoteJidAlt: `${phone}@s.whatsapp.net` }],
    ['the sender’s phone', { remoteJid: lid, senderPn: `${phone}@s.whatsapp.net` }],
    ['the participant’s other name', { remoteJid: lid, participantAlt: `${phone}@s.whatsapp.net` }],
    ['the participant’s phone', { remoteJid: lid, participantPn: `${phone}@s.whatsapp.net` }],
    ['the hidden name beside a phone', { remoteJid: `${phone}@s.whatsapp.net`, senderLid: lid }],
    ['the hidden name as the other', { remoteJid: `${phone}@s.whatsapp.net`, remoteJidAlt: lid }],
    ['a device of both', { remoteJid: '199990000000001:7@lid', remoteJidAlt: `${phone}:12@s.whatsapp.net` }],
    ['an agent and a device', { remoteJid: lid, senderPn: `${phone}_1:3@s.whatsapp.net` }],
  ])('%s gives the phone and the hidden name', (_which, key) => {
    expect(only({ conversation: 'oi' }, {}, key)).toMatchObject({ from: { phone, userId: lid } })
  })

  test('a device is no part of the number', () => {
    expect(only({ conversation: 'oi' }, {}, { remoteJid: '5511912340104:12@s.whatsapp.net' })).toMatchObject({
      from: { phone, userId: null },
    })
  })

  test('the store’s own number is not its customer’s', () => {
    const own = '5511988887777@s.whatsapp.net'
    const key = { remoteJid: lid, fromMe: true, senderPn: own, participantPn: own }
    expect(only({ conversation: 'já vai' }, {}, key)).toMatchObject({
      echo: true,
      from: { phone: null, userId: lid },
    })
    expect(only({ conversation: 'oi' }, {}, { remoteJid: lid, senderPn: own })).toMatchObject({
      from: { phone: null, userId: lid },
    })
  })

  test('two numbers that contradict each other are none', () => {
    const key = {
      remoteJid: lid,
      remoteJidAlt: '5511912340104@s.whatsapp.net',
      senderPn: '5521999990000@s.whatsapp.net',
    }
    expect(only({ conversation: 'oi' }, {}, key)).toMatchObject({ from: { phone: null, userId: lid } })
  })
})

describe('what is written', () => {
  const text = { extendedTextMessage: { text: 'oi, quero pedir' } }
  test.each([
    ['ephemeralMessage', { ephemeralMessage: { message: text } }],
    ['viewOnceMessage', { viewOnceMessage: { message: { conversation: 'oi, quero pedir' } } }],
    ['viewOnceMessageV2', { viewOnceMessageV2: { message: text } }],
    ['ephemeral in view once', { ephemeralMessage: { message: { viewOnceMessageV2: { message: text } } } }],
    ['deviceSentMessage', { deviceSentMessage: { destinationJid: 'x', message: text } }],
    ['with context', { messageContextInfo: { deviceListMetadata: {} }, ...text }],
  ])('is read inside %s', (_wrapper, message) => {
    expect(contentOf(message)).toEqual({ type: 'text', body: 'oi, quero pedir' })
  })

  test.each([
    ['a picture', { imageMessage: { caption: 'quero esta', jpegThumbnail: {} } }],
    [
      'a film that disappears',
      { viewOnceMessageV2: { message: { videoMessage: { caption: 'quero esta' } } } },
    ],
    [
      'a document with a caption',
      { documentWithCaptionMessage: { message: { documentMessage: { caption: 'quero esta' } } } },
    ],
    [
      'a picture in a disappearing chat',
      { ephemeralMessage: { message: { imageMessage: { caption: 'quero esta' } } } },
    ],
  ])('the caption of %s is read', (_what, message) => {
    expect(contentOf(message)).toMatchObject({ type: 'other', caption: 'quero esta' })
  })

  test.each([
    ['audioMessage', 'audio'],
    ['imageMessage', 'image'],
    ['contactMessage', 'contact'],
    ['ptvMessage', 'ptv'],
  ])('%s without words is %s', (name, what) => {
    expect(contentOf({ [name]: {} })).toEqual({ type: 'other', what })
  })

  test.each([
    [12, 12],
    ['75', 75],
    [0, undefined],
    [-3, undefined],
    [1e9, undefined],
    ['x', undefined],
  ])('a voice message of %s seconds says its length, if it is one', (given, seconds) => {
    expect(contentOf({ audioMessage: { seconds: given, ptt: true } })).toEqual({
      ...{ type: 'other', what: 'audio' },
      ...(seconds === undefined ? {} : { seconds }),
    })
  })

  test.each([
    ['a location', { locationMessage: { degreesLatitude: -23.56, degreesLongitude: -46.65 } }],
    ['a live location', { liveLocationMessage: { degreesLatitude: -23.56, degreesLongitude: -46.65 } }],
    ['numbers as texts', { locationMessage: { degreesLatitude: '-23.56', degreesLongitude: '-46.65' } }],
  ])('%s is a point', (_what, message) => {
    expect(contentOf(message)).toEqual({
      type: 'location',
      latitude: -23.56,
      longitude: -46.65,
      address: null,
    })
  })

  test('the name of a place stands for its address', () => {
    const locationMessage = { degreesLatitude: 1, degreesLongitude: 2, name: 'Praça da Sé', address: '' }
    expect(contentOf({ locationMessage })).toMatchObject({ address: 'Praça da Sé' })
  })

  test.each([
    [
      'buttons',
      { buttonsResponseMessage: { selectedButtonId: 'confirm', selectedDisplayText: 'Confirmar' } },
    ],
    [
      'a template',
      { templateButtonReplyMessage: { selectedId: 'confirm', selectedDisplayText: 'Confirmar' } },
    ],
    [
      'a list',
      { listResponseMessage: { title: 'Confirmar', singleSelectReply: { selectedRowId: 'confirm' } } },
    ],
  ])('a tap on %s is a choice', (_what, message) => {
    expect(contentOf(message)).toEqual({ type: 'choice', id: 'confirm', title: 'Confirmar' })
  })

  test('a cart of the catalogue shows what is known of it', () => {
    const orderMessage = {
      orderId: '1',
      itemCount: 3,
      message: 'sem cebola',
      totalAmount1000: { low: 45_500, high: 0, unsigned: false },
      totalCurrencyCode: 'BRL',
      thumbnail: { 0: 255 },
    }
    expect(contentOf({ orderMessage })).toEqual({
      type: 'cart',
      lines: [],
      text: '3 itens, R$\u00a045,50\nsem cebola',
    })
  })

  test('the question about a product names it', () => {
    const productMessage = { product: { title: 'Pizza calabresa', priceAmount1000: { low: 1, high: 0 } } }
    expect(contentOf({ productMessage })).toEqual({ type: 'text', body: 'Pizza calabresa' })
  })
})

describe('what is no question', () => {
  test.each([
    ['👍', { reactionMessage: { key: { id: 'X', fromMe: true }, text: '👍' } }],
    ['', { reactionMessage: { key: { id: 'X' }, text: '' } }],
    ['👏', { ephemeralMessage: { message: { reactionMessage: { text: '👏' } } } }],
    ['', { encReactionMessage: { targetMessageKey: { id: 'X' } } }],
  ])('a reaction “%s”', (emoji, message) => {
    expect(contentOf(message)).toEqual({ type: 'reaction', emoji })
  })

  test.each([
    ['poll', { pollCreationMessageV3: { name: 'Qual?' } }],
    ['poll', { pollUpdateMessage: { pollCreationMessageKey: { id: 'X' } } }],
    ['sticker', { stickerMessage: { url: 'https://x' } }],
    ['sticker', { lottieStickerMessage: { message: { stickerMessage: {} } } }],
    ['system', { protocolMessage: { type: 3, ephemeralExpiration: 86_400 } }],
    ['system', { protocolMessage: { type: 'HISTORY_SYNC_NOTIFICATION' } }],
    ['system', { senderKeyDistributionMessage: { groupId: 'x' } }],
    ['system', { pinInChatMessage: { type: 1 } }],
    ['unsupported', { messageOfTheYear2031: { text: 'x' } }],
    ['unsupported', { messageContextInfo: {} }],
    ['unsupported', null],
  ])('a notice: %s', (what, message) => {
    expect(contentOf(message)).toEqual({ type: 'notice', what })
  })

  test('the platform’s own line about the chat is a notice of the system', () => {
    expect(contentOf(undefined, { messageStubType: 40 })).toEqual({ type: 'notice', what: 'system' })
  })

  const edited = { key: { id: 'ABC' }, type: 14, editedMessage: { conversation: 'quero 1 água' } }
  test.each([
    ['in its wrapper', { editedMessage: { message: { protocolMessage: edited } } }],
    ['as it is', { protocolMessage: edited }],
    [
      'in a disappearing chat',
      { ephemeralMessage: { message: { protocolMessage: { ...edited, type: 'MESSAGE_EDIT' } } } },
    ],
  ])('an edit %s names the message and its new text', (_form, message) => {
    expect(only(message)).toMatchObject({
      type: 'change',
      providerId: 'ABC',
      echo: false,
      from: { phone: '5511987654321' },
      change: { type: 'edited', content: { type: 'text', body: 'quero 1 água' } },
    })
  })

  test('an edit that only the phone can read has no text', () => {
    const secretEncryptedMessage = { targetMessageKey: { id: 'A' }, secretEncType: 2 }
    expect(only({ secretEncryptedMessage })).toMatchObject({
      type: 'change',
      providerId: 'A',
      change: { type: 'edited', content: null },
    })
  })

  test.each([[0], ['REVOKE']])('a deletion (%s) names the message', (type) => {
    expect(only({ protocolMessage: { key: { id: 'ABC' }, type } })).toMatchObject({
      type: 'change',
      providerId: 'ABC',
      change: { type: 'deleted' },
    })
  })

  test('the server’s own events of edits and deletions name the message alone', () => {
    const body = { event: 'messages.edited', instance: 'balcao-1', data: edited }
    expect(evolutionEvents(body, now)).toMatchObject([
      { type: 'change', providerId: 'ABC', from: null, change: { content: { body: 'quero 1 água' } } },
    ])
    const gone = { id: 'ABC', remoteJid: '5511987654321@s.whatsapp.net', fromMe: false, status: 'DELETED' }
    expect(
      evolutionEvents({ event: 'MESSAGES_DELETE', instance: 'balcao-1', data: gone }, now),
    ).toMatchObject([{ type: 'change', providerId: 'ABC', from: null, change: { type: 'deleted' } }])
  })
})

describe('when', () => {
  const seconds = now.getTime() / 1_000 - 60
  test.each([
    ['a number', seconds],
    ['a text', String(seconds)],
    ['milliseconds', seconds * 1_000],
    ['a long number', { low: seconds, high: 0, unsigned: true }],
    ['a long number with a sign', { low: seconds | 0, high: 0, unsigned: false }],
  ])('%s is understood', (_form, messageTimestamp) => {
    expect(only({ conversation: 'oi' }, { messageTimestamp })).toMatchObject({
      at: new Date(seconds * 1_000),
    })
  })

  test.each([[undefined], [null], [{ low: 'x' }], [[]], [true]])('%j is now', (messageTimestamp) => {
    expect(only({ conversation: 'oi' }, { messageTimestamp })).toMatchObject({ at: now })
  })
})

test.each([
  ['without an id', { id: 7 }],
  ['from nobody', { remoteJid: '12@s.whatsapp.net' }],
])('a message %s is counted as refused', (_what, key) => {
  expect(evolutionEvents(upsert({ conversation: 'oi' }, {}, key), now)).toMatchObject([
    { type: 'unread', lineKey: 'balcao-1', isRefused: true },
  ])
})

test('a profile name of an unknown form loses no message', () => {
  expect(only({ conversation: 'oi' }, { pushName: { text: 'Ana' } })).toMatchObject({ name: null })
})

test('an unknown state of a connection or a message changes nothing', () => {
  const connection = { event: 'connection.update', instance: 'balcao-1', data: { state: 'hibernating' } }
  expect(evolutionEvents(connection, now)).toMatchObject([{ type: 'unread', isRefused: false }])
  const status = { event: 'messages.update', instance: 'balcao-1', data: { keyId: 'A', status: 'MELTED' } }
  expect(evolutionEvents(status, now)).toMatchObject([{ type: 'unread', isRefused: false }])
})
