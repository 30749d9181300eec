import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { watchShifts } from './layout-shift.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

let panel: Panel
let ifood: Awaited<ReturnType<typeof simulatedIfood>>
const store = demoStores[0]
const settings = `/settings?tab=integracoes&store=${store?.id ?? ''}`

beforeAll(async () => {
  ifood = await simulatedIfood()
  await ifood.control.setMerchants([{ merchantId: store?.merchantId ?? '', name: 'Loja', menu: [] }])
  panel = await startPanel({ environment: ifood.environment })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

test('the QR codes at which iFood’s couriers check in come as a PDF, and a failure is said beside the button', async () => {
  for (const width of [1440, 390]) {
    const page = await openSignedIn(panel, 'dona@balcao.example', settings, { width })
    const card = page.getByRole('region', { name: 'iFood' })
    const button = card.getByRole('button', { name: 'QR code dos entregadores' })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await expectFitting(page, `a connected channel ${String(width)}`)
    const folder = process.env.BALCAO_SHOTS
    await card.scrollIntoViewIfNeeded()
    if (folder) await page.screenshot({ path: `${folder}/checkin-${String(width)}.png` })
    await ifood.control.fail(500, 60_000, '/merchant/v1.0/merchants/checkin-qrcode')
    await button.click()
    await card.getByText('O iFood não respondeu. Tente de novo em instantes.').waitFor()
    await expectFitting(page, `codes that failed to load ${String(width)}`)
    await expectAccessible(page, 'codes that failed to load')
    if (folder) await page.screenshot({ path: `${folder}/checkin-failed-${String(width)}.png` })
    await ifood.control.fail(500, 0, '/merchant/v1.0/merchants/checkin-qrcode')
    await page.context().close()
  }
})

test.each([
  [1440, 900],
  [390, 844],
])('the cards of the channels hardly move while the page loads, at %i wide', async (width, height) => {
  const page = await openSignedIn(panel, 'dona@balcao.example', 'about:blank', { width, height })
  const shiftsAt = await watchShifts(page)
  const shifts = await shiftsAt(settings, '[aria-labelledby=ligado-ifood]')
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(0.05)
  await page.context().close()
})
