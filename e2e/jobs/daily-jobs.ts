import { statSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { placeOrder } from '../menu-site.ts'
import { grill, sellOnly, type Stores } from './stores.ts'

/** One job, done as a person does it. `work` ends when the screen or the database shows its result. */
export interface Job {
  readonly name: string
  /** Where the person is at the start. */
  readonly path: string
  readonly atMost: number
  /** What cannot be taken back must not be one press away. */
  readonly atLeast?: number
  /** What happens before, by others; returns what the job is about. */
  readonly prepare?: (stores: Stores, width: number) => Promise<string>
  readonly work: (page: Page, scene: Scene) => Promise<void>
}

interface Scene extends Omit<Stores, 'close'> {
  readonly width: number
  /** What `prepare` returned. */
  readonly subject: string
}

const board = '/menu/orders'
const [one, other, group] = ['Brasa & Cia', 'Temaki do Largo', 'Norte Grill'] as const
const isPhone = ({ width }: Scene) => width < 600

export const dailyJobs: readonly Job[] = [
  {
    name: 'Confirm an order',
    path: '/reports/daily',
    atMost: 2,
    prepare: ({ panel }) => ordered(panel.url, 'Cliente a Aceitar'),
    work: async (page, scene) => {
      await place(page, 'Pedidos').click()
      const accept = page.getByRole('button', { name: /^Aceitar pedido/ }).first()
      const id = (await ticketOf(page, accept).getAttribute('data-order')) ?? ''
      await accept.click()
      await reaches(scene, id, 'confirmed')
    },
  },
  {
    name: 'Refuse an order and pause its item',
    path: board,
    atMost: 3,
    prepare: async (stores, width) => {
      const dish = await sellOnly(stores, width === 390 ? 'BR-3' : 'BR-1')
      const { orderId } = await stores.control.placeOrder({ merchantId: grill.merchantId, type: 'TAKEOUT' })
      return `${orderId} ${dish}`
    },
    work: async (page, scene) => {
      const [partnerId = ''] = scene.subject.split(' ')
      const id = await until(async () => {
        const rows = await scene.rows<{ id: string }>('select id from orders where external_id = $1', [
          partnerId,
        ])
        return rows[0]?.id
      })
      const ticket = page.locator(`[data-order="${id}"]`)
      // Resting on a folded ticket opens it.
      await ticket.hover()
      await ticket.getByRole('button', { name: /^Recusar/ }).click()
      await page.getByRole('radio', { name: 'Item indisponível' }).click()
      await page.getByRole('button', { name: 'Recusar pedido e pausar' }).click()
      await page.getByText('1 item pausado em todos os canais desta loja.').waitFor()
      await reaches(scene, id, 'cancelled')
    },
  },
  {
    name: 'Pause an item in six stores',
    path: board,
    atMost: 4,
    work: async (page, scene) => {
      const drink = isPhone(scene) ? 'Refrigerante lata' : 'Água com gás'
      await place(page, 'Cardápio').click()
      const search = page.getByLabel('Buscar no cardápio')
      await search.click()
      await search.pressSequentially(drink)
      await page.getByRole('button', { name: drink, exact: true }).first().click()
      await page.getByRole('button', { name: 'Pausar em todas as lojas (6)' }).click()
      await page.getByText('pausado em todos os canais de 6 lojas').waitFor()
    },
  },
  {
    name: "Yesterday's report of two stores",
    path: board,
    atMost: 4,
    work: async (page, scene) => {
      await word(page, scene, 'lojas').click()
      await page.getByRole('checkbox', { name: one }).click()
      await page.getByRole('checkbox', { name: other }).click()
      await page.getByRole('link', { name: 'Ver o dia de ontem destas lojas' }).click()
      await page.waitForURL(/\/reports\/daily\?.*day=/)
      await page.locator('main [data-metric]').first().waitFor()
    },
  },
  {
    name: 'Invite a person',
    path: '/menu',
    atMost: 4,
    work: async (page, scene) => {
      await place(page, 'Ajustes').click()
      await (
        isPhone(scene)
          ? page.getByRole('link', { name: 'Convidar alguém' })
          : page.getByRole('button', { name: 'Convidar', exact: true })
      ).click()
      const dialog = page.getByRole('dialog', { name: 'Convidar para a equipe' })
      await dialog.waitFor()
      await page.keyboard.type(`pessoa${scene.width}@convite.example`)
      await dialog.getByRole('checkbox', { name: 'Cantina Aurora' }).click()
      await dialog.getByRole('button', { name: /^Convidar/ }).click()
      await page.getByText(/Convite enviado para/).waitFor()
    },
  },
  {
    name: 'Last month as Excel',
    path: '/reports/sale',
    atMost: 4,
    work: async (page, scene) => {
      await word(page, scene, 'período').click()
      await page.getByRole('button', { name: /^Mês passado/ }).click()
      await page.waitForURL(/period=last-month/)
      await page.getByRole('button', { name: 'Exportar' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Excel/ }).click(),
      ])
      if (!file.suggestedFilename().endsWith('.xlsx')) throw new Error(`got ${file.suggestedFilename()}`)
      if (statSync(await file.path()).size === 0) throw new Error('the file is empty')
    },
  },
  {
    name: 'Print an order again',
    path: board,
    atMost: 3,
    work: async (page, scene) => {
      if (isPhone(scene)) await page.getByRole('tab', { name: /preparo/i }).click()
      const [before] = await prints(scene)
      await page
        .locator('[data-order]')
        .filter({ has: page.locator('[title="Impresso"]') })
        .first()
        .getByRole('button', { name: /ver detalhes/ })
        .click()
      await page.getByRole('button', { name: 'Reimprimir' }).click()
      await until(async () => ((await prints(scene))[0]?.count ?? 0) > (before?.count ?? 0) || undefined)
    },
  },
  {
    name: 'Answer a review',
    path: '/reports/quality?period=30d',
    // A published reply cannot be changed.
    atLeast: 2,
    atMost: 3,
    work: async (page) => {
      await page.locator('[data-review]').first().getByRole('button', { name: 'Responder' }).click()
      const dialog = page.getByRole('dialog', { name: /^Responder à avaliação/ })
      // A person answers with the order in view.
      await dialog.getByRole('list', { name: 'O que foi pedido' }).getByRole('listitem').first().waitFor()
      await page.keyboard.type('Olá! Já reforçamos a conferência.')
      await dialog.getByRole('button', { name: 'Publicar resposta' }).click()
      await dialog.getByRole('button', { name: 'Publicar assim' }).click()
      await page.getByText(/^Resposta enviada/).waitFor()
    },
  },
  {
    name: 'Switch group and store',
    path: '/reports/daily',
    atMost: 3,
    work: async (page, scene) => {
      await word(page, scene, 'lojas').click()
      await page.getByRole('button', { name: new RegExp(`^${group} \\(`) }).click()
      await page.waitForURL(/group=/)
      await page.getByRole('button', { name: `Só esta: ${other}` }).click()
      await page.waitForURL(/stores=/)
      // Nothing may be left to close before the figures are read.
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.locator('main [data-metric]').first().waitFor()
    },
  },
]

