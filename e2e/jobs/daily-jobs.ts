import { statSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import type { OpenStatus } from '../../contract/stores/stores.ts'
import { staffCalls } from '../../demo/staff/staff-calls.ts'
import { until } from '../../server/testing/until.ts'
import { placeOrder } from '../menu-site.ts'
import { channelJobs } from './channel-jobs.ts'
import { board, isPhone, place, type Job, type Scene } from './job.ts'
import { grill, otherStore, sellOnly } from './stores.ts'

const [one, other, group] = ['Brasa & Cia', 'Temaki do Largo', 'Norte Grill'] as const

export const dailyJobs: readonly Job[] = [
  {
    name: 'Confirm an order',
    path: '/reports/daily',
    atMost: 2,
    prepare: ({ panel }) => ordered(panel.url, 'Cliente a Aceitar'),
    work: async (page, scene) => {
      const { hand } = scene
      await hand.press(place(page, 'Pedidos'))
      const accept = page.getByRole('button', { name: /^Aceitar pedido/ }).first()
      const id = (await ticketOf(page, accept).getAttribute('data-order')) ?? ''
      await hand.press(accept)
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
      const { hand } = scene
      const [partnerId = ''] = scene.subject.split(' ')
      const id = await until(async () => {
        const rows = await scene.rows<{ id: string }>('select id from orders where external_id = $1', [
          partnerId,
        ])
        return rows[0]?.id
      })
      const ticket = page.locator(`[data-order="${id}"]`)
      // Resting on a folded ticket opens it.
      await hand.rest(ticket)
      await hand.press(ticket.getByRole('button', { name: /^Recusar/ }))
      await hand.press(page.getByRole('radio', { name: 'Item indisponível' }))
      await hand.press(page.getByRole('button', { name: 'Recusar pedido e pausar' }))
      await page.getByText('1 item pausado em todos os canais desta loja.').waitFor()
      await reaches(scene, id, 'cancelled')
    },
  },
  {
    name: 'Pause an item in six stores',
    path: board,
    atMost: 4,
    work: async (page, scene) => {
      const { hand } = scene
      const drink = isPhone(scene) ? 'Refrigerante lata' : 'Água com gás'
      await hand.press(place(page, 'Cardápio'))
      await hand.press(page.getByLabel('Buscar no cardápio'))
      await page.keyboard.type(drink)
      await hand.press(page.getByRole('button', { name: drink, exact: true }).first())
      await hand.press(page.getByRole('button', { name: 'Pausar em todas as lojas (6)' }))
      await page.getByText('pausado em todos os canais de 6 lojas').waitFor()
    },
  },
  {
    name: "Yesterday's report of two stores",
    path: board,
    atMost: 4,
    work: async (page, { hand }) => {
      await hand.word(page, 'lojas')
      await hand.press(page.getByRole('checkbox', { name: one }))
      await hand.press(page.getByRole('checkbox', { name: other }))
      await hand.press(page.getByRole('link', { name: 'Ver o dia de ontem destas lojas' }))
      await page.waitForURL(/\/reports\/daily\?.*day=/)
      await page.locator('main [data-metric]').first().waitFor()
    },
  },
  {
    name: 'Invite a person',
    path: '/menu',
    atMost: 4,
    work: async (page, scene) => {
      const { hand } = scene
      await hand.press(place(page, 'Ajustes'))
      await hand.press(page.getByRole('link', { name: 'Convidar alguém' }))
      const dialog = page.getByRole('dialog', { name: 'Convidar para a equipe' })
      await dialog.waitFor()
      await page.keyboard.type(`pessoa${scene.width}@convite.example`)
      await hand.press(dialog.getByRole('checkbox', { name: 'Cantina Aurora' }))
      await hand.press(dialog.getByRole('button', { name: /^Convidar/ }))
      await page.getByText(/Convite enviado para/).waitFor()
    },
  },
  {
    name: 'Last month as Excel',
    path: '/reports/sale',
    atMost: 4,
    work: async (page, { hand }) => {
      await hand.word(page, 'período')
      await hand.press(page.getByRole('button', { name: /^Mês passado/ }))
      await page.waitForURL(/period=last-month/)
      await hand.leave(page)
      await hand.press(page.getByRole('button', { name: 'Exportar' }))
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        hand.press(page.getByRole('button', { name: /^Excel/ })),
      ])
      if (!file.suggestedFilename().endsWith('.xlsx')) throw new Error(`got ${file.suggestedFilename()}`)
      if (statSync(await file.path()).size === 0) throw new Error('the file is empty')
    },
  },
  {
    name: 'Print an order again',
    path: board,
    atMost: 3,
    prepare: async (stores) => {
      const { id } = await placeOrder(stores.panel.url, otherStore.id, 'Cliente da Via')
      const { call } = staffCalls(stores.panel.url, () => 'dona@balcao.example')
      await call(otherStore, 'POST', '/orders/advance', { orderIds: [id], action: 'confirm' })
      await until(async () => {
        const [left] = await stores.rows<{ count: number; waiting: number }>(
          `select count(*)::int as count, count(*) filter (where state <> 'printed')::int as waiting
           from print_jobs where order_id = $1`,
          [id],
        )
        return (left && left.count > 0 && left.waiting === 0) || undefined
      })
      return id
    },
    work: async (page, scene) => {
      const { hand } = scene
      if (isPhone(scene)) await hand.press(page.getByRole('tab', { name: /preparo/i }))
      const [before] = await prints(scene)
      await hand.press(
        page
          .locator(`[data-order="${scene.subject}"]`)
          .filter({ has: page.locator('[title="Impresso"]') })
          .getByRole('button', { name: /ver detalhes/ }),
      )
      await hand.press(page.getByRole('button', { name: 'Reimprimir' }))
      await until(async () => ((await prints(scene))[0]?.count ?? 0) > (before?.count ?? 0) || undefined)
    },
  },
  {
    name: 'Answer a review',
    path: '/avaliacoes',
    // A published reply cannot be changed.
    atLeast: 2,
    atMost: 3,
    work: async (page, { hand }) => {
      // What is due first is open, with the order in view.
      const review = page.getByRole('article')
      await review.getByRole('list', { name: 'O que foi pedido' }).getByRole('listitem').first().waitFor()
      await hand.press(review.getByRole('button', { name: 'Pedir desculpa' }))
      await hand.press(review.getByRole('button', { name: 'Publicar resposta' }))
      await hand.press(review.getByRole('button', { name: 'Publicar assim' }))
      await page.getByText(/^Resposta enviada/).waitFor()
    },
  },
  {
    name: 'See why a store is closed',
    path: board,
    atMost: 2,
    prepare: async ({ panel }) => {
      const { call } = staffCalls(panel.url, () => 'dona@balcao.example')
      const { open } = await call<OpenStatus>(
        otherStore,
        'GET',
        `/stores/storeId/${otherStore.id}/open-status`,
      )
      const [start, end] = [Date.now(), Date.now() + 30 * 60_000].map((at) => new Date(at).toISOString())
      // The break of another width still runs.
      if (open)
        await call(otherStore, 'POST', '/workingHours/scheduleBreak/mine', { name: 'Faltou gás', start, end })
      return 'Em pausa: Faltou gás.'
    },
    work: async (page, { hand, subject }) => {
      await hand.press(page.getByRole('button', { name: 'Mais opções' }))
      await hand.press(page.getByRole('button', { name: 'Por que está fechada?' }))
      await page.getByRole('dialog').getByText(subject).first().waitFor()
    },
  },
  {
    name: 'Switch group and store',
    path: '/reports/daily',
    atMost: 3,
    work: async (page, { hand }) => {
      await hand.word(page, 'lojas')
      await hand.press(page.getByRole('button', { name: new RegExp(`^${group} \\(`) }))
      await page.waitForURL(/group=/)
      await hand.press(page.getByRole('button', { name: `Só esta: ${other}` }))
      await page.waitForURL(/stores=/)
      await hand.leave(page)
      // Nothing may be left to close before the figures are read.
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.locator('main [data-metric]').first().waitFor()
    },
  },
  ...channelJobs,
]

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
