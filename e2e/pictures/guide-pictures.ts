import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Guide } from '../../web/tutorials/guide.ts'
import { guides } from '../../web/tutorials/guides.ts'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'
import { answered } from '../panel.ts'

/** On the phone, where the words of a picture are as large as those beside it. */
export const guideLook = { width: 390, height: 844 } as const
export const guideFolder = fileURLToPath(new URL('../../web/public/tutorials', import.meta.url))
/** What each pictured screen said when its picture was taken. */
export const guideLabelsFile = fileURLToPath(
  new URL('../../docs/images/tutorials.labels.json', import.meta.url),
)
const pictureHeight = 520

interface Shot {
  /** The first thing in the picture; without it the head of the screen. */
  readonly from?: string
  /** Texts of the screen that do not depend on its data. */
  readonly parts?: string
  /** What is opened on it first. */
  readonly open?: (page: Page) => Promise<void>
  /** For the picture alone: what needs data that only its demo has. */
  readonly last?: (page: Page) => Promise<void>
}

/** Of a report, whose tables depend on the day. */
const sections = 'main h1, main section h2'

const shots: Partial<Record<GuideId, Shot>> = {
  'conhecer-o-painel': { parts: 'nav a' },
  'conectar-um-canal': { parts: 'main h1' },
  'montar-o-cardapio': { parts: 'main h1' },
  'aceitar-pedidos': { parts: 'main h1, nav a' },
  'lancar-um-pedido': {
    parts: 'dialog h2, dialog legend, dialog label',
    open: async (page) => {
      await page.getByRole('button', { name: /^Novo pedido/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'procurar-um-pedido': { parts: 'main h1, main label' },
  'pausar-um-item': { parts: 'main h1' },
  'atender-conversas': {
    parts: 'main h1',
    last: async (page) => {
      await page.getByRole('link', { name: /^Zuleica/ }).click()
      await page.getByRole('button', { name: 'Assumir a conversa' }).waitFor()
    },
  },
  'decidir-feriados-e-pausas': { from: 'h2:has-text("Pausas")' },
  'ler-o-relatorio-do-dia': { parts: 'main h1, main nav a' },
  'conferir-os-repasses': { parts: sections },
  'melhorar-a-qualidade': { parts: sections },
  'comparar-as-lojas': { parts: sections },
  'conhecer-os-clientes': { parts: sections },
  'proteger-a-conta': { from: 'h2:has-text("Verificação")' },
  'ver-quem-mudou': { parts: 'main h1, main label' },
}

/** Opens the guide's screen as its picture shows it. */
export async function showGuide(page: Page, { id, at }: Guide): Promise<void> {
  const { open, from } = shots[id] ?? {}
  await page.goto(at)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await answered(page)
  // A section that has not loaded has other words than its picture.
  await page.waitForFunction(() => document.querySelector('main [class*="_skeleton_"]') === null)
  await open?.(page)
  if (from)
    await page
      .locator(from)
      .first()
      .evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 60))
}

/** Once its labels are kept. */
export const finishGuide = async (page: Page, { id }: Guide): Promise<void> => shots[id]?.last?.(page)

/** Labels that do not depend on the data: digits and what follows them are data. */
export async function guideLabels(page: Page, { id }: Guide): Promise<string[]> {
  const parts = shots[id]?.parts ?? 'main h1, main section h2, main legend, main section label'
  const texts = await page
    .locator(parts)
    .evaluateAll((elements) => elements.map(({ textContent }) => textContent ?? ''))
  const labels = texts.map((text) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replace(/\s*\(?\d.*$/, '')
      .trim(),
  )
  return [...new Set(labels)].filter((label) => label !== '' && !label.includes('@')).toSorted()
}

/** From the head of the screen on, without the frame; a dialog covers all. */
export async function guideClip(page: Page, { id }: Guide) {
  const top =
    shots[id]?.open || shots[id]?.from
      ? 0
      : await page.locator('main').evaluate((main) => main.getBoundingClientRect().top)
  return { x: 0, y: Math.max(0, Math.floor(top)), width: guideLook.width, height: pictureHeight }
}

export { guides }
