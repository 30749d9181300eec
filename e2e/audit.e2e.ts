import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const open = (path: string, look: Look = {}): Promise<Page> =>
  openSignedIn(panel, 'dona@balcao.example', path, look)

test('a changed rule is found in the history of its section, with what it was before', async () => {
  const page = await open('/settings?tab=orders')
  const promised = page
    .getByRole('region', { name: 'Canal próprio' })
    .getByLabel('Prazo prometido no aceite (min)')
  await promised.fill('47')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(/^Salvo em /).waitFor()
  await page.getByRole('link', { name: 'Quem mudou o quê nesta parte' }).click()
  await page.getByRole('heading', { name: 'Documentos' }).waitFor()
  expect(await page.getByLabel('Assunto').inputValue()).toBe('orders')
  const newest = page.getByRole('listitem').filter({ hasText: 'mudou as regras dos pedidos' }).first()
  await newest.waitFor()
  await page.getByLabel('Assunto').selectOption('menu')
  await newest.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('assunto')).toBe('menu')
  await page.context().close()
})

test('the history fits and passes the accessibility rules', async () => {
  for (const look of [
    { width: 1440, height: 900 },
    { width: 390, height: 844, theme: 'dark' as const },
  ]) {
    const page = await open('/settings?tab=historico', look)
    await page.getByText('Ninguém pode mudar nem apagar').waitFor()
    await expectFitting(page, 'the history of changes')
    await page.context().close()
  }
})
