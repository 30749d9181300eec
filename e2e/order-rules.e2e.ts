import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../scripts/demo-data/demo-stores.ts'
import { expectAccessible } from './axe.ts'
import { openPanel, password, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const store = demoStores[0]
const storeName = 'Brasa & Cia'

/** As the store's own menu site sends it. */
async function orderFromTheMenuSite(customer: string): Promise<{ status: number; message: string }> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${panel.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const session = await post('/identity/sign-in', { email: 'dona@balcao.example', password })
  const { data } = (await session.json()) as { data: { uid: string; idToken: string } }
  const reply = await post(
    '/orders',
    {
      type: 'TAKEOUT',
      customer: { name: customer, phone: null },
      items: [
        {
          externalCode: 'A-1',
          name: 'Pastel',
          quantity: 1,
          unitPriceCents: 1_500,
          totalCents: 1_500,
          notes: null,
          options: [],
        },
      ],
      payments: [{ method: 'PIX', brand: null, cents: 1_500, prepaid: true, changeForCents: null }],
      orderCents: 1_500,
    },
    {
      'x-user-token': data.idToken,
      'x-user-id': data.uid,
      'x-store-id': store?.id ?? '',
      'idempotency-key': randomUUID(),
    },
  )
  const body = (await reply.json()) as { message?: string }
  return { status: reply.status, message: body.message ?? '' }
}

test('a store that accepts by itself takes the next order within seconds; paused, it says so and refuses', async () => {
  expect(store?.name).toBe(storeName)
  const page = await openPanel(panel, '/settings?tab=orders')
  await signIn(page, 'dona@balcao.example')
  await page.getByRole('button', { name: `Mudar o aceite automático de ${storeName}, Canal próprio` }).click()
  await page.getByRole('checkbox', { name: /Aceitar sozinho/ }).check()
  await page.getByRole('checkbox', { name: /loja fechada/ }).uncheck()
  await page.getByLabel(/dinheiro acima de/).fill('abc')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Informe um valor em reais').waitFor()
  await page.getByLabel(/dinheiro acima de/).fill('150,00')

  // Somebody else saves in between: what stands now is shown, what was typed stays.
  const other = await openPanel(panel, '/settings?tab=orders')
  await signIn(other, 'dona@balcao.example')
  await other
    .getByRole('button', { name: `Mudar o aceite automático de ${storeName}, Canal próprio` })
    .click()
  await other.getByRole('checkbox', { name: /primeiro pedido/ }).check()
  await other.getByRole('button', { name: 'Salvar' }).click()
  await other.getByText(`Aceite automático de ${storeName} salvo.`).waitFor()
  await other.context().close()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Alguém mudou estas regras').waitFor()
  await page.getByText('Agora vale: Uma pessoa aceita cada pedido.').waitFor()
  expect(await page.getByLabel(/dinheiro acima de/).inputValue()).toBe('150,00')
  await page.getByRole('button', { name: 'Salvar por cima' }).click()
  await page.getByText(`Aceite automático de ${storeName} salvo.`).waitFor()
  await page.getByText('Dinheiro acima de R$ 150,00 espera.').first().waitFor()
  await expectAccessible(page)

  const board = await openPanel(panel, '/menu/orders')
  await signIn(board, 'dona@balcao.example')
  await board.goto('/menu/orders')
  await board.getByText('Ao vivo').first().waitFor()
  expect((await orderFromTheMenuSite('Cliente Sozinho')).status).toBe(200)
  await board
    .getByRole('region', { name: 'Em preparo' })
    .getByText('Cliente Sozinho')
    .waitFor({ timeout: 5_000 })
  await board.context().close()

  const pace = page.getByRole('group', { name: `Ritmo de ${storeName}` })
  await pace.getByRole('button', { name: 'Pausado' }).click()
  await page.getByRole('radio', { name: '1 hora' }).check()
  await page.getByRole('button', { name: 'Pausar a loja' }).click()
  await page.getByText(/Sem novos pedidos no canal próprio, até \d\d:\d\d/).waitFor()
  const refused = await orderFromTheMenuSite('Cliente Tardio')
  expect(refused.status).toBe(422)
  expect(refused.message).toMatch(/A loja está pausada e volta a receber pedidos (às|em)/)
  await pace.getByRole('button', { name: 'Normal' }).click()
  await page.getByText('Recebendo pedidos no prazo de sempre.').first().waitFor()
  await page.context().close()
})
