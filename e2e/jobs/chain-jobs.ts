import { until } from '../../server/testing/until.ts'
import { board, place, type Job } from './job.ts'
import { chainOf } from './chain-of-stores.ts'
import { otherStore } from './stores.ts'

const dayMs = 86_400_000

/** What the owner of a chain decides or sees for all stores at once. */
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
      // A store that had forty orders more in this hour on the last four same weekdays. Its usual hours come from sums over all
      // weeks so far (server/reports/figures/period/period-hours.ts), so each week adds to the sum of the one before.
      const hour = (Number(localHour()) + 23) % 24
      await stores.rows(
        `update sales_weekday_hours set orders_${hour} = orders_${hour} + 40 * (5 - week) from generate_series(1, 4) week
         where store_id = $1 and platform = 'balcao' and business_day = running_day($1, now()) - 7 * week`,
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
  // The last one: the chain stays that long.
  {
    name: 'Pause an item in 100 stores',
    path: board,
    atMost: 4,
    prepare: async (stores) => {
      await chainOf(stores, 100, drink)
      return drink
    },
    work: async (page, { hand, rows, subject }) => {
      await hand.press(place(page, 'Cardápio'))
      await page.getByLabel('Buscar no cardápio').fill(subject)
      await hand.press(page.getByRole('button', { name: subject, exact: true }).first())
      await hand.press(page.getByRole('button', { name: 'Pausar em todas as lojas (100)' }))
      await until(async () => {
        const [paused] = await rows<{ stores: number }>(
          `select count(distinct p.store_id)::int as stores
           from menu_item_pauses p join menu_items i on i.store_id = p.store_id and i.id = p.item_id
           where i.name = $1 and p.ended_at is null`,
          [subject],
        )
        return paused?.stores === 100 || undefined
      })
    },
  },
]

/** Sold by all stores of the owner. */
const drink = 'Água com gás'

/** The day in São Paulo, this many days from now. */
const localDay = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * dayMs)

const localHour = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit' }).format(Date.now())
