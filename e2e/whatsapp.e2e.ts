import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectFirstStore,
  startDemoWhatsapp,
  tellCustomersOfFirstStore,
  whatsappEnvironment,
} from '../demo/channels/demo-whatsapp.ts'
import { freePort } from '../server/db/postgres/private-postgres.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { rowsOf } from './on-database.ts'
import { answered, openPanel, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
let whatsapp: Awaited<ReturnType<typeof startDemoWhatsapp>>
let phoneUrl: string

/** The first store of the demo has a line, and the customer's phone is the page of the simulator. */
beforeAll(async () => {
  const ports = { graphPort: await freePort(), evolutionPort: await freePort() }
  const its = { ...ports, secret: 'e2e-secret' }
  phoneUrl = `http://127.0.0.1:${its.graphPort}/phone`
  panel = await startPanel({ environment: whatsappEnvironment(its) })
  whatsapp = await startDemoWhatsapp({ ...its, balcaoUrl: panel.url })
  await connectFirstStore(panel.url)
})
afterAll(async () => {
  await panel.stop()
  await whatsapp.stop()
})

const narrow = { width: 390, height: 844, theme: 'dark' } as const

async function customer(name: string, number: string): Promise<Page> {
  return openPanel(panel, `${phoneUrl}?name=${encodeURIComponent(name)}&number=${number}`, {
    width: 390,
    height: 844,
  })
}

const saysStore = (phone: Page): Locator => phone.locator('#thread li.store')
async function write(phone: Page, text: string): Promise<void> {
  await phone.getByLabel('Mensagem').fill(text)
  await phone.getByRole('button', { name: 'Enviar', exact: true }).click()
}
/** In the store's last message, once that number came. */
async function tap(phone: Page, count: number, title: string): Promise<void> {
  await expect.poll(() => saysStore(phone).count()).toBe(count)
  await saysStore(phone).last().getByRole('button', { name: title }).click()
}

test('a customer orders in five messages of the store, asks for a person, and is answered with the keyboard alone', async () => {
  const [phone, board] = await Promise.all([
    customer('Zuleica Prado', '5511987650001'),
    openSignedIn(panel, 'dona@balcao.example', '/menu/orders'),
  ])

  await write(phone, 'Oi, boa noite')
  await expect.poll(() => saysStore(phone).count()).toBe(1)
  await write(phone, '2 água com gás')
  await tap(phone, 2, 'Retirar na loja')
  await tap(phone, 3, 'Pix na retirada')
  await tap(phone, 4, 'Confirmar')
  await board.getByText('Zuleica Prado').first().waitFor()
  await expect.poll(() => saysStore(phone).last().innerText()).toMatch(/^Pedido \S+ recebido!/)
  expect(await saysStore(phone).count()).toBe(5)

  // Both panes at once: what the customer writes is on the counter's screen without a reload.
  await write(phone, 'cadê meu pedido?')
  await expect
    .poll(() => saysStore(phone).last().innerText())
    .toMatch(/^Seu pedido \S+ espera a loja aceitar/)
  await write(phone, 'meu pedido não chegou')
  await board
    .getByRole('link', { name: /^Conversas\s*1 esperando resposta/ })
    .first()
    .focus()
  await board.keyboard.press('Enter')
  await board.waitForURL('**/conversas?**')
  const chat = board.getByRole('region', { name: 'Conversa', exact: true })
  await chat.getByText('meu pedido não chegou').waitFor()
  await chat.getByText('primeiro pedido nesta loja').waitFor()
  await board
    .getByRole('region', { name: /^Pedido/ })
    .getByText(/espera o aceite/)
    .waitFor()
  await answered(board)
  await expectFitting(board, 'a conversation that waits')
  // Her own sentence is offered beside those of every store, for this customer.
  await chat.getByRole('button', { name: 'Suas respostas' }).click()
  const own = board.getByRole('dialog', { name: 'Suas respostas' })
  await own.getByLabel('Nome').fill('Pão quente')
  await own.getByRole('textbox', { name: 'Resposta' }).fill('{nome}, o pão sai às {hora}.')
  await own.getByRole('button', { name: 'Salvar' }).click()
  await own.getByText('{hora} não é um dado do pedido.').waitFor()
  await expectAccessible(board, 'own quick answers')
  await own.getByRole('textbox', { name: 'Resposta' }).fill('{nome}, o pão sai às 17h.')
  await own.getByRole('button', { name: 'Salvar' }).click()
  await own.waitFor({ state: 'detached' })
  await chat.getByRole('button', { name: 'Pão quente' }).click()
  await expect.poll(() => chat.getByLabel('Sua mensagem').inputValue()).toBe('Zuleica, o pão sai às 17h.')
  await chat.getByLabel('Sua mensagem').fill('')

  await tabTo(board, chat.getByLabel('Sua mensagem'))
  await board.keyboard.type('Boa noite, Zuleica! Fica pronto em dez minutos.')
  await board.keyboard.press('Enter')
  await expect.poll(() => saysStore(phone).last().innerText()).toMatch(/^Boa noite, Zuleica!/)
  await chat.getByText('com você').waitFor()
  await expect.poll(() => chat.getByLabel('Sua mensagem').inputValue()).toBe('')
  await board.getByRole('heading', { name: 'Com a equipe' }).waitFor()

  // A machine says nothing while a person has it, and goes on once it is handed back.
  const said = await saysStore(phone).allInnerTexts()
  await write(phone, 'obrigada! queria mais um suco')
  await chat.getByText('obrigada! queria mais um suco').waitFor()
  expect(await saysStore(phone).allInnerTexts()).toEqual(said)
  await tabTo(board, chat.getByRole('button', { name: 'Devolver ao Balcão' }))
  await board.keyboard.press('Enter')
  await chat.getByText('O Balcão atende esta conversa.').waitFor()
  await write(phone, 'suco de maracujá')
  await expect.poll(() => saysStore(phone).last().innerText()).toMatch(/Suco de maracujá/)
  // Its first words since: what was written to the person it left alone.
  expect(await saysStore(phone).allInnerTexts()).toEqual([...said, expect.stringMatching(/Suco de maracujá/)])
  await Promise.all([phone.context().close(), board.context().close()])
})

test('a day after the customer wrote, the shop sends the approved text about the order, and sees its price first', async () => {
  const phone = await customer('Iracema Lopes', '5511987650003')
  await write(phone, 'atendente')
  await expect.poll(() => saysStore(phone).count()).toBe(1)
  await rowsOf(panel.databaseUrl(), aDayLater, ['5511987650003'])

  const page = await openSignedIn(panel, 'atendente@balcao.example', '/conversas', narrow)
  await page.getByRole('link', { name: /Iracema/ }).click()
  const notice = page.getByRole('region', { name: 'Aviso do pedido' })
  await notice.getByText(/^Oi, Iracema! Seu pedido \S+ saiu para entrega\./).waitFor()
  await expectFitting(page, 'the text that Meta approved')
  await notice.getByRole('button', { name: /^Mandar este aviso \(até R\$\s0,02\)$/ }).click()
  await expect.poll(() => saysStore(phone).last().innerText()).toMatch(/saiu para entrega/)
  await Promise.all([phone, page].map((one) => one.context().close()))
})

/** Her order left, and she wrote 25 hours ago. */
const aDayLater = `
  with customer as (
    insert into customers (store_id, id, name, phone, orders_count, first_order_at, last_order_at)
    select store_id, gen_random_uuid(), name, '+' || phone, 1, now(), now() from whatsapp_contacts where phone = $1
    returning store_id, id
  ), left_order as (
    update orders o set customer_id = c.id, status = 'dispatched', open = true from customer c
    where o.id = (select id from orders where store_id = c.store_id and type = 'DELIVERY' and not is_test
      order by created_at desc limit 1) and o.store_id = c.store_id
  )
  update whatsapp_contacts set last_in_at = now() - interval '25 hours' where phone = $1`

test('who works at the counter answers too, on a phone in the dark', async () => {
  const phone = await customer('Maximiliano de Albuquerque Vasconcelos Neto', '5511987650002')
  await write(phone, 'atendente')
  await expect.poll(() => saysStore(phone).count()).toBe(1)
  await write(phone, 'x'.repeat(4_096))

  const page = await openSignedIn(panel, 'atendente@balcao.example', '/conversas', narrow)
  const row = page.getByRole('link', { name: /Maximiliano/ })
  await row.waitFor()
  await expectFitting(page, 'the conversations')
  await row.click()
  await page.getByRole('button', { name: 'Ver a mensagem inteira' }).waitFor()
  await expectFitting(page, 'a conversation on a phone')
  await page.getByRole('button', { name: 'Assumir a conversa' }).click()
  await page.getByText('com você').waitFor()
  const talk = await page.getByRole('list', { name: 'Mensagens' }).boundingBox()
  expect((talk?.height ?? 0) / narrow.height, 'the share of the screen that the talk has').toBeGreaterThan(
    0.34,
  )
  await page.getByLabel('Sua mensagem').fill('Oi, Maximiliano!')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect.poll(() => saysStore(phone).last().innerText()).toMatch(/^Oi, Maximiliano!/)
  await page.getByRole('link', { name: 'Todas as conversas' }).click()
  await page.getByRole('heading', { name: 'Com a equipe' }).waitFor()

  // The owner sees the same from the home page, and another who opens it hears who has it.
  const owner = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=whatsapp')
  await owner.getByRole('heading', { name: 'Conversas com uma pessoa' }).waitFor()
  await expectAccessible(owner, 'the line')
  await owner.getByRole('searchbox', { name: 'Buscar nos ajustes' }).fill('robô')
  await owner.keyboard.press('Enter')
  await expect.poll(() => owner.evaluate(() => document.activeElement?.id)).toBe('robo')
  await owner.getByRole('link', { name: 'Abrir as conversas' }).click()
  await owner.getByRole('link', { name: /Maximiliano/ }).click()
  await owner.getByText(/está nesta conversa e pode passar/).waitFor()
  expect(await owner.getByLabel('Sua mensagem').count()).toBe(0)
  await Promise.all([phone, page, owner].map((one) => one.context().close()))
})

test("the demo's first store tells its customers how their orders go, until a visitor turns that off", async () => {
  await tellCustomersOfFirstStore(panel.url)
  const owner = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=whatsapp')
  const told = owner
    .getByRole('region', { name: 'Mensagens automáticas' })
    .getByRole('switch', { checked: true })
  await expect.poll(() => told.count()).toBe(4)
  await told.first().click()
  // What Meta has not approved reaches nobody.
  expect(await owner.getByRole('dialog').getByText(/Meta/).allInnerTexts()).toEqual([
    expect.stringContaining('A conta é da Meta.'),
  ])
  await owner.getByRole('dialog').getByRole('button', { name: 'Desligar', exact: true }).click()
  await expect.poll(() => told.count()).toBe(3)
  await tellCustomersOfFirstStore(panel.url)
  await owner.reload()
  await expect.poll(() => told.count()).toBe(3)
  await owner.context().close()
})

/** Presses Tab until it has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}
