import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { chainOf } from './jobs/chain-of-stores.ts'
import { looksOfThisRun } from './looks.ts'
import { onDatabase } from './on-database.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
/** The stores of the second page. */
let beyond: string[]
beforeAll(async () => {
  panel = await startPanel()
  await onDatabase(panel.databaseUrl(), async (client) => {
    await chainOf(
      {
        rows: async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
          (await client.query<Row>(statement, [...values])).rows,
      },
      103,
      'Água com gás',
    )
    await client.query(
      `insert into groups (id, name, owner_id, stores_count)
       select 'aaaaaaaa-0000-7000-8000-000000000002', 'Rede grande', owner_id, 103 from groups limit 1`,
    )
    await client.query(
      "insert into group_slugs (slug, group_id) values ('rede-grande', 'aaaaaaaa-0000-7000-8000-000000000002')",
    )
    // In the order in which a session reads them: those of the second page are beyond its hundred.
    await client.query(
      `insert into group_stores (store_id, group_id, position)
       select a.store_id, 'aaaaaaaa-0000-7000-8000-000000000002', row_number() over (order by store_id)
       from access_entries a where uid = 'demo-dona'`,
    )
    const { rows } = await client.query<{ name: string }>(
      `select s.name from access_entries a join stores s on s.id = a.store_id
       where a.uid = 'demo-dona' order by a.store_id desc limit 3`,
    )
    beyond = rows.map(({ name }) => name)
  })
})
afterAll(() => panel.stop())

const open = async (path: string, look: Look): Promise<Page> => {
  const page = await openSignedIn(panel, 'dona@balcao.example', path, look)
  await answered(page)
  return page
}
const pages = (page: Page) => page.getByRole('navigation', { name: 'Páginas do grupo' })

test.for(
  looksOfThisRun(
    [390, 1280, 1440, 1920].flatMap((width) => [
      { width, theme: 'light' as const },
      { width, theme: 'dark' as const },
    ]),
  ),
)(
  'a chain of a hundred and three says which hundred it shows, and leads to the others, at %o',
  async (look) => {
    const page = await open('/rede-grande', look)
    await pages(page).getByText('Lojas 1 a 100 de 103').waitFor()
    await page.getByRole('region', { name: 'Agora em 100 lojas' }).waitFor()
    await expectFitting(page, 'the first hundred')
    await pages(page).getByRole('link', { name: '101 a 103' }).click()
    await pages(page).getByText('Lojas 101 a 103 de 103').waitFor()
    await page.getByRole('region', { name: 'Agora em 3 lojas' }).waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    expect(await pages(page).locator('[aria-current]').allInnerTexts()).toEqual(['101 a 103'])
    await page.reload()
    await page.getByRole('region', { name: 'Agora em 3 lojas' }).waitFor()
    await expectFitting(page, 'the other three')
    await page.context().close()
  },
)

test('a store of the second page leads to its own report, though the session did not begin with it', async () => {
  const page = await open('/rede-grande?page=2', {})
  const ranking = page.getByRole('region', { name: 'Quem vende mais' })
  for (const name of beyond) expect(await ranking.getByRole('link', { name, exact: true }).count()).toBe(1)
  const [name = ''] = beyond
  await ranking.getByRole('link', { name, exact: true }).click()
  await page.waitForURL(/\/reports\/daily/)
  await page.getByRole('heading', { level: 1 }).getByText(name, { exact: true }).waitFor()
  await page.context().close()
})

test('the group’s form lists every store, and saving a name loses none', async () => {
  const page = await open('/rede-grande?page=2', {})
  await page.getByRole('button', { name: 'Editar grupo' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Rede grande' })
  await form.getByText('103 escolhidas').waitFor()
  for (const name of beyond)
    expect(await form.getByRole('checkbox', { name, exact: true }).isChecked()).toBe(true)
  await form.getByLabel('Nome do grupo').fill('Rede maior')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Grupo Rede maior salvo.').waitFor()
  await pages(page).getByText('Lojas 101 a 103 de 103').waitFor()
  await page.context().close()
})

test('what waits in a store of the second page is acted on there', async () => {
  const [name = ''] = beyond
  await onDatabase(panel.databaseUrl(), async (client) => {
    await client.query(
      `insert into whatsapp_lines (store_id, id, driver, method, number, line_key, state, state_since, cause, tries, opened_at,
         connected_by, created_at)
       select id, gen_random_uuid(), 'evolution', 'qr', '5511988887777', gen_random_uuid(), 'closed',
         now() - interval '22 minutes', 'unlinked', 1, now() - interval '9 hours', 'demo-dona', now() - interval '9 hours'
       from stores where name = $1`,
      [name],
    )
  })
  const page = await open('/rede-grande?page=2', { width: 390, height: 844 })
  const row = page
    .getByRole('region', { name: /^Precisa de você/ })
    .getByRole('listitem')
    .filter({ hasText: 'WhatsApp fora do ar' })
  await row.getByRole('button', { name: /^Conectar/ }).click()
  const dialog = page.getByRole('dialog', { name: `WhatsApp de ${name}` })
  await dialog.getByText('(11) 98888-7777', { exact: false }).first().waitFor()
  await expectFitting(page, 'a line of the second page')
  await page.context().close()
})
