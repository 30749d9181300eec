import { randomUUID } from 'node:crypto'
import { staffCalls } from '../../demo/staff/staff-calls.ts'
import { until } from '../../server/testing/until.ts'
import { board, isPhone, place, type Job } from './job.ts'
import { atKeeta, grill, sellOnly } from './stores.ts'

/** What an owner of several channels does. Those after the first have the channel that it connects. */
export const channelJobs: readonly Job[] = [
  {
    name: 'Connect a second channel',
    path: `/settings?tab=integracoes&store=${grill.id}`,
    atMost: 5,
    // The desktop connected it before.
    prepare: async (stores) => {
      for (const table of ['integrations', 'integration_setups'])
        await stores.rows(`delete from ${table} where type = 'keeta'`)
      await stores.rows("delete from merchant_routes where platform = 'keeta'")
      return atKeeta
    },
    work: async (page, { hand, subject, rows }) => {
      const card = page.getByRole('region', { name: 'Conectar a Keeta' })
      await hand.press(card.getByRole('button', { name: 'Já aprovei o Balcão no portal' }))
      await hand.press(card.getByLabel('ID da loja na Keeta'))
      await page.keyboard.type(subject)
      await hand.press(card.getByRole('button', { name: 'Procurar' }))
      await hand.press(card.getByRole('button', { name: 'Verificar' }))
      await hand.press(card.getByRole('button', { name: 'Conectar', exact: true }))
      await until(async () => {
        const found = await rows<{ status: string }>("select status from integrations where type = 'keeta'")
        return found[0]?.status === 'active' || undefined
      })
    },
  },
  {
    name: 'Pause one dish on all channels',
    path: board,
    atMost: 4,
    prepare: (stores, width) => sellOnly(stores, width === 390 ? 'BM-1' : 'BR-2'),
    work: async (page, scene) => {
      const { hand, subject, control, panel } = scene
      await hand.press(place(page, 'Cardápio'))
      await hand.press(page.getByLabel('Buscar no cardápio'))
      await page.keyboard.type(subject)
      await hand.press(page.getByRole('button', { name: subject, exact: true }).first())
      await hand.press(page.getByRole('button', { name: 'Pausar nesta loja' }))
      await page.getByText('pausado em todos os canais').waitFor()
      await until(async () => {
        const { items } = await control.readCatalog(grill.merchantId)
        return items[0]?.status === 'UNAVAILABLE' || undefined
      })
      // What aiqfome pulls, and Keeta is sent.
      const served = await fetch(`${panel.url}/open-delivery/v1/merchant/${grill.slug}`)
      if (!isOffSale((await served.json()) as ServedMenu, subject))
        throw new Error(`${subject} is served as on sale`)
    },
  },
  {
    name: 'See why one of three channels is closed',
    path: board,
    atMost: 2,
    prepare: async ({ control, panel }) => {
      await control.removeInterruptions(grill.merchantId)
      const description = 'Faltou gente'
      await control.addInterruption(grill.merchantId, {
        id: randomUUID(),
        description,
        start: localTime(Date.now() - 60_000),
        end: localTime(Date.now() + 3_600_000),
      })
      const { call } = staffCalls(panel.url, () => 'dona@balcao.example')
      await call(grill, 'POST', '/stores/channels/repair/mine', { platform: 'ifood', repair: 'check' })
      return `Pausada no aplicativo do iFood: ${description}.`
    },
    work: async (page, scene) => {
      const { hand, subject } = scene
      await hand.press(page.getByRole('button', { name: 'Mais opções' }))
      await hand.press(page.getByRole('button', { name: 'Por que está fechada?' }))
      const rows = page.getByRole('dialog').getByRole(isPhone(scene) ? 'listitem' : 'row')
      await rows.filter({ hasText: subject }).filter({ hasText: 'iFood' }).first().waitFor()
    },
  },
]

interface ServedMenu {
  readonly items: readonly { readonly name: string; readonly status: string }[]
}

const isOffSale = ({ items }: ServedMenu, dish: string): boolean =>
  items.some(({ name, status }) => name === dish && status === 'UNAVAILABLE')

/** As iFood writes the times of a pause: of the store's place, without an offset. */
const localTime = (at: number): string =>
  new Date(at).toLocaleString('sv-SE', { timeZone: grill.timezone }).replace(' ', 'T')
