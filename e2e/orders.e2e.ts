import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { atRest } from './at-rest.ts'
import { expectAccessible } from './axe.ts'
import { afterDoubleTap, chooseInMenu, findOnBoard, openWithClock } from './board-page.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

let panel: Panel
let ifood: Awaited<ReturnType<typeof simulatedIfood>>
const dish = { code: 'C-1', name: 'Combo burger', cents: 3_000 }
const owner = 'dona@balcao.example'

beforeAll(async () => {
  ifood = await simulatedIfood()
  await ifood.control.setMerchants(
    demoStores.map(({ merchantId, name }) => ({ merchantId, name, menu: [dish] })),
  )
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

async function board(): Promise<Page> {
  const page = await openSignedIn(panel, owner, '/menu/orders')
  await page.locator('article:visible').first().waitFor()
  return page
}
const ticket = (page: Page, id: string) => page.locator(`[data-order="${id}"]`)
const shot = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
const inColumn = (page: Page, column: string, id: string) =>
  page.locator(`[data-column=${column}] [data-order="${id}"]`)

describe('order details', () => {
  test('order details open next to the board with money and timeline, have an address, and close with Back', async () => {
    const id = await orderIn('kitchen', panel.url, 'Cliente dos Detalhes')
    const page = await board()
    await ticket(page, id)
      .getByRole('button', { name: /ver detalhes/ })
      .click()
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
    await page.waitForURL(/pedido=/)
    expect(await page.getByRole('dialog').innerText()).toContain('Total')
    await page.reload()
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('pedido'))
    await page.context().close()
  })

  test('the focus returns to the order, also where it has another column by now', async () => {
    const id = await orderIn('kitchen', panel.url, 'Cliente do Foco')
    const page = await openSignedIn(panel, owner, '/menu/orders', { height: 3_000 })
    await inColumn(page, 'kitchen', id)
      .getByRole('button', { name: /ver detalhes/ })
      .press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Marcar como pronto/ })
      .press('Enter')
    await inColumn(page, 'ready', id).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction((order) => document.activeElement?.closest(`[data-order="${order}"]`), id)
    await page.context().close()
  })

  test('a note and a courier are saved in the drawer and shown on the card', async () => {
    const id = await orderIn('kitchen', panel.url, 'Cliente da Observação', { delivery: true })
    const page = await board()
    // A ticket that is found is not folded.
    await findOnBoard(page, 'Cliente da Observação')
    await ticket(page, id)
      .getByRole('button', { name: /ver detalhes/ })
      .click()
    await page.getByLabel('Observação da loja').fill('Cliente liga ao chegar')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('dialog').getByText('Observação da loja').nth(1).waitFor()
    const courier = page.getByLabel('Entregador', { exact: true })
    await courier.locator('option').nth(1).waitFor({ state: 'attached' })
    await courier.selectOption({ index: 1 })
    await page.getByRole('dialog').getByText('Entregador escolhido').waitFor()
    await page.keyboard.press('Escape')
    await ticket(page, id).getByText('Cliente liga ao chegar').waitFor()
    await page.context().close()
  })
})

describe('an iFood order with more than we know', () => {
  const choice = (name: string, more: object = {}) => ({
    name,
    quantity: 1,
    unitPrice: 0,
    addition: 0,
    price: 0,
    ...more,
  })
  const burger = choice('Hambúrguer', {
    groupName: 'Escolha seu hambúrguer',
    customizations: [
      choice('Sem tomate', { groupName: 'Deseja retirar?' }),
      choice('Bem-passado', { groupName: 'Ponto da carne', unitPrice: 1 }),
    ],
    modifiers: [{ name: 'Pão sem gergelim' }],
  })
  const fields = {
    items: [{ ...choice('Combo burger'), unitPrice: 30, totalPrice: 31, options: [burger] }],
    takeout: { mode: 'PICKUP_AREA', observations: 'Carro prata, vaga 12' },
    picking: { picker: 'STORE', replacementOptions: 'STORE_REMOVE_ITEMS' },
    benefits: [{ value: 3, target: 'CART' }],
  }
  const place = () =>
    ifood.control.placeOrder({ merchantId: demoStores[0]?.merchantId ?? '', type: 'TAKEOUT', fields })

  test.each([1440, 390])(
    'shows suboptions, and the texts that it could not interpret, on the card and in the drawer (%i)',
    async (width) => {
      const { orderId } = await place()
      const { displayId } = await ifood.control.readOrder(orderId)
      const page = await openSignedIn(panel, owner, '/menu/orders', { width, height: 900 })
      const card = page.locator('article[data-platform=ifood]:visible').filter({ hasText: displayId }).first()
      await card.waitFor({ timeout: 20_000 })
      const words = [
        '− Sem tomate',
        '› Ponto da carne: Bem-passado',
        'Pão sem gergelim (modifiers)',
        'Carro prata, vaga 12 · Se faltar algo: tirar do pedido',
        'Desconto R$',
      ]
      for (const one of words) await card.getByText(one).first().waitFor()
      await card.scrollIntoViewIfNeeded()
      await shot(page, `card-${String(width)}`)
      await card.getByRole('button', { name: /ver detalhes/ }).click()
      const drawer = page.getByRole('dialog').first()
      const onlyThere = ['Bem-passado (R$', 'O iFood não deixa a loja mudar os itens']
      for (const one of [...words.slice(0, 4), ...onlyThere]) await drawer.getByText(one).first().waitFor()
      await drawer.getByText('Desconto', { exact: true }).waitFor()
      await expectAccessible(page)
      await shot(page, `drawer-${String(width)}`)
      await page.context().close()
    },
  )
})

