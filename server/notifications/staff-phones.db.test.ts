import { tellWaiting } from '../testing/tell-waiting.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../contract/notifications/choices.ts'
import * as whatsapp from '../../contract/whatsapp/whatsapp.ts'
import { inTransaction, withStoreScope } from '../db/scope.ts'
import type { Person, TestApp } from '../testing/app.ts'
import { mailCount } from '../testing/mail.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { whatsappApp, type WhatsappProvider, type WhatsappShop } from '../testing/whatsapp/shop.ts'
import { tell } from './notifications.ts'

const phone = '5511987654321'
const night = new Date('2026-11-24T05:00:00Z')
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person
let phoneId: string
let accountId: string
let now: Date

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp({ PUBLIC_URL: 'https://painel.example' }))
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  at(new Date('2026-11-24T15:00:00Z'))
  ;({ store, other, manager, basic, stranger } = await standardShop(app))
  ;({ phoneId, accountId } = await shop.connectCloud(manager, store))
})

function at(moment: Date): void {
  now = moment
  app.setClock(now)
}
const pass = (seconds: number) => at(new Date(now.getTime() + seconds * 1_000))
const confirmPhone = (who = manager, verified = true) =>
  inTransaction(app.deps.directory, (tx) =>
    tx
      .updateTable('users')
      .set({
        phone_number: `+${phone}`,
        phone_verified_at: verified ? now : null,
        phone_verified_by: verified ? 'mail' : null,
      })
      .where('uid', '=', who.uid)
      .execute(),
  )
const approve = () =>
  shop.meta([
    {
      id: accountId,
      changes: [
        {
          field: 'message_template_status_update',
          value: {
            event: 'APPROVED',
            message_template_name: 'balcao_aviso_da_equipe',
            message_template_language: 'pt_BR',
          },
        },
      ],
    },
  ])
const read = async (who = manager) => (await app.call(who, contract.readNoticeChoices, {})).data
async function choose(
  event: contract.NoticeEvent,
  channels: contract.NoticeChannel[],
  quiet: contract.QuietHours = null,
  who = manager,
) {
  const { choices, version } = await read(who)
  return app.call(who, contract.saveNoticeChoices, {
    body: { choices: { ...choices, [event]: channels }, quiet, version },
  })
}
const line = async (who = manager) => (await app.call(who, contract.readNoticePhone, {})).data
const says = (body: string) => shop.receive(phoneId, phone, body)
/** A printer that is silent: a trouble of the store, which is critical. */
async function silence(event: 'printer-silent' | 'cancelled' = 'printer-silent'): Promise<void> {
  const id = randomUUID()
  await withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('store_troubles')
      .values({ store_id: store, kind: 'printer-silent', key: id, id, since: now })
      .execute()
    await tell(tx, store, { event, orderId: id, displayId: 'Cozinha', minutes: 4 }, now)
  })
  await tellWaiting(app.deps, store, now)
  await shop.run(store)
}
const messages = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outgoing_messages')
      .select(['kind', 'state', 'cause', 'body'])
      .where('store_id', '=', store)
      .where('kind', '=', 'notice')
      .orderBy('id')
      .execute(),
  )
const mails = () => mailCount(app, `${manager.uid}@balcao.example`)

