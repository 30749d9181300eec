import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectFitting } from './axe.ts'
import { openStoreAndPrint } from './open-store.ts'
import { openPanel, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
const phone = { width: 390, height: 844 } as const

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

test('a new owner goes on a phone from the account to a printed test order, and skips what can wait', async () => {
  const page = await openPanel(panel, '/cadastro', phone)
  await openStoreAndPrint(panel, page, 'rita@novo.example', async (part, shown) => {
    await expectFitting(shown, part)
  })
  await page.getByRole('button', { name: 'Pular: Conecte um canal de venda' }).click()
  await page.getByRole('button', { name: 'Pular', exact: true }).click()
  await page.getByText('Escreva por que este passo pode esperar.').waitFor()
  await page.getByLabel('Por que pode esperar?').fill('Só vendemos no balcão')
  await page.keyboard.press('Enter')
  await page.getByText('Pulado por Rita Nova hoje: “Só vendemos no balcão”').waitFor()
  await page.getByRole('button', { name: 'Retomar: Conecte um canal de venda' }).click()
  await page.getByRole('button', { name: 'Pular: Conecte um canal de venda' }).waitFor()
  // Home says how far it has come; the test order is in no figure of it.
  await page.goto('/menu')
  await page.getByRole('link', { name: /Primeiros passos.*4 de 12/s }).waitFor()
  await page.getByText('Ainda não houve vendas').waitFor()
  await expectFitting(page, 'home with the first steps')
  await page.context().close()
})

test('a module says what it does before it is switched, and the new order follows', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=entrega')
  const delivery = page.getByRole('switch', { name: /^Entrega/ })
  await delivery.waitFor()
  await expectAccessible(page, 'the switch at the foot of the page')
  await delivery.press('Enter')
  await page.getByText('Ninguém lança mais entregas por aqui.').waitFor()
  await page.keyboard.press('Escape')
  expect(await delivery.getAttribute('aria-checked')).toBe('true')
  await delivery.click()
  await expectAccessible(page, 'the effect of a module')
  await page.getByRole('button', { name: 'Desligar', exact: true }).click()
  await page.getByText('Entrega: desligado.').waitFor()
  expect(await delivery.getAttribute('aria-checked')).toBe('false')
  const where = await page.getByText(/^vale para/).innerText()
  await page.goto('/menu/orders')
  await page.getByRole('button', { name: 'Novo pedido' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Novo pedido' })
  const store = dialog.getByLabel('Loja')
  if ((await store.count()) > 0) {
    const names = await store.getByRole('option').allInnerTexts()
    await store.selectOption({ label: names.find((name) => where.includes(name)) ?? '' })
  }
  const types = dialog.getByRole('group', { name: 'Tipo' })
  await expect.poll(() => types.getByText(/./).allInnerTexts()).toEqual(['Tipo', 'Retirada', 'Salão'])
  await page.context().close()
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('the first steps and the modules fit in %s at %i', async (theme, width) => {
  const look = { theme, width }
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=primeiros-passos', look)
  await page.getByText(/de 12 passos feitos/).waitFor()
  await expectFitting(page, 'the first steps')
  await page.goto('/settings?tab=orders')
  await page.getByRole('switch').first().waitFor()
  await expectFitting(page, 'the modules')
  await page.context().close()
})
