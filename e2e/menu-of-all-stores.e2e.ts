import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import { demoStores } from '../demo/demo-stores.ts'
import { expectAccessible } from './axe.ts'
import { onDatabase } from './on-database.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

/** Sold by all six stores of the owner. */
const drink = 'Água com gás'
let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

async function open(path: string, look: Look = {}, caller = 'dona'): Promise<Page> {
  return openSignedIn(panel, `${caller}@balcao.example`, path, look)
}

const inDatabase = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onDatabase(panel.databaseUrl(), work)

const pausedStores = () =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from menu_item_pauses p join menu_items i on i.store_id = p.store_id and i.id = p.item_id
       where i.name = $1 and p.ended_at is null and i.store_id = any ($2)`,
      [drink, demoStores.slice(0, 6).map(({ id }) => id)],
    )
    return Number(rows[0]?.count)
  })

test.each([
  ['the desktop', {}],
  ['the phone', { width: 390, height: 844 }],
] as const)(
  'on %s an item is paused in six stores with three presses from the board, and returned',
  async (_, look) => {
    const page = await open('/menu/orders', look)
    let presses = 0
    const press = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
      presses += 1
      await page.getByRole(role, { name, exact: true }).first().click()
    }
    await press('Cardápio', 'link')
    // Not counted: typing. Without a search the row is found by scrolling.
    await page.getByLabel('Buscar no cardápio').fill('agua gas')
    await press(drink)
    await press('Pausar em todas as lojas (6)')
    await page.getByText('pausado em todos os canais de 6 lojas').waitFor()
    expect(presses).toBeLessThanOrEqual(4)
    expect(await pausedStores()).toBe(6)
    await expectAccessible(page, 'what was just paused')
    await page.getByText('Pausado nas 6 lojas').waitFor()

    await page.getByRole('button', { name: drink, exact: true }).click()
    await page.getByRole('switch', { name: `${drink} à venda em Brasa & Cia` }).click()
    await page.getByText('de volta à venda em Brasa & Cia').first().waitFor()
    expect(await pausedStores()).toBe(5)
    await page.getByRole('button', { name: 'Voltar a vender em 5 lojas' }).click()
    await page.getByText('À venda nas 6 lojas').waitFor()
    expect(await pausedStores()).toBe(0)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText('Pausado em 5 de 6 lojas').waitFor()
    expect(await pausedStores()).toBe(5)
    await page.getByRole('button', { name: drink, exact: true }).click()
    await page.getByRole('button', { name: 'Voltar a vender em 5 lojas' }).click()
    await page.getByText('À venda nas 6 lojas').waitFor()
    await page.context().close()
  },
)

test('a store that fails is named with its reason and tried again alone', async () => {
  const [first] = demoStores
  if (!first) throw new Error('the demo has no store')
  await inDatabase((client) =>
    client.query(`
      create or replace function refuse_pause() returns trigger language plpgsql as $$ begin raise 'full disk'; end $$;
      create or replace trigger refuse_pause before insert on menu_item_pauses for each row
        when (new.store_id = '${first.id}') execute function refuse_pause()`),
  )
  const page = await open('/cardapio')
  await page.getByLabel('Buscar no cardápio').fill('beb-1')
  await page.getByRole('button', { name: drink, exact: true }).click()
  await page.getByRole('button', { name: 'Pausar em todas as lojas (6)' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'Não foi pausado em 1 loja' })
  await problem.getByText(first.name).waitFor()
  await expectAccessible(page, 'a store that failed')
  expect(await pausedStores()).toBe(5)
  await inDatabase((client) => client.query('drop function refuse_pause() cascade'))
  await problem.getByRole('button', { name: 'Tentar de novo em 1 loja' }).click()
  await problem.waitFor({ state: 'detached' })
  await expect.poll(pausedStores).toBe(6)
  await page.getByText('Pausado nas 6 lojas').waitFor()
  await page.getByRole('button', { name: drink, exact: true }).click()
  await page.getByRole('button', { name: 'Voltar a vender em todas as lojas (6)' }).click()
  await page.getByText('À venda nas 6 lojas').waitFor()
  await page.context().close()
})

test('the list is narrowed by search, by what is paused, and by folding a category', async () => {
  const page = await open('/cardapio')
  const rows = page.locator('main article')
  await rows.first().waitFor()
  const search = page.getByLabel('Buscar no cardápio')
  await search.fill('beb-1')
  await expect.poll(() => rows.count()).toBe(1)
  await search.fill('TEMAKIS atum')
  await rows.filter({ hasText: 'Temaki de atum' }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await search.fill('')
  const onlyPaused = page.getByRole('button', { name: /^Pausados \(\d+\)$/ })
  await onlyPaused.click()
  await rows.filter({ hasNotText: 'Pausado' }).first().waitFor({ state: 'detached' })
  expect(await rows.count()).toBeGreaterThan(0)
  await onlyPaused.click()
  const section = page.getByRole('heading', { name: /^Grelhados/ }).getByRole('button')
  await section.click()
  await expect.poll(() => rows.filter({ hasText: 'Picanha na brasa' }).count()).toBe(0)
  await section.click()
  await rows.filter({ hasText: 'Picanha na brasa' }).waitFor()
  await page.context().close()
})

test('an edit can go to the other stores too', async () => {
  const page = await open('/cardapio')
  await page.getByLabel('Buscar no cardápio').fill('beb-1')
  await page.getByRole('button', { name: drink, exact: true }).click()
  await page.getByRole('button', { name: `Editar ${drink} em Brasa & Cia` }).click()
  const dialog = page.getByRole('dialog', { name: `${drink} em Brasa & Cia` })
  await dialog.getByLabel(/Preço no cardápio/).fill('6,30')
  await dialog.getByLabel('Todas as outras (5)').check()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(`${drink} salvo em 6 lojas.`).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('listitem')
    .filter({ hasText: drink })
    .getByText(/^R\$\s6,30$/)
    .waitFor()
  await page.context().close()
})

test('of 2,000 items in six stores only those near the window are drawn, in each way of seeing them', async () => {
  await inDatabase((client) =>
    client.query(
      `insert into menu_items (store_id, id, category_id, name, description, external_code, product_key, price_cents, position)
       select c.store_id, gen_random_uuid(), c.id, 'Prato ' || n || ' com pão de alho', 'Água, sal e alho. ' || n, 'X-' || n, 'X-' || n, 1000 + n, 100 + n
       from (select distinct on (store_id) store_id, id from menu_categories where store_id = any ($1) order by store_id, position) c,
         generate_series(1, 2000) n`,
      [demoStores.slice(0, 6).map(({ id }) => id)],
    ),
  )
  const large = await open('/cardapio')
  // Six menus of 2,000 items are read first.
  await large.getByText(/2\.0\d\d itens/).waitFor({ timeout: 30_000 })
  expect(await large.locator('main article').count()).toBeLessThan(40)
  await large.getByLabel('Buscar no cardápio').fill('agua com gas pao de alho')
  await expect.poll(() => large.locator('main article').count()).toBeLessThan(40)
  for (const way of ['Organizar', 'Preço por loja']) {
    await large.getByLabel('Buscar no cardápio').fill('')
    await large.getByRole('button', { name: way, exact: true }).click()
    await large.locator('main').getByRole('list').waitFor()
    expect(await large.locator('main').getByRole('listitem').count(), way).toBeLessThan(60)
  }
  await large.context().close()
})