describe('WhatsApp as a channel', () => {
  test('cannot be turned on without a confirmed phone or a line, and says what each store lacks', async () => {
    const wanted: contract.NoticeChannel[] = ['push', 'whatsapp']
    expect((await choose('printer-silent', wanted)).body.error).toBe('notifications/whatsapp-unavailable')
    await confirmPhone(stranger)
    const refused = await choose('printer-silent', wanted, null, stranger)
    expect([refused.status, refused.body.error]).toEqual([422, 'notifications/whatsapp-unavailable'])
    expect(await line(stranger)).toMatchObject({
      number: `+${phone}`,
      lines: [{ storeId: other, state: 'no-line', costMicros: 0 }],
    })
    expect(await read(stranger)).toMatchObject({ version: 0 })
  })

  test('says its price before, asks the platform for its text, and is ready once that is approved', async () => {
    await confirmPhone()
    expect((await line()).lines).toMatchObject([{ state: 'template', costMicros: 18_700, monthCount: 0 }])
    expect((await choose('printer-silent', ['push', 'whatsapp'])).status).toBe(200)
    await shop.run(store)
    expect(provider.calls.filter((call) => call.includes('message_templates')).length).toBeGreaterThan(0)
    expect((await line()).lines[0]?.state).toBe('template')
    await approve()
    expect((await line()).lines[0]?.state).toBe('ready')
    expect((await app.call(null, contract.readNoticePhone, {})).status).toBe(401)
  })

  test('alone is not enough for what is critical', async () => {
    await confirmPhone()
    const refused = await choose('printer-silent', ['whatsapp'])
    expect([refused.status, refused.body.error]).toEqual([422, 'notifications/critical-silent'])
    expect((await choose('cancelled', ['whatsapp'])).status).toBe(200)
  })

  test('reaches the phone with the approved text, once for a rush, and counts what it cost', async () => {
    await confirmPhone()
    await choose('printer-silent', ['push', 'whatsapp'])
    await approve()
    await silence()
    await silence()
    expect(provider.sent).toMatchObject([{ to: phone, text: 'balcao_aviso_da_equipe' }])
    expect((await messages()).map(({ body }) => body)).toEqual([
      'Aviso do Balcão sobre Brasa: Impressora sem resposta. Cozinha não responde há 4 min. Abra o painel para ver. Para não receber mais, responda PARAR.',
    ])
    expect((await line()).lines[0]).toMatchObject({ monthCount: 1, monthCents: 2 })
    pass(601)
    await silence()
    expect(provider.sent).toHaveLength(2)
    expect(await mails()).toBe(0)
  })

  test.each([
    ['the platform has not approved the text', 'template', () => Promise.resolve()],
    [
      'the line is down',
      'line-down',
      async () => {
        await approve()
        await app.call(manager, whatsapp.disconnectWhatsapp, {}, { storeId: store })
      },
    ],
    [
      'the person wrote PARAR',
      'stopped',
      async () => {
        await approve()
        await says('PARAR')
      },
    ],
    [
      'the limit of the month is reached',
      'cap',
      async () => {
        await approve()
        await app.call(
          manager,
          whatsapp.saveWhatsapp,
          { body: { kinds: [], capCents: 1, version: 0 } },
          { storeId: store },
        )
      },
    ],
  ] as const)('goes by mail when %s', async (_, state, happens) => {
    await confirmPhone()
    await choose('printer-silent', ['push', 'whatsapp'])
    await shop.run(store)
    await happens()
    expect((await line()).lines[0]?.state).toBe(state)
    provider.reset()
    await silence()
    expect((await messages()).filter(({ kind }) => kind === 'notice')).toEqual([])
    expect(await mails()).toBe(1)
  })

  test('no longer reaches who lost the store, nor a number that is not confirmed', async () => {
    await confirmPhone()
    await choose('printer-silent', ['push', 'whatsapp'])
    await approve()
    await confirmPhone(manager, false)
    await silence()
    expect([await messages(), await mails()]).toEqual([[], 1])
    await withStoreScope(app.db, [store], (tx) =>
      tx.deleteFrom('access_entries').where('store_id', '=', store).where('uid', '=', manager.uid).execute(),
    )
    pass(601)
    await silence()
    expect([await messages(), await mails()]).toEqual([[], 1])
  })

  test('of another person’s phone and choice nothing is shown', async () => {
    await confirmPhone()
    await choose('cancelled', ['whatsapp'])
    expect((await line(basic)).number).toBeNull()
    expect((await read(basic)).choices.cancelled).not.toContain('whatsapp')
    expect((await line(stranger)).lines.map(({ storeId }) => storeId)).toEqual([other])
  })

  test('waits for the end of quiet hours, unless it is critical', async () => {
    await confirmPhone()
    const quiet = { from: '22:00', to: '07:00' }
    await choose('printer-silent', ['push', 'whatsapp'], quiet)
    await choose('cancelled', ['whatsapp'], quiet)
    await approve()
    at(night)
    await silence('cancelled')
    expect(await messages()).toEqual([])
    await silence('printer-silent')
    expect(await messages()).toMatchObject([{ state: 'sent' }])
    expect(await mails()).toBe(0)
  })
})

