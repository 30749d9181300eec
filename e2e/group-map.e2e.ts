import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { onDatabase } from './on-database.ts'
import { answered, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
  // The demo's groups have too few stores for a map.
  await onDatabase(panel.databaseUrl(), async (client) => {
    await client.query(
      `insert into groups (id, name, owner_id, stores_count)
       select 'aaaaaaaa-0000-7000-8000-000000000001', 'Toda a rede', owner_id, 6 from groups limit 1`,
    )
    await client.query(
      "insert into group_slugs (slug, group_id) values ('toda-a-rede', 'aaaaaaaa-0000-7000-8000-000000000001')",
    )
    await client.query(
      `insert into group_stores (store_id, group_id, position)
       select distinct store_id, 'aaaaaaaa-0000-7000-8000-000000000001'::uuid, 0 from group_stores`,
    )
  })
})
afterAll(() => panel.stop())

const looks = looksOfThisRun(
  [390, 1280, 1440, 1920].flatMap((width) => [
    { width, theme: 'light' as const },
    { width, theme: 'dark' as const },
  ]),
)

test.for(looks)('six stores in two towns are two drawings and one table, at %o', async (look) => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/toda-a-rede', look)
  await answered(page)
  const map = page.getByRole('region', { name: 'Onde estão' })
  await map.scrollIntoViewIfNeeded()
  await map.getByText('6 lojas no mapa.').waitFor()
  await map.getByText('São Paulo', { exact: true }).waitFor()
  await map.getByText('Manaus', { exact: true }).waitFor()
  for (const { name } of demoStores.slice(0, 6))
    expect(await map.getByRole('row').filter({ hasText: name }).count()).toBe(1)
  await expectFitting(page)
  await page.context().close()
})

test('a group of four stores has no map', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/sabor-da-vila')
  await answered(page)
  await page.getByRole('heading', { name: 'Pedidos por loja e hora' }).waitFor()
  expect(await page.getByRole('region', { name: 'Onde estão' }).count()).toBe(0)
  await page.context().close()
})
