import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { demoStores } from '../../demo/demo-stores.ts'
import { orderIn } from '../menu-site.ts'
import { openSignedIn, startPanel, type Look, type OwnPanel, type Panel } from '../panel.ts'

export const owner = 'dona@balcao.example'
export const storeId = demoStores[0]?.id ?? ''

interface Dish {
  readonly name: string
  readonly quantity?: number
  readonly notes?: string | null
  /** One that begins with `sabor:` is a flavour of the dish. */
  readonly options?: readonly string[]
}
export type Dishes = readonly Dish[]

export interface Kitchen {
  readonly panel: OwnPanel
  readonly database: pg.Client
  /** Each test cooks its own orders. */
  readonly empty: () => Promise<void>
  /** An order in the kitchen with these dishes; returns its id. */
  readonly cook: (dishes: Dishes, notes?: string | null) => Promise<string>
  /** As if it had been placed this many minutes before `now`, and promised within 25. */
  readonly age: (id: string, minutes: number, now?: Date) => Promise<void>
  readonly statusOf: (id: string) => Promise<string | undefined>
  readonly stop: () => Promise<void>
}

export async function startKitchen(): Promise<Kitchen> {
  const panel = await startPanel()
  const database = new pg.Client({ connectionString: panel.databaseUrl() })
  await database.connect()
  return {
    panel,
    database,
    empty: async () => {
      await database.query(
        `update orders set status = 'ready', version = version + 1 where open and status in ('confirmed', 'preparing')`,
      )
    },
    cook: (dishes, notes = null) =>
      orderIn('kitchen', panel.url, 'Maria das Dores Sobrenome', { storeId, order: orderOf(dishes, notes) }),
    age: async (id, minutes, now) => {
      await database.query(
        `update orders set version = version + 1,
           created_at = coalesce($3, now()) - make_interval(mins => $2),
           promised_at = coalesce($3, now()) + make_interval(mins => 25 - $2)
         where id = $1`,
        [id, minutes, now ?? null],
      )
    },
    statusOf: async (id) =>
      (await database.query<{ status: string }>('select status from orders where id = $1', [id])).rows[0]
        ?.status,
    stop: async () => {
      await database.end()
      await panel.stop()
    },
  }
}

function orderOf(dishes: Dishes, notes: string | null) {
  const items = dishes.map(({ name, quantity = 1, notes: said = null, options = [] }) => ({
    externalCode: null,
    name,
    quantity,
    unitPriceCents: 100,
    totalCents: quantity * 100,
    notes: said,
    options: options.map((option) => ({
      name: option.replace(/^sabor:/, ''),
      groupName: option.startsWith('sabor:') ? 'Sabores' : null,
      quantity: 1,
      unitPriceCents: 0,
    })),
  }))
  const cents = items.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const payments = [{ method: 'PIX', brand: null, cents, prepaid: true, changeForCents: null }]
  return { items, notes, payments, orderCents: cents }
}

export const wallOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Cozinha' })
export const ticketOn = (page: Page, id: string): Locator => wallOf(page).locator(`[data-order="${id}"]`)

export async function openWall(
  panel: Panel,
  look: Look = { width: 1920, height: 1080 },
  email = owner,
): Promise<Page> {
  const page = await openSignedIn(panel, email, '/menu/orders?tv=1', look)
  await wallOf(page)
    .getByText(/^\d\d:\d\d$/)
    .waitFor()
  return page
}

/** The digit that bumps the ticket. */
export const keyOf = async (ticket: Locator): Promise<string> =>
  (await ticket.locator('kbd').innerText()).trim()
