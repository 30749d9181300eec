import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { onDatabase } from './on-database.ts'
import { answered, openSignedIn, startPanel, type Panel } from './panel.ts'

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
  'an owner puts somebody into the group’s team and takes them out again, at %o',
  async (look) => {
    const page = await openSignedIn(panel, 'dona@balcao.example', '/norte-grill', look)
    await answered(page)
    await page.getByRole('button', { name: 'Equipe do grupo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Ninguém ainda.').waitFor()
    await expectFitting(page)
    await dialog.getByRole('button', { name: 'Pôr alguém' }).click()
    await dialog.getByRole('button', { name: 'Pôr no grupo' }).click()
    await dialog.getByText('Informe o e-mail.').waitFor()
    await dialog.getByLabel('E-mail').fill(`regional${look.width}${look.theme}@balcao.example`)
    await dialog.getByLabel('Nome (opcional)').fill('Rita Regional')
    await expectFitting(page)
    await dialog.getByRole('button', { name: 'Pôr no grupo' }).click()
    await dialog.getByText('Convite enviado: Norte Grill Centro, Norte Grill Adrianópolis').waitFor()
    await expectFitting(page)
    await dialog.getByRole('button', { name: 'Tirar Rita Regional do grupo' }).click()
    await dialog.getByRole('button', { name: 'Tirar do grupo' }).click()
    await dialog.getByText('Ninguém ainda.').waitFor()
    await page.context().close()
  },
)

test('an owner is asked about a person of a group that the store is in, and agrees', async () => {
  // Given by somebody of another store of the group, who may not give anything in this one.
  await onDatabase(panel.databaseUrl(), (client) =>
    client.query(
      `insert into group_grants (group_id, id, email, name, role, given_by, given_by_name, given_at)
       select g.id, gen_random_uuid(), 'paulo@balcao.example', 'Paulo Regional', 2, g.owner_id, 'Sócio', now()
       from groups g join group_slugs s on s.group_id = g.id where s.slug = 'norte-grill'`,
    ),
  )
  for (const look of [
    { width: 390, theme: 'dark' as const },
    { width: 1440, theme: 'light' as const },
  ]) {
    const page = await openSignedIn(panel, 'dona@balcao.example', '/menu', look)
    await answered(page)
    const offers = page.getByRole('region', { name: 'Equipe de grupos' })
    await offers.getByText('Paulo Regional para Norte Grill Centro?').waitFor()
    await offers.scrollIntoViewIfNeeded()
    await expectFitting(page)
    await page.context().close()
  }
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=team')
  const offers = page.getByRole('region', { name: 'Equipe de grupos' })
  await offers.getByRole('button', { name: 'Recusar Paulo Regional em Norte Grill Adrianópolis' }).click()
  await page.getByText('Paulo Regional não entra na loja.').waitFor()
  await offers.getByRole('button', { name: 'Aceitar Paulo Regional em Norte Grill Centro' }).click()
  await page.getByText('Paulo Regional recebe o convite da loja.').waitFor()
  await offers.waitFor({ state: 'detached' })
  await page.getByText('paulo@balcao.example').first().waitFor()
  expect(await page.getByText('convite pendente').count()).toBe(1)
  await page.context().close()
})
