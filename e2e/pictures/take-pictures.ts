import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { atRest } from '../at-rest.ts'
import { sharedChromium } from '../chromium.ts'
import { openPanel, openSignedIn, type Panel } from '../panel.ts'
import { startWholePanel } from '../whole-panel.ts'
import {
  finishGuide,
  guideClip,
  guideFolder,
  guideLabels,
  guideLabelsFile,
  guideLook,
  guides,
  showGuide,
} from './guide-pictures.ts'
import { screens, type Screen } from './screens.ts'

/**
 * `npm run pictures`: every screen at both widths and in both themes, into docs/images/screens, to look at before and
 * after a change; and the pictures of the tutorials, in both themes, into web/public/tutorials. `--only=<words>` takes
 * those whose name contains these words: a screen's, or `tutorial-` and a guide's id.
 */
const folder = fileURLToPath(new URL('../../docs/images/screens', import.meta.url))
const looks = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const
const only = process.argv.find((one) => one.startsWith('--only='))?.slice('--only='.length) ?? ''
const chosen = screens.filter(({ name }) => name.includes(only))
type Guide = (typeof guides)[number]
const chosenGuides = guides.filter(({ id }) => `tutorial-${id}`.includes(only))

mkdirSync(folder, { recursive: true })
mkdirSync(guideFolder, { recursive: true })
// The demo's own staff works, so that the board looks as in the evening.
if (chosen.length > 0) await withPanel({ DEMO_STAFF: 'on', DEMO_WHATSAPP: 'on' }, takeScreens)
// Without WhatsApp, as in the test that compares what these screens say.
const ofChat = (id: string): boolean => id === 'atender-conversas'
await withGuides({ DEMO_STAFF: 'on' }, (guide) => !ofChat(guide.id))
await withGuides({ DEMO_STAFF: 'on', DEMO_WHATSAPP: 'on' }, (guide) => ofChat(guide.id), customerWaits)
await (await sharedChromium()).close()

async function withGuides(
  environment: Readonly<Record<string, string>>,
  counts: (guide: Guide) => boolean,
  prepare?: (panel: Panel) => Promise<void>,
): Promise<void> {
  const its = chosenGuides.filter(counts)
  if (its.length === 0) return
  await withPanel(environment, async (panel) => {
    await prepare?.(panel)
    for (const theme of ['light', 'dark'] as const) await takeGuides(panel, theme, its)
  })
}

async function withPanel(
  environment: Readonly<Record<string, string>>,
  work: (panel: Panel) => Promise<void>,
): Promise<void> {
  const panel = await startWholePanel(undefined, environment)
  try {
    await work(panel)
  } finally {
    await panel.stop()
  }
}

async function takeScreens(panel: Panel): Promise<void> {
  for (const look of looks) {
    for (const signedIn of [false, true]) {
      const page = signedIn
        ? await openSignedIn(panel, 'dona@balcao.example', '/menu', look)
        : await openPanel(panel, '/login', look)
      for (const screen of chosen.filter((one) => (one.visitor ?? false) !== signedIn))
        await take(page, screen, look)
      await page.context().close()
    }
  }
}

/** With what each screen says, so that e2e/pictures.e2e.ts sees when a picture has aged. */
async function takeGuides(panel: Panel, theme: 'light' | 'dark', its: readonly Guide[]): Promise<void> {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/tutorials', { ...guideLook, theme })
  const labels = existsSync(guideLabelsFile)
    ? (JSON.parse(readFileSync(guideLabelsFile, 'utf8')) as Record<string, string[]>)
    : {}
  for (const guide of its) {
    const file = `${guide.id}-${theme}.webp`
    try {
      await showGuide(page, guide)
      await allShown(page)
      labels[guide.id] = await guideLabels(page, guide)
      await finishGuide(page, guide)
      await sharp(await page.screenshot({ animations: 'disabled', clip: await guideClip(page, guide) }))
        .webp({ quality: 62 })
        .toFile(join(guideFolder, file))
      console.log(file)
    } catch (error) {
      process.exitCode = 1
      console.error(`${file}: ${String(error).split('\n')[0]}`)
    }
  }
  writeFileSync(guideLabelsFile, `${JSON.stringify(labels, null, 2)}\n`)
  await page.context().close()
}

/** A customer begins an order on the simulated phone of the first store, and asks for a person. */
async function customerWaits(panel: Panel): Promise<void> {
  const phone = await openPanel(panel, `${panel.phoneUrl ?? ''}?name=Zuleica%20Prado&number=5511987650001`)
  const replies = phone.locator('#thread li.store')
  for (const text of ['Oi, boa noite', '2 água com gás', 'atendente']) {
    await phone.getByLabel('Mensagem').fill(text)
    const before = await replies.count()
    await phone.getByRole('button', { name: 'Enviar', exact: true }).click()
    await replies.nth(before).waitFor()
  }
  await phone.context().close()
}

/** Sections below the first load a moment later, and photos after them. */
async function allShown(page: Page): Promise<void> {
  await atRest(page)
  await page.waitForFunction(() => {
    const inView = (one: Element) => one.getBoundingClientRect().top < innerHeight
    const waiting = [...document.querySelectorAll('main [class*=skeleton]')].some(inView)
    return !waiting && [...document.images].every((image) => image.complete || !inView(image))
  })
}

async function take(page: Page, { name, path, open }: Screen, look: (typeof looks)[number]): Promise<void> {
  const file = `${name}-${look.width}-${look.theme}.webp`
  try {
    await page.goto(path)
    await atRest(page)
    await open?.(page)
    await allShown(page)
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 60 })
      .toFile(join(folder, file))
    console.log(file)
  } catch (error) {
    process.exitCode = 1
    console.error(`${file}: ${String(error).split('\n')[0]}`)
  }
}