/** A word of the screen's sentence: a button of its own, or the place in the phone's line to touch. */
const word = (page: Page, scene: Scene, title: 'lojas' | 'período'): Locator =>
  isPhone(scene)
    ? page.getByRole('button', { name: 'mudar, agora' }).locator(`[data-title="${title}"]`)
    : page.getByRole('button', { name: title === 'lojas' ? 'Mudar lojas' : 'Escolher o período' })

/** A place of the side bar, or of the bar at the foot of a phone. */
const place = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: /^Principal/ })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

const ticketOf = (page: Page, button: Locator): Locator =>
  page.locator('[data-order]').filter({ has: button }).first()

async function ordered(url: string, customer: string): Promise<string> {
  const { status, message, id } = await placeOrder(url, grill.id, customer)
  if (status !== 200) throw new Error(message)
  return id
}

/** The order has this status, or the pending step that leads to it. */
const reaches = async ({ rows }: Scene, id: string, status: string): Promise<void> =>
  void (await until(async () => {
    const [order] = await rows<{ status: string }>('select status from orders where id = $1', [id])
    return order?.status === status || undefined
  }))

const prints = ({ rows }: Scene) =>
  rows<{ count: number }>('select count(*)::int as count from print_jobs where reprint')

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error('it did not happen within 15 s')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
