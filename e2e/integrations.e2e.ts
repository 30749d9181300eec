import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectFitting } from './axe.ts'
import { openStore } from './open-store.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel({ environment: { IFOOD_POLL_SECONDS: '1' } })
})
afterAll(() => panel.stop())

const phone = { width: 390, height: 844 } as const
const free = 'Tapiocaria do Porto'

/** The simulated partner's portal, in a tab of its own as a link opens it. */
async function atPortal(page: Page): Promise<Page> {
  const [portal] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('link', { name: /Portal do Parceiro/ })
      .first()
      .click(),
  ])
  await portal.getByRole('heading', { name: 'Portal do Parceiro (simulado)' }).waitFor()
  return portal
}

test('a fresh store connects iFood by code on a phone, and a test order comes to its board', async () => {
  const page = await openSignedIn(panel, 'outra@balcao.example', '/nova-loja', phone)
  await openStore(page)
  await page.waitForURL(/[?&]store=/)
  const storeId = new URL(page.url()).searchParams.get('store') ?? ''
  await page.goto(`/settings?tab=integracoes&store=${storeId}`)
  await page.getByRole('heading', { name: 'Conectar o iFood' }).waitFor()
  await expectFitting(page, 'a store without iFood')
  await expectAccessible(page, 'a store without iFood')
  await page.getByRole('button', { name: 'Conectar por código' }).click()
  await page.getByText(/^Vale por mais \d+:\d\d$/).waitFor()
  await expectFitting(page, 'the user code')
  await expectAccessible(page, 'the user code')

  const portal = await atPortal(page)
  await portal.getByRole('checkbox', { name: free }).check()
  await portal.getByRole('button', { name: 'Autorizar' }).click()
  const authorizationCode = await portal.locator('output').innerText()
  // Whatever happens to the phone meanwhile, the step is kept.
  await page.reload()
  await page.getByLabel('Código de autorização').fill('ERRADO')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('O canal não aceitou este código.').waitFor()
  await page.getByLabel('Código de autorização').fill(authorizationCode)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('checkbox', { name: new RegExp(free) }).waitFor()
  await expectAccessible(page, 'the merchants')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await page.getByText('3 itens no cardápio de lá.').waitFor()
  await expectFitting(page, 'the checks')
  await page.getByRole('button', { name: 'Conectar', exact: true }).click()
  await page.getByText('Falta ver um pedido chegar.').waitFor()

  await portal.goto(new URL('/portal', portal.url()).href)
  await portal
    .getByRole('listitem')
    .filter({ hasText: free })
    .getByRole('button', { name: 'Fazer pedido de teste' })
    .click()
  const arrived = page.getByText(/^O pedido de teste .+ chegou às/)
  await arrived.waitFor()
  const name = /teste (\S+)/.exec(await arrived.innerText())?.[1] ?? ''
  await expectAccessible(page, 'the test order')
  await page.getByRole('button', { name: 'Concluir' }).click()
  await page
    .getByRole('region', { name: 'iFood' })
    .getByText(/^(Aberto|Fechado|Sem notícia)$/)
    .waitFor()
  await expectFitting(page, 'a connected channel')
  await page.goto('/menu/orders')
  await page
    .getByText(new RegExp(name.split('-')[1] ?? name))
    .first()
    .waitFor({ state: 'attached' })
  await page.context().close()
})

test('an owner marks a new contract for a coming day, and takes it back', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=integracoes')
  await page.getByRole('button', { name: 'Mudar contrato' }).click()
  const form = page.getByRole('form', { name: 'Contrato do iFood' })
  await form.getByLabel('Comissão (%)').fill('41')
  await form.getByRole('button', { name: 'Salvar contrato' }).click()
  await form.getByText('De 0 a 40, como 12 ou 23,5.').waitFor()
  await form.getByLabel('Comissão (%)').fill('23')
  await form.getByLabel('Mensalidade (R$)').fill('150')
  await form.getByRole('textbox', { name: 'Vale desde' }).fill('01/01/2099')
  await expectAccessible(page, 'the form of a contract')
  await expectFitting(page, 'the form of a contract')
  await form.getByRole('button', { name: 'Salvar contrato' }).click()
  await page.getByText(/^A partir de 1 de jan\. de 2099: 23.+150,00 por mês\.$/).waitFor()
  await expectFitting(page, 'a coming contract')
  await page.getByRole('button', { name: 'Desmarcar' }).click()
  await page.getByText('Contrato desmarcado.').waitFor()
  await page.context().close()
})

test('an owner reads what a disconnection means, and types the store’s name', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=integracoes')
  await page.getByRole('button', { name: 'Verificar agora' }).click()
  await page.getByText(/itens no cardápio de lá\./).waitFor()
  await expectAccessible(page, 'a connected channel')
  await page.getByRole('button', { name: 'Desconectar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Desconectar o iFood' })
  const field = dialog.getByLabel(/^Digite .+ para confirmar$/)
  const name = ((await dialog.getByText(/^Digite .+ para confirmar$/).innerText()) || '')
    .replace('Digite ', '')
    .replace(' para confirmar', '')
  await field.fill('outra')
  await dialog.getByRole('button', { name: 'Desconectar' }).click()
  await dialog.getByText(/^Digite o nome da loja como ele é/).waitFor()
  await expectAccessible(page, 'the disconnection')
  await field.fill(name)
  await dialog.getByRole('button', { name: 'Desconectar' }).click()
  await page.getByRole('heading', { name: 'iFood desconectado' }).waitFor()
  expect(await page.getByRole('button', { name: 'Conectar por código' }).isVisible()).toBe(true)
  await page.context().close()
})
