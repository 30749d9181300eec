import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withStoreScope } from '../../db/scope.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import {
  metaChange,
  textMessage,
  whatsappApp,
  type WhatsappProvider,
  type WhatsappShop,
} from '../../testing/whatsapp/shop.ts'

const now = new Date('2026-11-24T15:00:00Z')
const ana = '5511912340100'
const largest = 64 * 1024
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let manager: Person

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  app.setClock(now)
  ;({ store, manager } = await standardShop(app))
})

/** The only message's content, and the bodies kept. */
async function received() {
  const of = { contents: 'incoming_messages', bodies: 'whatsapp_deliveries' } as const
  return withStoreScope(app.db, [store], async (tx) => {
    const messages = await tx
      .selectFrom(of.contents)
      .select('content')
      .where('store_id', '=', store)
      .execute()
    const kept = await tx.selectFrom(of.bodies).select('body').where('store_id', '=', store).execute()
    expect(messages).toHaveLength(1)
    return { content: messages[0]?.content, kept: kept.map(({ body }) => body).join('\n') }
  })
}
const base64 = Buffer.alloc(largest, 255).toString('base64')

describe('on an Evolution server', () => {
  let instance: string
  let secret: string
  beforeEach(async () => {
    await shop.connectEvolution(manager, store)
    ;({ instance, secret } = await shop.knownSecret(store))
  })

  const asKeys = Object.fromEntries(Array.from({ length: largest }, (_none, at) => [at, 255]))
  const forms: readonly (readonly [string, unknown])[] = [
    ['a key for each byte', asKeys],
    ['a list', { type: 'Buffer', data: Array.from({ length: largest }, () => 255) }],
    ['base64', base64],
  ]
  const place = { degreesLatitude: -23.56, degreesLongitude: -46.65 }
  const messages: readonly (readonly [string, (bytes: unknown) => object, object])[] = [
    [
      'a place',
      (bytes) => ({ locationMessage: { ...place, jpegThumbnail: bytes } }),
      { type: 'location', latitude: -23.56 },
    ],
    [
      'a link',
      (bytes) => ({
        extendedTextMessage: {
          text: 'olha https://exemplo.com.br',
          matchedText: 'https://exemplo.com.br',
          title: 'Exemplo',
          jpegThumbnail: bytes,
        },
      }),
      { type: 'text', body: 'olha https://exemplo.com.br' },
    ],
    [
      'a picture',
      (bytes) => ({ imageMessage: { caption: 'o portão', jpegThumbnail: bytes } }),
      { type: 'other', what: 'image', caption: 'o portão' },
    ],
    [
      'a cart',
      (bytes) => ({ orderMessage: { itemCount: 2, message: 'sem cebola', thumbnail: bytes } }),
      { type: 'cart', text: '2 itens\nsem cebola' },
    ],
    [
      'a place that answers a picture',
      (bytes) => ({
        locationMessage: {
          ...place,
          jpegThumbnail: bytes,
          contextInfo: { quotedMessage: { imageMessage: { jpegThumbnail: bytes } } },
        },
      }),
      { type: 'location', longitude: -46.65 },
    ],
  ]
  const cases = messages.flatMap(([what, message, content]) =>
    forms.map(([form, bytes]) => [what, form, message(bytes), content] as const),
  )

  test.each(cases)(
    '%s with a preview of 64 KiB as %s is read, and the preview is not kept',
    async (...given) => {
      const [, , message, content] = given
      const key = { remoteJid: `${ana}@s.whatsapp.net`, fromMe: false, id: '3EB0A1' }
      const data = { key, message, messageTimestamp: now.getTime() / 1_000 }
      expect((await shop.evolution(instance, secret, 'messages.upsert', data)).statusCode).toBe(200)
      const { content: read, kept } = await received()
      expect(read).toMatchObject(content)
      expect(kept).toContain('3EB0A1')
      expect(kept.length).toBeLessThan(1_000)
    },
  )
})

describe('on the Cloud API', () => {
  let phoneId: string
  beforeEach(async () => {
    ;({ phoneId } = await shop.connectCloud(manager, store))
  })
  const address = 'https://exemplo.com.br/preview.jpg'

  test.each([
    [
      'a place',
      { type: 'location', location: { latitude: -23.56, longitude: -46.65, thumbnail: base64 } },
      { type: 'location', latitude: -23.56 },
    ],
    [
      'a link',
      {
        type: 'text',
        text: { body: 'olha https://exemplo.com.br', preview: { jpeg_thumbnail: base64 } },
        referral: { thumbnail_url: address },
      },
      { type: 'text', body: 'olha https://exemplo.com.br' },
    ],
    [
      'a picture',
      { type: 'image', image: { id: '1', caption: 'o portão', jpeg_thumbnail: base64 } },
      { type: 'other', what: 'image', caption: 'o portão' },
    ],
    [
      'a cart',
      {
        type: 'order',
        order: {
          thumbnail: base64,
          product_items: [{ product_retailer_id: 'A', quantity: 2, item_price: 6, currency: 'BRL' }],
        },
      },
      { type: 'cart', lines: [{ code: 'A', quantity: 2, priceCents: 600 }] },
    ],
  ])('%s with a preview of 64 KiB is read, and the preview is not kept', async (_what, sent, content) => {
    const message = { ...textMessage(ana, '', now, 'wamid.1'), text: undefined, ...sent }
    expect((await shop.meta([metaChange(phoneId, { messages: [message] })])).statusCode).toBe(200)
    const { content: read, kept } = await received()
    expect(read).toMatchObject(content)
    expect(kept).toContain('wamid.1')
    expect(kept.length).toBeLessThan(1_000)
    expect(kept.includes(address)).toBe('referral' in sent)
  })

  test('a call of the published 3 MB is read', async () => {
    const text = 'a'.repeat(4_096)
    const messages = Array.from({ length: 700 }, (_none, at) => textMessage(ana, text, now, `wamid.${at}`))
    const entry = [metaChange(phoneId, { messages })]
    const size = JSON.stringify(entry).length
    expect(size).toBeGreaterThan(2_900_000)
    expect(size).toBeLessThan(3_000_000)
    expect((await shop.meta(entry)).statusCode).toBe(200)
    const count = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('incoming_messages')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('store_id', '=', store)
        .executeTakeFirstOrThrow(),
    )
    expect(Number(count.count)).toBe(700)
  })
})
