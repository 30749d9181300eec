import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { catalogOf } from '../demo/channels/demo-ifood.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

const grill = demoStores.find((one) => one.slug === 'brasa-e-cia')
if (!grill) throw new Error('the demo has no grill')
const { merchantId, id: storeId } = grill
const there = catalogOf(grill, { items: [], optionGroups: [] })

let ifood: Awaited<ReturnType<typeof simulatedIfood>>
let panel: Panel

beforeAll(async () => {
  ifood = await simulatedIfood({ actionDelayMs: 50 })
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '5' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

/** As the menu here, but for one name, and with a cake that only iFood has. */
async function ifoodDiffers(name: string): Promise<string> {
  const [first] = there.menu
  if (!first) throw new Error('the grill has no menu at iFood')
  const cake = { code: 'BOLO-1', name: 'Bolo de cenoura', cents: 1_200, category: 'Doces' }
  const menu = [{ ...first, name }, ...there.menu.slice(1), cake]
  await ifood.control.setMerchants([{ ...there, menu }])
  return first.name
}
const nameThere = async (itemId: string | undefined) =>
  (await ifood.control.readCatalog(merchantId)).items.find((item) => item.itemId === itemId)?.name

const looks = looksOfThisRun([
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const)

test.each(looks)(
  'a manager sees what differs at iFood, publishes it, reads that it is there, and takes it back ($width, $theme)',
  async (look) => {
    const name = await ifoodDiffers(`Nome antigo ${String(look.width)}`)
    const itemId = there.menu[0]?.itemId
    const page = await openSignedIn(panel, 'dona@balcao.example', `/cardapio/importar?loja=${storeId}`, look)
    await page.getByRole('link', { name: 'Publicar', exact: true }).click()
    await page.getByRole('button', { name: 'Comparar com o iFood' }).waitFor()
    await expectFitting(page, 'the channels of a menu')
    await page.getByRole('button', { name: 'Comparar com o iFood' }).click()
    await page.getByRole('heading', { name: 'O que muda no iFood' }).waitFor()
    await page.getByRole('button', { name: /Mudam?$/ }).click()
    await page.getByText(`Nome antigo ${String(look.width)}`).waitFor()
    await expectFitting(page, 'what differs at a marketplace')
    await expectAccessible(page, 'what differs at a marketplace')
    await page.getByRole('button', { name: /^Publicar \d+ ite(m|ns) no iFood$/ }).click()
    await page.getByRole('heading', { name: /^Publicado e conferido às / }).waitFor()
    expect(await nameThere(itemId)).toBe(name)
    await expectFitting(page, 'what was published')
    await expectAccessible(page, 'what was published')

    await page.getByRole('button', { name: 'Voltar à publicação anterior' }).click()
    await page.getByRole('heading', { name: /^Voltou e conferido às / }).waitFor()
    expect(await nameThere(itemId)).toBe(`Nome antigo ${String(look.width)}`)
    await page.getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('heading', { name: 'Últimas publicações' }).waitFor()
    await expectFitting(page, 'past publications')
    await page.context().close()
  },
)