describe('working fast', () => {
  test('a step can be undone for a few seconds', async () => {
    const id = await orderIn('kitchen', panel.url, 'Cliente do Desfazer')
    const page = await board()
    await inColumn(page, 'kitchen', id)
      .getByRole('button', { name: /^Marcar como pronto/ })
      .click()
    await inColumn(page, 'ready', id).waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await inColumn(page, 'kitchen', id).waitFor()
    await page.context().close()
  })

  test('the board works by keyboard: search, move a card, open details, mark as ready, show help', async () => {
    const id = await orderIn('kitchen', panel.url, 'Cliente do Teclado')
    const delivered = await orderIn('kitchen', panel.url, 'Entrega do Teclado', { delivery: true })
    const page = await board()
    await ticket(page, id).focus()
    await page.keyboard.press('e')
    await inColumn(page, 'ready', id).waitFor()
    // The card has moved; the main action of the next one of its column has the focus.
    await page.waitForFunction(() => document.activeElement?.matches('[data-column=kitchen] [data-step]'))
    await page.keyboard.press('/')
    await page.keyboard.type('Teclado')
    await page.getByText(/Mostrando 2 de/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/Mostrando \d+ de/).waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-order'))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.closest('[data-order]'))
    // Also when its details were read before, and are shown at once.
    for (let time = 0; time < 2; time += 1) {
      await ticket(page, delivered).focus()
      await page.keyboard.press('m')
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'motoboy')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    // Also in the frame in which the details close.
    await ticket(page, delivered).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('m')])
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'motoboy')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Atalhos do teclado' }).waitFor()
    await page.context().close()
  })
})

describe('phone orders', () => {
  test('a phone order uses the store’s items, names what is missing, and appears on the board', async () => {
    const page = await board()
    await page.getByRole('button', { name: 'Novo pedido' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: /^Lançar pedido/ }).click()
    await form.getByText('Escolha ao menos um item.').waitFor()
    await form.getByLabel('Buscar no cardápio').fill('refrigerante')
    await form.getByLabel('Buscar no cardápio').press('Enter')
    await form.getByRole('list', { name: 'Comanda' }).getByText('Refrigerante lata').waitFor()
    await form.getByLabel('Nome do cliente').fill('Teresa do Telefone')
    await form.getByRole('radio', { name: 'Dinheiro' }).check()
    await form.getByLabel(/Troco para/).fill('500,00')
    await form.getByRole('button', { name: /^Lançar pedido/ }).click()
    await findOnBoard(page, 'Teresa do Telefone')
    await page.locator('[data-column=new] article').filter({ hasText: 'Teresa do Telefone' }).waitFor()
    await page.context().close()
  })
})

