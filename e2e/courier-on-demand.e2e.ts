import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

let panel: Panel
let ifood: Awaited<ReturnType<typeof simulatedIfood>>
const merchantId = demoStores[0]?.merchantId ?? ''

beforeAll(async () => {
  ifood = await simulatedIfood()
  await ifood.control.setMerchants([
    { merchantId, name: 'Loja', menu: [{ code: 'C-1', name: 'Combo burger', cents: 3_000 }] },
  ])
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

test.each(
  looksOfThisRun([
    [1440, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const),
)(
  'a courier of iFood is asked for from the order, at a price that is shown first (%i, %s)',
  async (width, theme) => {
    const { orderId } = await ifood.control.placeOrder({
      ...{ merchantId, type: 'DELIVERY', deliveredBy: 'MERCHANT' },
    })
    const { displayId } = await ifood.control.readOrder(orderId)
    const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders', { width, theme })
    const card = page.locator('article[data-platform=ifood]:visible').filter({ hasText: displayId }).first()
    await card.waitFor({ timeout: 20_000 })
    await card.getByRole('button', { name: /ver detalhes/ }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer
      .getByRole('button', { name: /^Aceitar/ })
      .first()
      .click()
    await drawer.getByRole('button', { name: /Pedir entregador do iFood/ }).click()
    const question = page.getByRole('dialog', { name: /Entregador do iFood para o pedido/ })
    const request = question.getByRole('button', { name: /Pedir por R\$\s7,99/ })
    await request.waitFor()
    await question.getByText(/entrega em 20 a 30 minutos/).waitFor()
    await expectFitting(page, `the price of a courier ${String(width)}`)
    const folder = process.env.BALCAO_SHOTS
    if (folder) await page.screenshot({ path: `${folder}/courier-${String(width)}-${theme}.png` })
    await request.click()
    await question.waitFor({ state: 'detached' })
    await drawer.getByText(/O iFood procura um entregador por/).waitFor({ timeout: 20_000 })
    await drawer.getByRole('button', { name: /Desistir do entregador/ }).waitFor()
    await expectFitting(page, `an order whose courier is looked for ${String(width)}`)
    if (folder) await page.screenshot({ path: `${folder}/courier-asked-${String(width)}-${theme}.png` })
    await ifood.control.assignCourier(orderId)
    await drawer.getByText(/Entregador do iFood a caminho da loja/).waitFor({ timeout: 20_000 })
    expect(await drawer.getByRole('button', { name: /Desistir do entregador/ }).count()).toBe(0)
    await page.context().close()
  },
)
