import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { ownOrder } from '../server/testing/orders.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

let panel: Panel
let ifood: Awaited<ReturnType<typeof simulatedIfood>>
const merchantId = demoStores[0]?.merchantId ?? ''

beforeAll(async () => {
  ifood = await simulatedIfood({ actionDelayMs: 50 })
  await ifood.control.setMerchants([
    { merchantId, name: 'Loja', menu: [{ code: 'C-1', name: 'Combo burger', cents: 3_000 }] },
  ])
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

const place = { ...ownOrder().delivery?.address, zipCode: '01310-100', lat: -23.5615, lng: -46.6559 }
const looks = [
  [1440, 'light'],
  [390, 'dark'],
] as const

test.each(looksOfThisRun(looks))(
  'an order of the own channel goes with a courier of iFood: price first, registered, followed (%i, %s)',
  async (width, theme) => {
    const customer = `Ana do ${String(width)} ${theme}`
    await orderIn('kitchen', panel.url, customer, {
      delivery: true,
      phone: '+5511987654321',
      order: { delivery: { address: place } as never },
    })
    const before = (await ifood.control.readCarried()).orders.length
    const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders', { width, theme })
    const folder = process.env.BALCAO_SHOTS
    const shot = async (name: string) => {
      if (folder) await page.screenshot({ path: `${folder}/carried-${name}-${String(width)}.png` })
    }
    if (width < 600) await page.locator('[data-tab=kitchen]').click()
    const card = page.locator('article:visible').filter({ hasText: customer }).first()
    await card.getByRole('button', { name: /ver detalhes/ }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByRole('button', { name: /Pedir entregador do iFood/ }).click()
    const question = page.getByRole('dialog', { name: /Entregador do iFood para o pedido/ })
    const request = question.getByRole('button', { name: /Pedir por R\$\s7,99/ })
    await request.waitFor()
    await question.getByText(/recebe nome, telefone e endereço do cliente/).waitFor()
    // No data of the customer leaves before the person agrees to the price.
    expect((await ifood.control.readCarried()).orders).toHaveLength(before)
    await expectFitting(page, `the price of a courier ${String(width)}`)
    await expectAccessible(page, 'the price of a courier')
    await shot('price')
    await request.click()
    await question.waitFor({ state: 'detached' })
    await drawer.getByText(/O iFood procura um entregador/).waitFor({ timeout: 20_000 })
    await expectFitting(page, `a courier is looked for ${String(width)}`)
    await shot('asked')
    const registered = (await ifood.control.readCarried()).orders
    expect(registered).toHaveLength(before + 1)
    await ifood.control.assignCourier(registered.at(-1)?.id ?? '')
    await drawer.getByText(/Entregador do iFood a caminho da loja/).waitFor({ timeout: 20_000 })
    await shot('assigned')
    await ifood.control.leave(registered.at(-1)?.id ?? '')
    await drawer
      .getByText(/Entregador do iFood a caminho do cliente/)
      .first()
      .waitFor({ timeout: 20_000 })
    await shot('left')
    // One order here, whatever iFood calls it.
    await drawer.getByRole('button', { name: 'Fechar' }).first().click()
    expect(await page.locator('article:visible').filter({ hasText: customer }).count()).toBeLessThanOrEqual(1)
    await page.context().close()
  },
)
