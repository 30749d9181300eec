import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoStores, type DemoStore } from '../demo/demo-stores.ts'
import { simulatorControl } from '../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../simulator/start-simulator.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

const [store] = demoStores as unknown as readonly [DemoStore]
const owner = 'dona@balcao.example'
const phone: Look = { width: 390, height: 844 }
const dayMs = 86_400_000
let simulator: Simulator
let panel: Panel
let database: pg.Client

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'e2e', clientSecret: 'secret', port: 0 })
  const merchants = demoStores.map(({ merchantId, name }) => ({ merchantId, name, menu: [] }))
  await simulatorControl(simulator.url).setMerchants(merchants)
  panel = await startPanel({
    environment: { IFOOD_BASE_URL: simulator.url, IFOOD_CLIENT_ID: 'e2e', IFOOD_CLIENT_SECRET: 'secret' },
  })
  database = new pg.Client({ connectionString: panel.databaseUrl() })
  await database.connect()
  // Open at every hour of the day.
  const week = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map(
    (weekday) => ({ weekday, start: '00:00', end: '00:00' }),
  )
  await database.query('update stores set opening_hours = $1, active = true', [JSON.stringify(week)])
  await database.query('delete from special_days')
  await database.query('delete from breaks')
})
afterAll(async () => {
  await database.end()
  await panel.stop()
  await simulator.stop()
})
beforeEach(async () => {
  await database.query('delete from presence_gaps')
  await database.query('delete from presence')
})

const settings = (look: Look = {}): Promise<Page> =>
  openSignedIn(panel, owner, `/settings?tab=integracoes&store=${store.id}`, look)
/** What its manager chose, and since when it is watched. */
const chosen = (mode: string, days: number) =>
  database.query('insert into presence (store_id, mode, watched_since, version) values ($1, $2, $3, 1)', [
    store.id,
    mode,
    new Date(Date.now() - days * dayMs),
  ])
/** From its end on, in minutes ago; null: it lasts. */
const gap = (mode: string, dueInMs: number, endedMinutesAgo: number | null) =>
  database.query(
    `insert into presence_gaps (store_id, id, platform, mode, cause, found_at, due_at, ended_at)
     values ($1, gen_random_uuid(), 'ifood', $2, 'sound', now(), $3, $4)`,
    [
      store.id,
      mode,
      new Date(Date.now() + dueInMs),
      endedMinutesAgo === null ? null : new Date(Date.now() - endedMinutesAgo * 60_000),
    ],
  )

test('the settings say what presence would have done, and a week of watching comes before pausing', async () => {
  await chosen('watch', 2)
  await gap('watch', -60 * 60_000, 43)
  await gap('watch', -26 * 60 * 60_000, 25 * 60)
  const page = await settings()
  const part = page.getByRole('region', { name: 'Quem veria um pedido' })
  await part.getByText('Nos últimos 30 dias teria pausado 2 vezes.').waitFor()
  expect(await part.getByRole('listitem').count()).toBe(2)
  expect(await part.getByRole('radio', { name: /^Observar/ }).isChecked()).toBe(true)
  const pause = part.getByRole('radio', { name: /^Pausar/ })
  expect(await pause.isDisabled()).toBe(true)
  await part.getByText('Pode ser escolhido depois da primeira semana de observação').waitFor()
  await expectAccessible(page, 'presence in the settings')
  await part.getByRole('radio', { name: /^Avisar, não pausar/ }).check()
  await page.getByText('Quando ninguém veria um pedido: Observar → Avisar, não pausar').waitFor()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).waitFor({ state: 'detached' })
  await page.reload()
  await answered(page)
  await part.getByText('Nos últimos 30 dias').waitFor()
  expect(await part.getByRole('radio', { name: /^Avisar, não pausar/ }).isChecked()).toBe(true)
})

test('a store that was watched for a week may be paused, on a phone too', async () => {
  await chosen('watch', 8)
  const page = await settings(phone)
  const part = page.getByRole('region', { name: 'Quem veria um pedido' })
  await part.getByText('Nenhuma vez desde').waitFor()
  await part.getByRole('radio', { name: /^Pausar/ }).check()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).waitFor({ state: 'detached' })
  await expectFitting(page, 'presence in the settings')
  const { rows } = await database.query('select mode from presence where store_id = $1', [store.id])
  expect(rows).toEqual([{ mode: 'pause' }])
})

for (const look of [{ width: 1440 }, { width: 768 }, phone])
  test(`the board counts down until iFood closes, and a tap on the sound ends it, ${String(look.width)} px wide`, async () => {
    await chosen('pause', 8)
    // Long enough for the test; the server began moments ago, and neither pauses nor opens before it has listened.
    await gap('pause', 20 * 60_000, null)
    const page = await openSignedIn(panel, owner, '/menu/orders', look)
    const strip = page.getByText(/fecha em \d+:\d\d/)
    await strip.waitFor()
    await page.getByText('sem som, ninguém ouviria um pedido').waitFor({ state: 'attached' })
    await expectAccessible(page, 'the board with a countdown')
    await expectFitting(page, 'the board with a countdown')
    const sound = page.getByRole('button', { name: 'Ligar o som' }).first()
    expect((await sound.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await sound.click()
    await strip.waitFor({ state: 'detached' })
    const { rows } = await database.query(
      'select 1 from presence_gaps where ended_at is null and store_id = $1',
      [store.id],
    )
    expect(rows).toEqual([])
  })
