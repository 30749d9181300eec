import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { agentHome } from '../server/printing/testing/print-desk.ts'
import { expectFitting } from './axe.ts'
import { placeOrder } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  const archive = 'what npm run agent:pack makes'
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const packed = { bytes: archive.length, sha256 }
  writeFileSync(join(releaseDir, 'agente.tar.gz'), archive)
  writeFileSync(
    join(releaseDir, 'release.json'),
    JSON.stringify({
      version: '9.0.0',
      downloads: [{ platform: 'linux-x64', file: 'agente.tar.gz', ...packed }],
      program: { file: 'agente.tar.gz', ...packed },
    }),
  )
  panel = await startPanel({ environment: { AGENT_RELEASE_DIR: releaseDir }, printing: true })
})
afterAll(async () => {
  await panel.stop()
  rmSync(releaseDir, { recursive: true, force: true })
})
const releaseDir = mkdtempSync(join(tmpdir(), 'balcao-release-'))

/** The demo's first store: its kitchen printer is off and its counter printer works. */
const storeId = demoStores[0]?.id ?? ''

async function openSettings(look?: Look): Promise<Page> {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=printing', look)
  await page.getByRole('heading', { name: 'Impressoras', level: 1 }).waitFor()
  return page
}

test('a test page reports success or the problem, and a computer is paired with a code', async () => {
  const page = await openSettings()
  await page.getByRole('button', { name: 'Testar Balcão' }).click()
  await page.getByText('Teste impresso e confirmado pela impressora.').waitFor()
  await page.getByRole('button', { name: 'Testar Cozinha' }).click()
  await page.getByText('O teste não saiu: Desligada ou fora da rede.').waitFor()
  await page.getByRole('button', { name: 'Adicionar impressora' }).click()
  const form = page.getByRole('form', { name: 'Impressora' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Informe o nome.').waitFor()
  await form.getByLabel('Nome', { exact: true }).fill('Bar')
  await form.getByLabel('Endereço na rede').fill('http://bar')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Use o endereço da impressora na rede').waitFor()
  await form.getByLabel('Endereço na rede').fill('192.168.0.51')
  await form.getByLabel('Se ela falhar três vezes').selectOption({ label: 'Imprimir em Balcão' })
  // Not printed automatically: nothing prints at this address.
  await form.getByLabel('Imprimir no aceite').uncheck()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('só a pedido · 192.168.0.51 · se falhar, Balcão').waitFor()
  await page.getByRole('button', { name: 'Remover Bar' }).click()
  await page.getByRole('button', { name: 'Remover', exact: true }).click()
  await page.getByText('só a pedido').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Conectar computador', exact: true }).click()
  await page.getByLabel('Nome do computador').fill('Escritório')
  await page.getByRole('button', { name: 'Gerar código' }).click()
  const code = await page.getByText(/^brasa-e-cia\/[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()
  await page.getByRole('img', { name: 'QR Code com o link de instalação' }).waitFor()
  await page.getByRole('button', { name: 'É este computador' }).click()
  await page.getByText(`balcao-agente instalar '${panel.url}/agente#${code}'`).waitFor()
  await expectFitting(page)
  const home = agentHome(panel.url)
  const agent = await home.start(code)
  await page.getByText('Computador conectado.').waitFor()
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByText('Escritório', { exact: true }).waitFor()
  await agent.stop()
  home.remove()
  await page.context().close()
})

test('an accepted order prints automatically, and the board sends a failed kitchen ticket to the counter', async () => {
  const { id: orderId } = await placeOrder(panel.url, storeId, 'Cliente da Via')
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders')
  const card = page.locator(`[data-order="${orderId}"]`)
  await card.getByRole('button', { name: /^Aceitar pedido/ }).click()
  await card.getByText('A impressão falhou').waitFor({ timeout: 20_000 })
  await page.getByRole('button', { name: /^(Problema: |\d+ problemas)/ }).click()
  await page.getByText('Desligada ou fora da rede. Confira a tomada e o cabo.').first().waitFor()
  await page.getByRole('button', { name: /^Mandar \d+ para Balcão/ }).click()
  await card.getByText('A impressão falhou').waitFor({ state: 'detached', timeout: 20_000 })
  await card.locator('[title="Impresso"]').waitFor()
  await page.keyboard.press('Escape')
  await card.focus()
  await page.keyboard.press('p')
  await page
    // The kitchen's printer is off: the notice says that too.
    .getByText(/^Pedido [A-Z]+-.+: .*impresso em Balcão/)
    .first()
    .waitFor()
  await card.getByRole('button', { name: /ver detalhes/ }).click()
  const log = page.getByRole('list', { name: 'Vias deste pedido' })
  await log.getByText('No lugar de Cozinha').first().waitFor()
  await log
    .getByText(/Reimpressão · Pedida por Marina Prado/)
    .first()
    .waitFor()
  await page.getByText('Reimpresso').first().waitFor()
  expect(await log.getByRole('listitem').count()).toBeGreaterThanOrEqual(3)
  await page.goto('/settings')
  const sections = page.getByRole('navigation', { name: 'Seções dos ajustes' })
  await sections.getByRole('link', { name: /Impressora Cozinha parada em Brasa & Cia/ }).waitFor()
  await page.context().close()
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)(
  'the settings of printing fit and pass the accessibility rules in %s at %i',
  async (theme, width) => {
    const page = await openSettings({ theme, width })
    await page.getByAltText('Exemplo da via da cozinha').waitFor()
    await expectFitting(page)
    await page.goto('/agente#brasa-e-cia/7K2M-9QXA')
    await page.getByText('Prefiro baixar o arquivo').click()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Baixar agente.tar.gz' }).click()
    expect((await saved).suggestedFilename()).toBe('agente.tar.gz')
    await expectFitting(page)
    await page.goto('about:blank')
    await page.goto('/agente')
    await page.getByText('Este link veio sem o código.').waitFor()
    await expectFitting(page)
    await page.context().close()
  },
)
