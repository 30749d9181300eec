import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

const owner = 'dona@balcao.example'
const [brasa, cantina] = demoStores

let panel: Panel
let database: pg.Client
beforeAll(async () => {
  panel = await startPanel()
  database = new pg.Client({ connectionString: panel.databaseUrl() })
  await database.connect()
  // The server's own looks would end what is planted.
  await database.query(
    `insert into leases (name, holder, until) values ('shift-alerts', 'test', now() + interval '1 hour')
     on conflict (name) do update set holder = 'test', until = excluded.until`,
  )
  await plant(brasa?.id ?? '', 'few-orders', 4, 13.5, null)
  await plant(cantina?.id ?? '', 'many-cancelled', 5, 0.5, null)
  // Wrong four times of five: silenced.
  for (const verdict of ['wrong', 'wrong', 'wrong', 'wrong', 'right'])
    await plant(cantina?.id ?? '', 'many-orders', 19, 8, verdict)
})
afterAll(async () => {
  await database.end()
  await panel.stop()
})

/** Open where no verdict is given. */
const plant = (storeId: string, kind: string, counted: number, usual: number, verdict: string | null) =>
  database.query(
    `insert into shift_alerts (store_id, id, kind, business_day, from_at, raised_at, ended_at, counted, usual, told, verdict)
     select $1, gen_random_uuid(), $2, running_day($1, now()), at - interval '20 minutes', at,
       case when $5::text is null then null else at end, $3, $4, true, $5
     from (select now() - case when $5::text is null then interval '0' else interval '1 day' end as at) moment`,
    [storeId, kind, counted, usual, verdict],
  )

const openPage = async (path: string, look: Look = {}): Promise<Page> => {
  const page = await openSignedIn(panel, owner, path, look)
  await answered(page)
  return page
}
const alerts = (page: Page) => page.getByRole('region', { name: 'Fora do normal' })

test.for(
  looksOfThisRun(
    [390, 1280, 1440, 1920].flatMap((width) => [
      { width, theme: 'light' as const },
      { width, theme: 'dark' as const },
    ]),
  ),
)('what is unlike the stores’ own hour fits at %o', async (look) => {
  const page = await openPage('/sabor-da-vila', look)
  await alerts(page)
    .getByText(/^4 pedidos entre .* costuma ter 14\.$/)
    .waitFor()
  await alerts(page)
    .getByText(/^5 pedidos cancelados entre .* costuma ter perto de 1\.$/)
    .waitFor()
  await alerts(page).scrollIntoViewIfNeeded()
  await expectFitting(page)
  await page.context().close()
})

test('in Agora an owner snoozes a kind, which stays said, and lets it speak again', async () => {
  const page = await openPage('/menu')
  const line = alerts(page).getByRole('listitem').filter({ hasText: '4 pedidos' })
  await line.getByRole('button', { name: 'Adiar', exact: true }).click()
  await page.getByRole('button', { name: 'Por 1 hora' }).click()
  await alerts(page)
    .getByText(/Menos pedidos que o normal: adiado até/)
    .waitFor()
  await alerts(page)
    .getByRole('button', { name: `Voltar a avisar em ${brasa?.name ?? ''}` })
    .click()
  await alerts(page)
    .getByText(/adiado até/)
    .waitFor({ state: 'detached' })
  await page.context().close()
})

test('an owner says that an alert was right, and lets a silenced kind speak again', async () => {
  const page = await openPage('/sabor-da-vila')
  await alerts(page).getByText('silenciado, acertou 1 dos últimos 5.', { exact: false }).waitFor()
  await alerts(page).getByText('Os alertas acertaram 1 de 5 nos últimos 60 dias.', { exact: false }).waitFor()
  await alerts(page)
    .getByRole('button', { name: `Voltar a avisar em ${cantina?.name ?? ''}` })
    .click()
  await alerts(page)
    .getByText(/silenciado/)
    .waitFor({ state: 'detached' })
  await alerts(page)
    .getByRole('button', { name: `Acertou em ${cantina?.name ?? ''}` })
    .click()
  await alerts(page)
    .getByText(/^Acertou, disse /)
    .waitFor()
  await alerts(page).getByText('Os alertas acertaram 2 de 6 nos últimos 60 dias.', { exact: false }).waitFor()
  expect(
    await alerts(page)
      .getByRole('button', { name: /^Acertou em/ })
      .count(),
  ).toBe(1)
  await page.context().close()
})
