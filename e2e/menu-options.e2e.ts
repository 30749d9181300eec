import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { readMyMenu } from '../contract/menu/menu.ts'
import type { Reply } from '../contract/shared/route.ts'
import { catalogOf } from '../demo/channels/demo-ifood.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { staffCalls } from '../demo/staff/staff-calls.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

const grill = demoStores.find((one) => one.slug === 'brasa-e-cia')
if (!grill) throw new Error('the demo has no grill')
const store = grill
const group = 'Ponto da carne'

let ifood: Awaited<ReturnType<typeof simulatedIfood>>
let panel: Panel

beforeAll(async () => {
  ifood = await simulatedIfood({ actionDelayMs: 50 })
  await ifood.control.setMerchants([catalogOf(store, { items: [], optionGroups: [] })])
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

async function openGroup(look: Look = {}): Promise<Page> {
  const path = `/cardapio?ver=organizar&loja=${store.id}`
  const page = await openSignedIn(panel, 'dona@balcao.example', path, look)
  await page.getByRole('button', { name: 'Opções', exact: true }).click()
  await page.getByRole('button', { name: `Editar ${group}` }).click()
  await page.getByRole('dialog').getByLabel('Nome do grupo').waitFor()
  return page
}
const optionAtIfood = async () => {
  const { items } = await ifood.control.readCatalog(store.merchantId)
  return items.flatMap(({ groups = [] }) => groups).find(({ name }) => name === group)?.options[0]
}
/** A wish of an item has the whole catalogue read, as every three minutes. */
async function anyWish(): Promise<void> {
  const { call } = staffCalls(panel.url, () => 'gerente@balcao.example')
  const { items } = await call<Reply<typeof readMyMenu>>(store, 'GET', '/menu/mine')
  const other = items.find(({ pause, channels }) => !pause && channels.length > 0)
  await call(store, 'POST', `/menu/items/${other?.id ?? ''}/pause`, {})
}

test('an option shows what iFood has, is put back after a pause made there, and has a price of its own there', async () => {
  const page = await openGroup()
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('list').getByRole('listitem').first()
  await first.getByText(/^À venda no iFood: provado/).waitFor({ timeout: 90_000 })
  const there = await optionAtIfood()
  await ifood.control.changeCatalog(store.merchantId, {
    optionId: there?.id ?? '',
    status: 'UNAVAILABLE',
  })
  await anyWish()
  await first.getByText(/^Pausada no iFood .*por fora/).waitFor({ timeout: 30_000 })
  await first.getByRole('button', { name: 'Vender de novo no iFood' }).click()
  await expect.poll(async () => (await optionAtIfood())?.status, { timeout: 20_000 }).toBe('AVAILABLE')
  const price = first.getByLabel('Preço no iFood (R$)')
  await price.fill('x')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await first.getByText('Informe o preço no iFood em reais, como 12,50.').waitFor()
  await price.fill('1,50')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await optionAtIfood())?.cents, { timeout: 20_000 }).toBe(150)
  await page.context().close()
})

test('options at iFood fit on desktop and phone in both themes', async () => {
  for (const look of looksOfThisRun([
    { width: 1440, theme: 'light' },
    { width: 1280, theme: 'dark' },
    { width: 1920, theme: 'light' },
    { width: 390, height: 844, theme: 'dark' },
  ] as const)) {
    const page = await openGroup(look)
    await page
      .getByRole('dialog')
      .getByText(/^À venda no iFood: provado/)
      .first()
      .waitFor()
    await expectFitting(page, `options at iFood at ${String(look.width)}, ${look.theme}`)
    const folder = process.env.BALCAO_SHOTS
    if (folder) await page.screenshot({ path: `${folder}/options-${String(look.width)}-${look.theme}.png` })
    await page.context().close()
  }
})
