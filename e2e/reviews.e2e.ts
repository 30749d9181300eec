import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { answered, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
let database: pg.Client

/** Two negotiations of the newest iFood orders of her stores: one that ends tonight, one that ends within the hour. */
beforeAll(async () => {
  panel = await startPanel()
  database = new pg.Client({ connectionString: panel.databaseUrl() })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await panel.stop()
})

async function disputed(minutes: number, message: string, storeId: string | null = null): Promise<string> {
  const id = uuidv7()
  await database.query(
    `insert into disputes (store_id, id, source, partner_id, order_id, merchant_id, kind, message, asked_cents, opened_at,
       business_day, expires_at, timeout_action, alternatives, claims, state)
     select o.store_id, $1::uuid, 'ifood', ($1::uuid)::text, o.id, o.merchant_id, 'PROPOSED_AMOUNT_REFUND', $2, 900, now(), current_date,
       now() + $3 * interval '1 minute', 'ACCEPT_CANCELLATION',
       '[{"id":"part","type":"REFUND","mostCents":900,"minutes":[]}]', '[{"code":null,"line":1,"cents":900,"reason":null}]', 'open'
     from orders o where o.platform = 'ifood' and o.status = 'concluded' and o.order_cents > 2000
       and exists (select from access_entries a where a.store_id = o.store_id and a.uid = 'demo-dona')
       and ($4::uuid is null or o.store_id = $4)
       and not exists (select from disputes d where d.store_id = o.store_id and d.order_id = o.id)
     order by o.created_at desc, o.id limit 1`,
    [id, message, minutes, storeId],
  )
  return id
}
const answersTo = async (id: string) =>
  (
    await database.query<{ data: unknown }>(
      `select e.data from order_events e join disputes d on d.store_id = e.store_id and d.order_id = e.order_id
       where d.id = $1 and e.type = 'DISPUTE_ANSWERED'`,
      [id],
    )
  ).rows

test('a negotiation is answered with the keyboard alone, and nothing is chosen for the person', async () => {
  const later = await disputed(400, 'Chegou frio')
  const sooner = await disputed(40, 'Veio sem a sobremesa')
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu')
  await page
    .getByRole('button', { name: /^Responder: .*Negociação/ })
    .first()
    .click()
  // Where the person is; the page of reviews is a press away.
  const paper = page.getByRole('dialog', { name: /^Negociação de / }).getByRole('article')
  await paper.getByRole('heading', { level: 2, name: /pede R\$\s9,00 do [A-Z]{2}-\d+/ }).waitFor()
  await paper.getByText('Veio sem a sobremesa').waitFor()
  expect(await paper.getByRole('timer').innerText()).toMatch(/^(39|40):\d\d$/)
  await paper.getByText(/depois o iFood devolve tudo$/).waitFor()
  await paper.getByText('contesta').waitFor()
  expect(await paper.getByRole('radio', { checked: true }).count()).toBe(0)
  const send = paper.getByRole('button', { name: 'Escolha uma resposta' })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await answered(page)
  await expectAccessible(page, 'a negotiation')
  await expectFitting(page, 'a negotiation')

  await paper.getByRole('radio', { name: /^Devolver uma parte/ }).focus()
  await page.keyboard.press('Space')
  await paper.getByRole('button', { name: 'Diga quanto devolver' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('9,01')
  await paper.getByRole('button', { name: /^No máximo R\$\s9,00/ }).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('4,50')
  await paper.getByRole('button', { name: /^Oferecer R\$\s4,50/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Resposta enviada ao iFood.').waitFor()
  // The simulated iFood knows no such negotiation: what it says stays in view, and another answer is possible.
  await paper.getByText('O iFood não aceitou esta resposta.').waitFor()
  await paper.getByRole('radio', { name: 'Não devolver' }).check()
  const label = await paper.getByText('Por que não devolver').boundingBox()
  expect(label?.height, 'the label is on one line').toBeLessThan(32)
  expect(await answersTo(sooner)).toMatchObject([{ data: { answer: 'alternative', cents: 450 } }])

  // Among the others the next is one press away, and its paper has the focus.
  await page.getByRole('link', { name: 'Ver em Avaliações' }).click()
  await page.waitForURL(`**/avaliacoes?abrir=${sooner}`)
  await page.locator(`[data-dispute="${later}"]`).getByRole('link').press('Enter')
  await page.getByRole('article').getByText('Chegou frio').waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'aberta')
  await page.context().close()
})

test('on the page of a group a negotiation is answered in its row too', async () => {
  const id = await disputed(30, 'Faltou o refrigerante', demoStores[0]?.id)
  const page = await openSignedIn(panel, 'dona@balcao.example', '/sabor-da-vila')
  await page
    .getByRole('button', { name: /^Responder: .*Negociação/ })
    .first()
    .click()
  const paper = page.getByRole('dialog', { name: /^Negociação de / }).getByRole('article')
  await paper.getByText('Faltou o refrigerante').waitFor()
  await paper.getByRole('radio', { name: /^Devolver uma parte/ }).check()
  await page.keyboard.press('Tab')
  await page.keyboard.type('4,50')
  await paper.getByRole('button', { name: /^Oferecer R\$\s4,50/ }).click()
  await paper.getByText('O iFood não aceitou esta resposta.').waitFor()
  expect(await answersTo(id)).toMatchObject([{ data: { answer: 'alternative', cents: 450 } }])
  expect(new URL(page.url()).pathname).toBe('/sabor-da-vila')
  await page.context().close()
})

test('a review is answered from a template, which only fills the field', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/reports/quality?period=30d')
  await page.getByRole('link', { name: 'Responder em Avaliações' }).click()
  await page.waitForURL('**/avaliacoes')
  const row = page.locator('[data-review]').first()
  const id = (await row.getAttribute('data-review')) ?? ''
  await row.getByRole('link').click()
  const paper = page.getByRole('article')
  await paper.getByRole('list', { name: 'O que foi pedido' }).waitFor()
  expect(await paper.getByLabel('Sua resposta').count()).toBe(0)
  await paper.getByRole('button', { name: 'Pedir desculpa' }).click()
  const field = paper.getByLabel('Sua resposta')
  expect(await field.inputValue()).toMatch(/^Sentimos muito .*\.$/)
  await paper.getByRole('button', { name: 'Escrever' }).click()
  await paper.getByRole('button', { name: 'Publicar resposta' }).click()
  await paper.getByText('Escreva pelo menos 10 caracteres.').waitFor()
  await field.fill('Olá! Sentimos muito, já reforçamos a conferência.')
  await paper.getByRole('button', { name: 'Publicar resposta' }).click()
  await paper.getByText(/^Releia: publicada/).waitFor()
  await answered(page)
  await expectAccessible(page, 'a review')
  await paper.getByRole('button', { name: 'Publicar assim' }).click()
  await page.locator(`[data-review="${id}"]`).waitFor({ state: 'detached' })
  const replied = await database.query<{ text: string }>(
    'select coalesce(reply, pending_reply) as text from reviews where id = $1',
    [id],
  )
  expect(replied.rows).toEqual([{ text: 'Olá! Sentimos muito, já reforçamos a conferência.' }])
  await page.context().close()
})

test('on a phone it is behind Conversas, whose tab counts conversations alone', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/conversas', { width: 390, height: 844 })
  const tab = page.getByRole('navigation', { name: /^Principal/ }).getByRole('link', { name: /^Conversas/ })
  const both = page.getByRole('navigation', { name: 'Clientes' })
  await expect.poll(() => both.getByRole('link', { name: /^Avaliações/ }).innerText()).toMatch(/[1-9]/)
  expect(await tab.innerText()).not.toMatch(/\d/)
  await both.getByRole('link', { name: /^Avaliações/ }).click()
  await page.waitForURL('**/avaliacoes')
  expect(await tab.getAttribute('aria-current')).toBe('page')
  await page.getByRole('article').waitFor()
  await answered(page)
  await expectFitting(page, 'reviews on a phone')
  await expectAccessible(page, 'reviews on a phone')
  await page.context().close()
})

test('basic staff answer negotiations and see no review', async () => {
  await disputed(500, 'Trocaram o suco')
  const page = await openSignedIn(panel, 'atendente@balcao.example', '/avaliacoes')
  await page.getByRole('group', { name: 'O que mostrar' }).waitFor()
  await page.getByText('Para responder', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Até 3 estrelas' }).count()).toBe(0)
  expect(await page.locator('[data-review]').count()).toBe(0)
  await page.context().close()
})
