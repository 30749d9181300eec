import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { rowsOf } from './on-database.ts'
import { openPanel, type Panel } from './panel.ts'
import { startWholePanel } from './whole-panel.ts'

/** `LOOK=<folder>` keeps a picture of each look, to be looked at. */
const pictures = process.env.LOOK
let panel: Panel
beforeAll(async () => {
  panel = await startWholePanel()
})
afterAll(() => panel.stop())

test('one tap on a person of the demo signs in, by keyboard too, and nothing secret is in the bundle', async () => {
  const page = await openPanel(panel, '/')
  const people = page.getByRole('region', { name: /Demonstração/ }).getByRole('button')
  await people.first().waitFor()
  expect(await people.count()).toBe(4)
  await page.getByRole('button', { name: /Lia Campos/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Dados de demonstração').waitFor()
  const scripts = await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], script[src]')].map(
        async (element) => await (await fetch(element.href || element.getAttribute('src') || '')).text(),
      ),
    ),
  )
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.join('\n')).not.toContain('Balcao#2026')
  await page.context().close()
})

test('leaving the demo is explained on the sign-in page and inside', async () => {
  const page = await openPanel(panel, '/')
  await page.getByText('Sair da demonstração').click()
  await page.getByText('DEMO=off').waitFor()
  await page.getByRole('button', { name: /Marina Prado/ }).click()
  await page.getByRole('button', { name: 'Sair da demonstração' }).click()
  await page.getByRole('dialog', { name: 'Sair da demonstração' }).getByText('DEMO=off').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/conta')
  // The demo connects its channels as the owner, and leaves none of her devices behind.
  const connected = "select 1 from integrations where type in ('keeta', 'aiqfome') and status = 'active'"
  await expect.poll(() => rowsOf(panel.databaseUrl(), connected)).toHaveLength(2)
  const strangers = async () => {
    await page.reload()
    await page.getByText('este aparelho', { exact: true }).waitFor()
    return page.getByText('Aparelho desconhecido').count()
  }
  await expect.poll(strangers).toBe(0)
  await page.context().close()
})

test.each(
  looksOfThisRun([
    { width: 1440, height: 900, theme: 'light' },
    { width: 1440, height: 900, theme: 'dark' },
    { width: 390, height: 844, theme: 'light' },
    { width: 390, height: 844, theme: 'dark' },
  ] as const),
)("the demo's sign-in fits at $width wide in $theme and passes the accessibility rules", async (look) => {
  const page = await openPanel(panel, '/', look)
  await page.getByRole('button', { name: /Marina Prado/ }).waitFor()
  await keep(`sign-in-${look.width}-${look.theme}`)
  await expectFitting(page, 'the sign-in page of a demo')
  await page.getByText('Sair da demonstração').click()
  await expectFitting(page, 'the sign-in page with the way out of the demo')
  await keep(`sign-in-open-${look.width}-${look.theme}`)
  await page.getByRole('button', { name: /Marina Prado/ }).click()
  await page.getByRole('button', { name: 'Sair da demonstração' }).click()
  await page.getByRole('dialog').getByText('DEMO=off').waitFor()
  await keep(`leave-${look.width}-${look.theme}`)
  await page.context().close()

  async function keep(name: string): Promise<void> {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }
})

test('every store of the demo is open, whatever the hour, and its customers have no sessions of the visitor', async () => {
  const client = new pg.Client({ connectionString: panel.databaseUrl() })
  await client.connect()
  const { rows: hours } = await client.query<{ name: string; intervals: number }>(
    'select name, jsonb_array_length(opening_hours) as intervals from stores',
  )
  const { rows: sessions } = await client.query("select uid from sessions where uid = 'demo-outra'")
  await client.end()
  expect(hours).toHaveLength(7)
  expect(hours.every(({ intervals }) => intervals === 7)).toBe(true)
  expect(sessions).toEqual([])
  const page = await openPanel(panel, '/')
  await page.getByRole('button', { name: /Marina Prado/ }).click()
  await page.getByText('Dados de demonstração').waitFor()
  await page.goto('/menu')
  await page.getByText('6 abertas. Na vitrine').waitFor()
  expect(await page.getByText(/Fechada|Pausada|Desativada/).count()).toBe(0)
  await page.context().close()
})

test('a visitor finds an allergy, an order for later, a refund that a customer asks for and an older menu', async () => {
  const client = new pg.Client({ connectionString: panel.databaseUrl() })
  await client.connect()
  const counted = async (query: string) => (await client.query(query)).rowCount
  await expect
    .poll(() => counted("select 1 from order_items where detail ->> 'notes' like 'Alergia a amendoim%'"))
    .toBe(1)
  await expect.poll(() => counted("select 1 from orders where timing = 'SCHEDULED'")).toBeGreaterThan(0)
  await expect.poll(() => counted('select 1 from disputes where settled_at is null')).toBeGreaterThan(0)
  const { rows } = await client.query(
    'select distinct number, cause, by_name as by from menu_versions order by number',
  )
  expect(rows).toEqual([
    { number: 1, cause: 'import', by: 'Marina Prado' },
    { number: 2, cause: 'prices', by: expect.any(String) as string },
  ])
  expect(await counted('select 1 from stores where document is null')).toBe(0)
  await client.end()
})
