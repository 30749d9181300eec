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

test('where stores have other clocks, each row of the hours names its own', async () => {
  const rowOf = async (path: string, store: string, width: number) => {
    const page = await openSignedIn(panel, 'dona@balcao.example', path, { width, height: 900 })
    await answered(page)
    const hours = page.getByRole('region', { name: 'Pedidos por loja e hora' }).last()
    const words = await hours.getByRole('rowheader').filter({ hasText: store }).innerText()
    await page.context().close()
    return words
  }
  for (const width of [1440, 390]) {
    expect(await rowOf('/toda-a-rede', 'Norte Grill Centro', width)).toContain('Manaus')
    expect(await rowOf('/toda-a-rede', 'Cantina Aurora', width)).toContain('São Paulo')
    expect(await rowOf('/sabor-da-vila', 'Cantina Aurora', width)).not.toContain('São Paulo')
  }
})

test('with four points among six stores the table stands alone, and says what is missing; with five there is the map', async () => {
  const places = (points: number) =>
    onDatabase(panel.databaseUrl(), (client) =>
      client.query(
        `update stores s set address = case when number <= $1 then address || point else address - 'lat' - 'lng' end
         from (select id, row_number() over (order by id) as number,
             jsonb_build_object('lat', -23.5 - 0.01 * row_number() over (order by id), 'lng', -46.7) as point
           from stores where id in (select store_id from group_stores)) placed
         where placed.id = s.id`,
        [points],
      ),
    )
  await places(4)
  const page = await openSignedIn(panel, 'dona@balcao.example', '/toda-a-rede')
  await answered(page)
  const map = page.getByRole('region', { name: 'Onde estão' })
  await map.getByText('O mapa pede 5 lojas com o ponto no endereço, 2 estão sem ele.').waitFor()
  expect(await map.getByRole('row').count()).toBe(7)
  expect(await map.getByRole('figure').count()).toBe(0)
  await places(5)
  await page.reload()
  await map.getByText('5 lojas no mapa, 1 só na tabela: falta o ponto no endereço.').waitFor()
  expect(await map.getByRole('row').count()).toBe(7)
  expect(await map.getByRole('figure').count()).toBe(1)
  await page.context().close()
})

test('a group of four stores has no map', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/sabor-da-vila')
  await answered(page)
  await page.getByRole('heading', { name: 'Pedidos por loja e hora' }).waitFor()
  expect(await page.getByRole('region', { name: 'Onde estão' }).count()).toBe(0)
  await page.context().close()
})
