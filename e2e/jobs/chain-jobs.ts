import { until } from '../../server/testing/until.ts'
import type { Job } from './daily-jobs.ts'
import { grill, otherStore, type Stores } from './stores.ts'

const dayMs = 86_400_000

/** What the owner of a chain does for all stores at once; the last one makes the chain a hundred stores. */
export const chainJobs: readonly Job[] = [
  {
    name: 'Decide a holiday in all stores',
    path: '/menu',
    atMost: 3,
    prepare: async (stores, width) => {
      // The other width has decided the day before.
      const day = localDay(width === 390 ? 2 : 1)
      await stores.rows('update stores set own_holidays = $1', [
        JSON.stringify([{ name: 'Aniversário da cidade', monthDay: day.slice(5) }]),
      ])
      await stores.rows('delete from special_days where day >= $1', [day])
      return day
    },
    work: async (page, { hand, rows, subject }) => {
      await hand.press(page.getByRole('region', { name: 'Feriado' }).getByRole('button', { name: 'Decidir' }))
      const dialog = page.getByRole('dialog')
      await hand.press(dialog.getByRole('radio', { name: 'Fechada' }))
      await hand.press(dialog.getByRole('button', { name: 'Salvar nas 6 lojas' }))
      await until(async () => {
        const [decided] = await rows<{ stores: number }>(
          "select count(distinct store_id)::int as stores from special_days where day = $1 and kind = 'closed'",
          [subject],
        )
        return decided?.stores === 6 || undefined
      })
    },
  },
  {
    name: 'Know the worst store of the hour',
    path: '/sabor-da-vila',
    atMost: 0,
    prepare: async (stores) => {
      // A store that had forty orders in this hour on the last four same weekdays, and next to none today.
      const hour = (Number(localHour()) + 23) % 24
      await stores.rows(
        `update sales_day_hours set orders_${hour} = 40
         where store_id = $1 and business_day in (
           select running_day($1, now()) - 7 * week from generate_series(1, 4) week)`,
        [otherStore.id],
      )
      return otherStore.name
    },
    work: async (page, { subject }) => {
      await page
        .getByRole('main')
        .getByText(new RegExp(`${subject} ficou mais longe do próprio comum`))
        .waitFor()
    },
  },
  {
    name: 'Pause an item in a hundred stores',
    path: '/menu/orders',
    atMost: 4,
    prepare: async (stores, width) => {
      await growTo(stores, 100)
      return width < 600 ? 'Refrigerante lata' : 'Água com gás'
    },
    work: async (page, { hand, subject, width, rows }) => {
      const menu = page
        .getByRole('navigation', { name: /^Principal/ })
        .or(page.getByRole('banner'))
        .getByRole('link', { name: /^Cardápio/ })
        .first()
      await hand.press(menu)
      await hand.press(page.getByLabel('Buscar no cardápio'))
      await page.keyboard.type(subject)
      await hand.press(page.getByRole('button', { name: subject, exact: true }).first())
      await hand.press(page.getByRole('button', { name: 'Pausar em todas as lojas (100)' }))
      await page.getByText('pausado em todos os canais de 100 lojas').waitFor()
      const [paused] = await rows<{ stores: number }>(
        `select count(distinct p.store_id)::int as stores from menu_item_pauses p
           join menu_items i on i.store_id = p.store_id and i.id = p.item_id
         where i.name = $1 and p.ended_at is null`,
        [subject],
      )
      if (paused?.stores !== 100) throw new Error(`${paused?.stores} of 100 stores at ${width}`)
    },
  },
]

/** The day in São Paulo, this many days from now. */
const localDay = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * dayMs)

const localHour = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit' }).format(Date.now())

/** More stores of the same owner, each a copy of the first with its own menu. */
async function growTo(stores: Stores, count: number): Promise<void> {
  const [owned] = await stores.rows<{ stores: number; uid: string }>(
    `select count(*)::int as stores, e.uid from access_entries e join users u on u.uid = e.uid
     where u.email = 'dona@balcao.example' group by e.uid`,
  )
  for (let at = owned?.stores ?? count; at < count; at += 1) {
    const id = `bbbbbbbb-0000-7000-8000-${String(at).padStart(12, '0')}`
    await stores.rows(
      `insert into stores select (jsonb_populate_record(s, jsonb_build_object(
         'id', $2::text, 'name', 'Filial ' || $3::text, 'code', null))).* from stores s where s.id = $1`,
      [grill.id, id, String(at)],
    )
    for (const table of [
      'menu_states',
      'menu_categories',
      'menu_items',
      'menu_option_groups',
      'menu_options',
      'menu_item_option_groups',
    ])
      await stores.rows(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('store_id', $2::text))).*
         from ${table} t where t.store_id = $1`,
        [grill.id, id],
      )
    await stores.rows('insert into access_entries (store_id, uid, role) values ($1, $2, 3)', [id, owned?.uid])
  }
}
