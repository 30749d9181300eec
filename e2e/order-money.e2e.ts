import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownOrder } from '../server/testing/orders.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const owner = 'dona@balcao.example'

/** An order of R$ 70,50 in the kitchen, paid by Pix: two pizzas, the delivery and a discount. */
const paidOrder = (customer: string): Promise<string> => {
  const { items, fees, discounts } = ownOrder()
  return orderIn('kitchen', panel.url, customer, {
    delivery: true,
    phone: '+5511987654321',
    order: {
      items,
      fees,
      discounts,
      orderCents: 7_050,
      payments: [{ method: 'PIX', brand: null, cents: 7_050, prepaid: true, changeForCents: null }],
    },
  })
}

/** The details of the order, by its address. */
async function openedOrder(id: string, look: Look = {}, email = owner) {
  const storeId = demoStores[0]?.id ?? ''
  const page = await openSignedIn(panel, email, `/menu/orders?pedido=${id}&loja=${storeId}`, look)
  const drawer = page.getByRole('dialog', { name: /^Pedido / })
  await drawer.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
  return { page, drawer }
}

const looks: readonly (Look & { readonly name: string })[] = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1440-dark', width: 1440, height: 900, theme: 'dark' },
  { name: '390', width: 390, height: 844 },
  { name: '390-dark', width: 390, height: 844, theme: 'dark' },
]

describe('cancelling a paid order', () => {
  test('says what was paid, and its refund waits on Agora until somebody marks it', async () => {
    const id = await paidOrder('Cliente do Estorno')
    const { page, drawer } = await openedOrder(id)
    await drawer.getByRole('button', { name: 'Cancelar' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancelar o pedido/ })
    await dialog.getByText(/pagos por Pix\. Estão com a loja/).waitFor()
    await dialog.getByRole('radio', { name: 'O cliente pediu para cancelar' }).check()
    const send = dialog.getByRole('button', { name: 'Cancelar pedido', exact: true })
    expect(await send.getAttribute('title')).toBe('Escolha o que fazer com o dinheiro.')
    await dialog.getByRole('radio', { name: /Vou devolver por Pix/ }).check()
    await expectAccessible(page, 'the cancellation of a paid order')
    await dialog.getByRole('button', { name: 'Cancelar e anotar o estorno' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto('/menu')
    const refunds = page.getByRole('region', { name: /^Estornos a fazer/ })
    const row = refunds.getByRole('listitem').filter({ hasText: 'Cliente do Estorno' })
    await row.getByText('Pix para Cliente do Estorno, (11) 98765-4321').waitFor()
    await expectFitting(page, 'home with refunds')
    await row.getByRole('button', { name: /^Já devolvi R\$/ }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await row.waitFor()
    await row.getByRole('button', { name: /^Não devolver/ }).click()
    await page.getByLabel('Por que a loja não devolve?').fill('Combinado com o cliente')
    await page.getByRole('button', { name: 'Não devolver', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test.each(looks)('is whole at $name', async ({ name, ...look }) => {
    const id = await paidOrder(`Cliente ${name}`)
    const { page, drawer } = await openedOrder(id, look)
    await drawer.getByRole('button', { name: 'Cancelar' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancelar o pedido/ })
    await dialog.getByRole('radio', { name: /Vou devolver por Pix/ }).check()
    await dialog.getByRole('radio', { name: 'O cliente pediu para cancelar' }).check()
    await expectFitting(page, `the cancellation at ${name}`)
    await dialog.getByRole('button', { name: 'Cancelar e anotar o estorno' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/menu')
    await page
      .getByRole('region', { name: /^Estornos a fazer/ })
      .getByText(`Pix para Cliente ${name}`)
      .scrollIntoViewIfNeeded()
    await page.context().close()
  })
})

describe('changing the dishes of an order', () => {
  test('recomputes the bill, says what goes back, and keeps what another person changed first', async () => {
    const id = await paidOrder('Cliente da Troca')
    const { page, drawer } = await openedOrder(id)
    await drawer.getByRole('button', { name: 'Mudar os itens' }).click()
    const dialog = page.getByRole('dialog', { name: /^Mudar o / })
    await dialog.getByRole('button', { name: 'Um Pizza média a menos' }).click()
    await dialog.getByText('eram 2').waitFor()
    await dialog.getByText('Devolver', { exact: true }).first().waitFor()
    await expectAccessible(page, 'the dishes of an order')

    const { page: other, drawer: theirs } = await openedOrder(id, {}, 'gerente@balcao.example')
    await theirs.getByRole('button', { name: 'Mudar os itens' }).click()
    const second = other.getByRole('dialog', { name: /^Mudar o / })
    await second.getByRole('button', { name: 'Mudar Pizza média' }).click()
    await second.getByLabel('Observação de Pizza média').fill('Bem passada')
    await second.getByRole('button', { name: 'Salvar e avisar a cozinha' }).click()
    await second.waitFor({ state: 'detached' })
    await other.context().close()

    await dialog
      .getByRole('alert')
      .getByText(/também mudou este pedido/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Juntar as duas' }).click()
    await dialog.getByText('Bem passada').first().waitFor()
    await dialog.getByText('eram 2').waitFor()
    await dialog.getByRole('button', { name: 'Salvar e avisar a cozinha' }).click()
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText(/Estorno a fazer: R\$/).waitFor()
    await drawer.getByText(/Itens alterados · .*Pizza média: 2× → 1×/).waitFor()
    await page.context().close()

    // The kitchen of one store has room for it; the wall also measures each ticket out of sight.
    const kitchen = await openSignedIn(panel, 'atendente@balcao.example', '/menu/orders?tv=1', {
      width: 1920,
      height: 1080,
    })
    await kitchen
      .getByText(/ALTERADO \d\d:\d\d/)
      .locator('visible=true')
      .first()
      .waitFor()
    await kitchen.context().close()
  })

  test.each(looks)('is whole at $name', async ({ name, ...look }) => {
    const id = await paidOrder(`Mudança ${name}`)
    const { page, drawer } = await openedOrder(id, look)
    await drawer.getByRole('button', { name: 'Mudar os itens' }).click()
    const dialog = page.getByRole('dialog', { name: /^Mudar o / })
    await dialog.getByRole('button', { name: 'Um Pizza média a menos' }).click()
    await expectFitting(page, `money to give back at ${name}`)
    await dialog.getByRole('button', { name: 'Pôr um prato' }).click()
    await dialog.getByRole('group', { name: 'Cardápio' }).getByRole('button').first().waitFor()
    await dialog.getByRole('button', { name: 'Voltar aos itens' }).click()
    for (let more = 0; more < 2; more += 1)
      await dialog.getByRole('button', { name: 'Mais um Pizza média' }).click()
    await dialog.getByText('Falta receber', { exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Mudar Pizza média' }).click()
    await expectFitting(page, `money to collect at ${name}`)
    await dialog.getByRole('button', { name: 'Salvar e avisar a cozinha' }).click()
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText(/Alterado: Pizza média: 2× → 3×/).waitFor()
    await page.context().close()
  })
})
