import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { until } from '../server/testing/until.ts'
import { expectFitting } from './axe.ts'
import { placeOrder } from './menu-site.ts'
import { rowsOf } from './on-database.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'

/** Printers while no agent runs: found by a computer before, and printed by a browser. */
let panel: Panel
const storeId = demoStores[0]?.id ?? ''

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

/** Printing is counted: a browser without a screen has no dialog. */
async function countPrints(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const counted = window as unknown as { printed: number }
    counted.printed = 0
    window.print = () => {
      counted.printed += 1
    }
  })
}
const printed = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { printed: number }).printed)

async function openSettings(look = {}): Promise<Page> {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=printing', look)
  await countPrints(page.context())
  await page.reload()
  await page.getByRole('heading', { name: 'Impressoras', level: 1 }).waitFor()
  return page
}

/** The demo's computer, as it would stand after a heartbeat and a search. */
async function computerHasFound(found: readonly object[]): Promise<void> {
  await rowsOf(
    panel.databaseUrl(),
    `update print_agents set token_hash = 'x', last_seen_at = now(), system = 'windows', networks = '{192.168.0.0/24}',
       search_asked_at = now() - interval '3 seconds', searched_at = now(), found = $2, available = $3
     where store_id = $1`,
    [
      storeId,
      JSON.stringify(found),
      JSON.stringify([
        { kind: 'system', address: 'EPSON TM-T20X Receipt', name: 'Windows: EPSON TM-T20X Receipt' },
      ]),
    ],
  )
}

test('a printer that the computer found is taken with a tap, and what cannot be reached is said before', async () => {
  await computerHasFound([
    { address: '192.168.0.50', name: 'ELGIN i9', answers: true },
    { address: '192.168.0.77', name: '', answers: false },
  ])
  const page = await openSettings()
  await page.getByRole('button', { name: 'Adicionar impressora' }).click()
  const form = page.getByRole('form', { name: 'Impressora' })
  const list = form.getByRole('list', { name: 'Impressoras encontradas' })
  await list.getByText('192.168.0.77 · não aceita conexão agora').waitFor()
  await list.getByRole('button', { name: 'Usar ELGIN i9 em 192.168.0.50' }).click()
  expect(await form.getByLabel('Endereço na rede').inputValue()).toBe('192.168.0.50')
  expect(await form.getByLabel('Nome', { exact: true }).inputValue()).toBe('ELGIN i9')
  await form.getByLabel('Endereço na rede').fill('192.168.7.50')
  await form.getByText('fora da rede dos computadores da loja (192.168.0.0/24)').waitFor()
  await expectFitting(page)
  await form.getByLabel('Como ela está ligada').selectOption({ label: 'USB direto, sem instalar (só Linux)' })
  await form.getByText('No Windows não há USB direto').waitFor()
  await form
    .getByLabel('Como ela está ligada')
    .selectOption({ label: 'Instalada num computador (USB, Bluetooth)' })
  await form.getByLabel('Qual impressora dele').selectOption('EPSON TM-T20X Receipt')
  await form.getByText('não vê uma impressora com este nome').waitFor({ state: 'detached' })
  await form.getByLabel('Como ela está ligada').selectOption({ label: 'Na rede (cabo de rede ou Wi-Fi)' })
  await form.getByRole('button', { name: 'Procurar na rede' }).click()
  await form.getByText('procura agora. Leva até vinte segundos.').waitFor()
  await computerHasFound([{ address: '192.168.0.51', name: 'Bematech', answers: true }])
  await list.getByText('Bematech').waitFor()
  await page.context().close()
})

test('a browser printer is added and tested, and only a person says that the test is on paper', async () => {
  const page = await openSettings()
  // The demo's printers need the computer that is not here.
  for (const name of ['Balcão', 'Cozinha']) {
    await page.getByRole('button', { name: `Remover ${name}` }).click()
    await page.getByRole('button', { name: 'Remover', exact: true }).click()
    await page.getByRole('button', { name: `Remover ${name}` }).waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Adicionar impressora' }).click()
  const form = page.getByRole('form', { name: 'Impressora' })
  await form.getByLabel('Nome', { exact: true }).fill('Notebook')
  await form
    .getByLabel('Como ela está ligada')
    .selectOption({ label: 'Pelo navegador, sem programa instalado' })
  await form.getByLabel('Papel').selectOption('58 mm')
  expect(await form.getByLabel('Letras por linha').inputValue()).toBe('32')
  expect(await form.getByLabel('Gaveta de dinheiro ligada nela').count()).toBe(0)
  await expectFitting(page)
  await form.getByRole('button', { name: 'Salvar' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Notebook' })
  await row.getByText('Nenhum navegador está imprimindo por ela.').waitFor()
  await row.getByRole('button', { name: 'Testar Notebook' }).click()
  await row.getByText('Teste enviado ao navegador. Saiu?').waitFor()
  expect(await printed(page)).toBe(1)
  // The page has the paper's width, and on it the ticket alone.
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('img', { name: 'Página de teste' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Impressoras', level: 1 }).isVisible()).toBe(false)
  const paper = await page.pdf({ preferCSSPageSize: true })
  expect(pageSizesOf(paper)).toEqual([58])
  await page.emulateMedia({ media: 'screen' })
  await row.getByRole('button', { name: 'Saiu no papel' }).click()
  await row.getByText('Teste impresso: alguém viu o papel.').waitFor()
  await page.context().close()
})

test('of two tabs that print automatically one prints an accepted order, and a repeat is a reprint', async () => {
  const page = await openSettings()
  const row = page.getByRole('listitem').filter({ hasText: 'Notebook' })
  await row.getByText('Imprimir sozinho neste navegador').click()
  await row.getByText('Pelo navegador', { exact: true }).waitFor()
  const second = await page.context().newPage()
  await second.goto('/menu/orders')
  const { id: orderId } = await placeOrder(panel.url, storeId, 'Cliente do Papel')
  const card = second.locator(`[data-order="${orderId}"]`)
  await card.getByRole('button', { name: /^Aceitar pedido/ }).click()
  await card.locator('[title="Enviado ao navegador"]').waitFor()
  const all = async (): Promise<number> => (await printed(page)) + (await printed(second))
  await until(all, (count) => count === 1)
  await second.keyboard.press('Escape')
  await card.getByRole('button', { name: /ver detalhes/ }).click()
  const log = second.getByRole('list', { name: 'Vias deste pedido' })
  await log.getByText('Enviado ao navegador').waitFor()
  await log.getByRole('button', { name: 'Saiu no papel' }).click()
  await log.getByText('Impresso', { exact: true }).waitFor()
  await second.getByRole('button', { name: 'Reimprimir' }).click()
  await log.getByText('Enviado ao navegador').waitFor()
  await log.getByText(/^Reimpressão · Pedida por/).waitFor()
  await until(all, (count) => count === 2)
  await page.context().close()
})

/** Widths of the pages in mm. */
const pageSizesOf = (pdf: Buffer): readonly number[] => [
  ...new Set(
    [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) /g)].map(([, points]) =>
      Math.round((Number(points) * 25.4) / 72),
    ),
  ),
]
