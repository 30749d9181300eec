import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

let panel: Panel
let ifood: Awaited<ReturnType<typeof simulatedIfood>>
const merchantId = demoStores[0]?.merchantId ?? ''

beforeAll(async () => {
  ifood = await simulatedIfood({ actionDelayMs: 50 })
  const menu = [{ code: '7890000000024', name: 'Banana nanica', cents: 600 }]
  await ifood.control.setMerchants([{ merchantId, name: 'Mercado', menu }])
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

const line = (name: string, quantity: number, unitPrice: number) => ({
  ...{ id: randomUUID(), uniqueId: randomUUID(), name, quantity, unitPrice, unit: 'KG', options: [] },
  ...{ optionsPrice: 0, price: quantity * unitPrice, totalPrice: quantity * unitPrice, observations: '' },
})

/** A shop's order of three items, as iFood sends it. */
const basket = () =>
  ifood.control.placeOrder({
    ...{ merchantId, type: 'TAKEOUT', method: 'PIX' },
    fields: {
      category: 'GROCERY',
      items: [line('Banana prata', 0.5, 8), line('Arroz', 1, 20), line('Café torrado', 1, 16)],
      ...{ benefits: [], additionalFees: [] },
      total: { subTotal: 40, deliveryFee: 0, additionalFees: 0, benefits: 0, orderAmount: 40 },
      payments: { prepaid: 40, pending: 0, methods: [{ value: 40, method: 'PIX', prepaid: true }] },
    },
  })

const looks = [
  [1440, 'light'],
  [390, 'dark'],
] as const

test.each(looksOfThisRun(looks))(
  'a grocery order is picked: weighed, replaced, left out, and iFood’s sums come at the end (%i, %s)',
  async (width, theme) => {
    const { orderId } = await basket()
    const { displayId } = await ifood.control.readOrder(orderId)
    const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders', { width, theme })
    const folder = process.env.BALCAO_SHOTS
    const shot = async (name: string) => {
      if (folder) await page.screenshot({ path: `${folder}/picking-${name}-${String(width)}.png` })
    }
    const card = page.locator('article[data-platform=ifood]:visible').filter({ hasText: displayId }).first()
    await card.waitFor({ timeout: 20_000 })
    await card.getByRole('button', { name: /ver detalhes/ }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer
      .getByRole('button', { name: /^Aceitar/ })
      .first()
      .click()
    await drawer.getByRole('button', { name: /Começar a separação/ }).click({ timeout: 20_000 })
    await drawer.getByText(/^Em separação por /).waitFor({ timeout: 20_000 })
    await shot('started')
    await drawer.getByRole('button', { name: /Separar os itens/ }).click()
    const picking = page.getByRole('dialog', { name: /Separar o pedido/ })
    await picking.getByText('Banana prata').waitFor()
    await expectFitting(page, `the picking ${String(width)}`)
    await expectAccessible(page, 'the picking')
    await shot('open')

    await picking.getByRole('button', { name: 'Quantidade ou peso de Banana prata' }).click()
    const form = picking.getByRole('form', { name: 'Separar o item' })
    await form.getByLabel('Quantidade, ou peso em quilos').fill('meio')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await form.getByText(/Informe a quantidade, ou o peso em quilos/).waitFor()
    await shot('wrong')
    await form.getByLabel('Quantidade, ou peso em quilos').fill('0,49')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await picking.getByText(/0,49/).first().waitFor()

    await picking.getByRole('button', { name: 'Trocar Café torrado' }).click()
    await form.getByLabel('Código de barras').fill('7890000000024')
    await form.getByLabel('Quantidade, ou peso em quilos').fill('1')
    await shot('replacing')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await picking
      .getByText(/7890000000024/)
      .first()
      .waitFor()
    await picking.getByRole('button', { name: 'Tirar Arroz' }).click()
    await picking.getByRole('button', { name: 'Tirar Arroz' }).waitFor({ state: 'detached' })
    await expectFitting(page, `the picked items ${String(width)}`)
    await expectAccessible(page, 'the picked items')
    await shot('picked')

    await picking.getByRole('button', { name: 'Terminar a separação' }).click()
    await picking.waitFor({ state: 'detached' })
    await drawer.getByText(/^Separado por .+ · 3 mudanças$/).waitFor({ timeout: 20_000 })
    // 0.49 × 8.00 + 1 × 6.00.
    await drawer
      .getByText(/R\$\s9,92/)
      .first()
      .waitFor({ timeout: 20_000 })
    await shot('ended')
    expect((await ifood.control.readOrder(orderId)).items).toHaveLength(2)
    await page.context().close()
  },
)