describe('a test by WhatsApp', () => {
  const sends = (who: Person | null = manager, storeId = store) =>
    app.call(who, contract.testNoticeWhatsapp, {}, { storeId })

  test('reaches the own confirmed phone by the line of the store, and counts like any notice', async () => {
    await confirmPhone(basic)
    await approve()
    expect((await sends(basic)).data).toEqual({ sentTo: `+${phone}` })
    await shop.run(store)
    expect(provider.sent).toMatchObject([{ to: phone, text: 'balcao_aviso_da_equipe' }])
    expect((await messages()).map(({ body }) => body)).toEqual([
      'Aviso do Balcão sobre Brasa: Teste pedido no painel. Os avisos chegam a este celular. Abra o painel para ver. Para não receber mais, responda PARAR.',
    ])
    expect((await line(basic)).lines[0]).toMatchObject({ monthCount: 1, monthCents: 2 })
  })

  test('is sent once, however often it is asked at once, and again after ten minutes', async () => {
    await confirmPhone()
    await approve()
    // The second time the contact is known already.
    for (const count of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => sends()))
      expect(answers.map(({ body }) => body.error ?? 'sent').toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => 'notifications/just-tested'),
        'sent',
      ])
      await shop.run(store)
      pass(599)
      expect((await sends()).body.error).toBe('notifications/just-tested')
      await shop.run(store)
      expect(provider.sent).toHaveLength(count)
      pass(2)
    }
  })

  test('is only for people of the store who have confirmed their phone', async () => {
    await approve()
    expect((await sends(null)).status).toBe(401)
    expect((await sends(stranger)).body.error).toBe('store/not-found')
    expect((await sends(manager, randomUUID())).body.error).toBe('store/not-found')
    expect((await sends()).body.error).toBe('notifications/no-phone')
    await confirmPhone(manager, false)
    expect((await sends()).body.error).toBe('notifications/no-phone')
    // The phone of another person is never reached: the call takes no number.
    await confirmPhone(basic)
    expect((await sends()).body.error).toBe('notifications/no-phone')
    await shop.run(store)
    expect([provider.sent, await messages()]).toEqual([[], []])
  })

  test.each([
    [
      'no line',
      'Esta loja não tem linha de WhatsApp. Um gerente conecta em Ajustes, WhatsApp.',
      (): Promise<unknown> =>
        withStoreScope(app.db, [store], (tx) =>
          tx.deleteFrom('whatsapp_lines').where('store_id', '=', store).execute(),
        ),
    ],
    [
      'a line that is down',
      'A linha desta loja está fora do ar agora. Veja a causa em Ajustes, WhatsApp.',
      () => app.call(manager, whatsapp.disconnectWhatsapp, {}, { storeId: store }),
    ],
    [
      'PARAR',
      'Você respondeu PARAR a esta linha. Mande VOLTAR para ela e teste de novo.',
      () => says('PARAR'),
    ],
    [
      'the cap reached',
      'O limite do mês desta loja foi atingido: até o mês virar, nenhum aviso sai por WhatsApp.',
      () =>
        app.call(
          manager,
          whatsapp.saveWhatsapp,
          { body: { kinds: [], capCents: 1, version: 0 } },
          { storeId: store },
        ),
    ],
  ] as const)('says why not: %s', async (_, words, happens) => {
    await confirmPhone()
    await approve()
    await happens()
    await shop.run(store)
    provider.reset()
    const refused = await sends()
    expect(refused.body).toMatchObject({ error: 'notifications/line-not-ready', message: words })
    await shop.run(store)
    expect([provider.sent, await messages()]).toEqual([[], []])
  })

  test('asks the platform for a text that it has not approved, and says so', async () => {
    await confirmPhone()
    const refused = await sends()
    expect(refused.body).toMatchObject({
      error: 'notifications/line-not-ready',
      message:
        'A Meta ainda não aprovou o texto dos avisos desta loja. O pedido está com ela; teste mais tarde.',
    })
    await shop.run(store)
    expect(provider.calls.filter((call) => call.includes('message_templates')).length).toBeGreaterThan(0)
    expect(await messages()).toEqual([])
  })
})
