import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectFitting } from './axe.ts'
import { createAccount, openStore } from './open-store.ts'
import { openPanel, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const phone = { width: 390, height: 844 } as const

test('a new owner sets the week on a phone, and the store opens with its first dish', async () => {
  const page = await openPanel(panel, '/cadastro', phone)
  await createAccount(panel, page, 'rita@novo.example')
  await openStore(page)
  await page.getByRole('link', { name: 'Abrir os horários' }).click()
  await page.getByText('Sem horários a loja não abre.').waitFor()
  await page.getByText('Fechada agora').waitFor()
  await expectFitting(page, 'the first week')
  await page.getByRole('button', { name: 'Aberta 24 horas' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('o cardápio não tem nenhum item à venda.').waitFor()
  await expectAccessible(page, 'the hours')
  await page
    .getByRole('link', { name: /^Cardápio/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Incluir o primeiro prato' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome', { exact: true }).fill('Café coado')
  await dialog.getByLabel('Nome da categoria').fill('Bebidas')
  await dialog.getByLabel('Preço no cardápio (R$)').fill('6,00')
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await page.getByText('R$ 6,00').first().waitFor()
  await page.goto('/settings?tab=horarios')
  await page.getByText('Aberta agora').waitFor()
  await page.context().close()
})

test('an owner types a day, copies it, takes a break and decides a holiday for all stores', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=horarios')
  await page.getByRole('button', { name: /^Mudar segunda/ }).click()
  const day = page.getByRole('dialog')
  await day.getByLabel('Das', { exact: true }).fill('18:00')
  await day.getByLabel('Às', { exact: true }).fill('23:00')
  await page.getByRole('checkbox', { name: 'terça' }).check()
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByText('terça: 24 horas → 18:00 às 23:00').waitFor()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: 'Mudar terça: 18:00 às 23:00' }).waitFor()

  await page.getByRole('button', { name: 'Programar pausa' }).click()
  await page.getByLabel('Motivo').fill('Troca do gás')
  await page.getByRole('button', { name: 'Programar', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar a pausa Troca do gás' }).click()
  await page.getByText('Nenhuma pausa.').waitFor()

  await page.getByRole('button', { name: /^Natal/ }).click()
  await page.getByRole('radio', { name: 'Fechada' }).check()
  await page.getByRole('button', { name: /^Salvar nas \d lojas/ }).click()
  await page.getByRole('heading', { name: /^Feito em \d lojas$/ }).waitFor()
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: /^Natal.*: fechada/ }).waitFor()
  await expectAccessible(page, 'the hours')
  await page.context().close()
})

test('an owner changes the store’s letters', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=loja')
  await page.getByLabel('Sigla nos pedidos').fill('XY')
  await page.getByText('XY-31').waitFor()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(/^Salvo em /).waitFor()
  await page.reload()
  expect(await page.getByLabel('Sigla nos pedidos').inputValue()).toBe('XY')
  await expectAccessible(page, 'the data of the store')
  await page.context().close()
})

test('an owner changes the Pix key among the payments and sees the code to scan; the rest of the store stays', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=loja')
  const name = await page.getByLabel('Nome da loja').inputValue()
  await page.goto('/settings?tab=pagamentos')
  await page.getByLabel('Chave Pix').fill('529.982.247-25')
  await page.getByRole('img', { name: /^QR Code do Pix/ }).waitFor()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(/^Salvo em /).waitFor()
  await page.reload()
  expect(await page.getByLabel('Chave Pix').inputValue()).toBe('52998224725')
  await expectAccessible(page, 'the payments')
  await page.goto('/settings?tab=loja')
  expect(await page.getByLabel('Nome da loja').inputValue()).toBe(name)
  await page.context().close()
})

test('on the phone everything that stopping to sell asks is in view beside its button', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/lojas', phone)
  await page.getByRole('button', { name: 'Mais de Brasa & Cia' }).click()
  await page.getByRole('button', { name: 'Parar de vender' }).click()
  const dialog = page.getByRole('dialog', { name: 'Parar de vender em Brasa & Cia' })
  const stop = await dialog.getByRole('button', { name: /^Parar até/ }).boundingBox()
  const foot = await dialog.getByText(/^Volta sozinha/).boundingBox()
  expect((stop?.y ?? 0) + (stop?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  for (const asked of [
    ...(await dialog.getByRole('checkbox').all()),
    dialog.getByRole('link', { name: 'Prometer mais tempo' }),
  ]) {
    const box = await asked.boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
  }
  await expectAccessible(page, 'stopping to sell on a phone')
  await page.context().close()
})
