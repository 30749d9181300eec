import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openPanel, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const looks = looksOfThisRun(
  [390, 1280, 1440, 1920].flatMap((width) => [
    { width, theme: 'light' as const },
    { width, theme: 'dark' as const },
  ]),
)

test.for(looks)(
  'an owner gives an accountant a link, who downloads a month, and ends it, at %o',
  async (look) => {
    const owner = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=contador', look)
    await answered(owner)
    await owner.getByRole('button', { name: 'Criar link' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Criar link' }).click()
    await dialog.getByText('Diga de quem é o link.').waitFor()
    await dialog.getByLabel('De quem é o link').fill('Contábil Souza')
    await dialog.getByLabel('Vendas por dia e forma de pagamento').check()
    await dialog.getByLabel('Cantina Aurora').check()
    await expectFitting(owner)
    await dialog.getByRole('button', { name: 'Criar para 2 lojas' }).click()
    const address = await dialog.getByLabel('Endereço').inputValue()
    await expectFitting(owner)
    await dialog.getByRole('button', { name: 'Pronto' }).click()
    await owner.getByText('Ainda não foi usado.').waitFor()
    await owner.getByRole('heading', { name: 'Links para o contador' }).scrollIntoViewIfNeeded()
    await expectFitting(owner)

    const accountant = await openPanel(panel, new URL(address).pathname + new URL(address).hash, look)
    await accountant.getByRole('heading', { name: 'Arquivos para o contador' }).waitFor()
    expect(accountant.url()).not.toContain('#')
    await accountant.getByText('Cantina Aurora').waitFor()
    await expectFitting(accountant)
    const [saved] = await Promise.all([
      accountant.waitForEvent('download'),
      accountant.getByRole('button', { name: 'Dados fiscais do mês, Excel' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^fiscal-\d{4}-\d\d\.xlsx$/)

    await owner.getByRole('button', { name: 'Encerrar o link de Contábil Souza' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await owner.getByText('Nenhum link aberto para esta loja.').waitFor()
    await accountant.getByRole('button', { name: 'Dados fiscais do mês, CSV' }).click()
    await accountant.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
    await expectFitting(accountant)
    await accountant.context().close()
    await owner.context().close()
  },
)

test('a cut address and an unknown link say what to do', async () => {
  const page = await openPanel(panel, '/contador', { width: 390 })
  await page.getByRole('heading', { name: 'Abra o link que a loja mandou' }).waitFor()
  await expectFitting(page)
  const unknown = await openPanel(panel, `/contador#${'x'.repeat(43)}`, { width: 390 })
  await unknown.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
  await page.context().close()
  await unknown.context().close()
})