describe('couriers', () => {
  test('a courier is added, starts a shift, and is no longer offered once deactivated', async () => {
    const page = await board()
    await page.getByRole('button', { name: /^Entregadores/ }).click()
    const panelOf = page.getByRole('dialog')
    await panelOf.getByRole('button', { name: 'Novo entregador' }).click()
    await panelOf.getByLabel('Nome', { exact: true }).fill('Nico Moto')
    await panelOf.getByRole('button', { name: 'Incluir' }).click()
    const row = panelOf.locator('li').filter({ hasText: 'Nico Moto' })
    await row.getByRole('button', { name: 'Iniciar turno' }).click()
    await row.getByText(/no turno/).waitFor()
    await row.getByRole('button', { name: 'Encerrar turno' }).click()
    await row.getByRole('button', { name: 'Mudar Nico Moto' }).click()
    const edited = panelOf.getByRole('form', { name: 'Mudar Nico Moto' })
    await edited.getByLabel('Telefone (opcional)').fill('11 98765-4321')
    await edited.getByRole('button', { name: 'Salvar' }).click()
    await row.getByRole('link', { name: '(11) 98765-4321' }).waitFor()
    await row.getByRole('button', { name: 'Mudar Nico Moto' }).click()
    await edited.getByRole('button', { name: 'Desativar' }).click()
    await row.waitFor({ state: 'detached' })
    await panelOf.getByRole('button', { name: 'Desfazer' }).click()
    await row.waitFor()
    await expectAccessible(page)
    await page.context().close()
  })
})

describe('bulk actions', () => {
  test('several selected orders take the same step together', async () => {
    const ids = [
      await orderIn('kitchen', panel.url, 'Cliente de Vários'),
      await orderIn('kitchen', panel.url, 'Cliente de Vários'),
    ]
    const page = await board()
    await chooseInMenu(page, 'Escolher vários')
    for (const id of ids) await inColumn(page, 'kitchen', id).getByRole('checkbox').check()
    await page.getByText('2 pedidos escolhidos').waitFor()
    await page.getByRole('button', { name: 'Marcar como pronto (2)' }).click()
    for (const id of ids) await inColumn(page, 'ready', id).waitFor()
    await page.getByText('2 pedidos avançaram').waitFor()
    await page.context().close()
  })
})

describe('offline work', () => {
  test('taps made offline are kept, shown as pending, sent in order after reconnecting, and applied once', async () => {
    const ids = [
      await orderIn('kitchen', panel.url, 'Cliente sem Rede'),
      await orderIn('kitchen', panel.url, 'Cliente sem Rede'),
    ]
    // Tall enough that every ticket of a long column is rendered.
    const page = await openWithClock(panel, owner, '/menu/orders', { height: 3_000 })
    for (const id of ids) await inColumn(page, 'kitchen', id).waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      const id = /orders\/([0-9a-f-]{36})\/ready/.exec(request.url())?.[1]
      if (id) sent.push(id)
    })
    await page.context().setOffline(true)
    // At once where the tap wants them, and it is said there that nobody else knows yet.
    const kept = page.locator('[data-column=ready]').getByText('Guardado no aparelho, segue com a rede')
    for (const [index, id] of ids.entries()) {
      await inColumn(page, 'kitchen', id)
        .getByRole('button', { name: /^Marcar como pronto/ })
        .click()
      await kept.nth(index).waitFor()
      await afterDoubleTap(page)
    }
    await page.getByText('2 toques guardados').waitFor({ timeout: 12_000 })
    await page.context().setOffline(false)
    await kept.first().waitFor({ state: 'detached', timeout: 12_000 })
    for (const id of ids) await inColumn(page, 'ready', id).waitFor()
    const answered = [...new Set(sent)]
    expect(answered).toEqual(ids)
    for (const id of ids) {
      await inColumn(page, 'ready', id)
        .getByRole('button', { name: /ver detalhes/ })
        .click()
      await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
      expect(await page.getByRole('dialog').locator('ol').getByText('Pronto', { exact: true }).count()).toBe(
        1,
      )
      await page.keyboard.press('Escape')
      // The focus returns to the ticket, which opens and moves those below it.
      await page.waitForFunction((order) => document.activeElement?.closest(`[data-order="${order}"]`), id)
      await atRest(page)
    }
    await page.context().close()
  })
})

describe('sound', () => {
  test('the board says that sound needs a tap; the first tap turns it on, and it is tested and turned off', async () => {
    const page = await board()
    await page.locator('h1').click()
    const menu = page.getByRole('dialog', { name: 'Mais opções' })
    await chooseInMenu(page, 'Testar o som')
    await menu.getByRole('button', { name: 'Desligar o som' }).click()
    await menu.getByRole('button', { name: 'Ligar o som' }).click()
    await menu.getByRole('button', { name: 'Desligar o som' }).waitFor()
    await expectAccessible(page, 'the tools of the board')
    await page.context().close()
  })
})
