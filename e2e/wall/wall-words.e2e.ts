import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from '../at-rest.ts'
import { openWithClock } from '../board-page.ts'
import { owner, startKitchen, type Dishes, type Kitchen } from './kitchen.ts'

let kitchen: Kitchen
beforeAll(async () => {
  kitchen = await startKitchen()
})
afterAll(() => kitchen.stop())

const words = (count: number) => Array.from({ length: count }, (_, index) => `palavra${index}`).join(' ')
/** The longest texts that our doors let in. */
const longest: readonly [what: string, dishes: Dishes, notes: string | null][] = [
  [
    'an allergy of a thousand signs',
    [{ name: 'Pizza' }, { name: 'Suco' }],
    `Alergia grave: ${words(90)}`.slice(0, 1_000),
  ],
  [
    'an allergy that is one word',
    [{ name: 'Pizza' }],
    `alergia${words(150).replaceAll(' ', '')}`.slice(0, 1_000),
  ],
  [
    'a dish with fifty options and notes',
    [
      {
        name: 'Marmita completa da casa com um nome comprido'.padEnd(200, ' muito'),
        notes: `Intolerância: ${words(100)}`.slice(0, 1_000),
        options: Array.from({ length: 50 }, (_, index) => `Complemento ${index} ${'x'.repeat(120)}`),
      },
    ],
    null,
  ],
  [
    'sixty dishes with an allergy of the whole order',
    Array.from({ length: 60 }, (_, index) => ({
      name: `Prato ${index}`,
      notes: index % 3 ? null : 'Sem cebola',
    })),
    'Alergia a camarão e a tudo que passou pelo mesmo óleo',
  ],
]

test.each(longest)('%s is read whole on the wall at every width', async (_what, dishes, notes) => {
  await kitchen.empty()
  const id = await kitchen.cook(dishes, notes)
  const page = await openWithClock(kitchen.panel, owner, '/menu/orders?tv=1', { width: 1920, height: 1080 })
  for (const width of [1280, 1366, 1440, 1920, 3840]) {
    await page.setViewportSize({ width, height: Math.round((width * 9) / 16) })
    // A wall of another width is measured first.
    await expect
      .poll(async () => missingOn(await seenOf(page, id), dishes, notes), { message: `${width} px` })
      .toEqual([])
  }
  await page.context().close()
})

/** Texts of the order that are not on the wall, and what is cut there. */
function missingOn(seen: Seen, dishes: Dishes, notes: string | null): readonly string[] {
  const texts = dishes.flatMap(({ name, options = [], notes: said }) => [
    name,
    ...options,
    ...(said ? [said.replace(/^sem /i, '')] : []),
  ])
  const all = notes === null ? texts : [...texts, notes]
  // A cook may read only one part.
  const parts = notes === null ? [] : seen.partsAfterFirst.filter((part) => !part.includes(squeezed(notes)))
  return [...all.filter((text) => !seen.text.includes(squeezed(text))), ...parts, ...seen.cut]
}

const squeezed = (text: string): string => text.replaceAll(/\s/g, '')

interface Seen {
  /** Without blanks, in reading order, over all pages of the wall. */
  readonly text: string
  readonly partsAfterFirst: readonly string[]
  /** Pieces that leave their column or another box, or cover a neighbour. */
  readonly cut: readonly string[]
}

/** Reads the order from the wall, page by page. */
async function seenOf(page: Page, id: string): Promise<Seen> {
  const first = page.locator(`[data-order="${id}"]`).first()
  await first.waitFor()
  await atRest(page)
  const parts: string[] = []
  const cut: string[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    const shown = await page.evaluate(partsOnWall, id)
    cut.push(...shown.cut)
    parts.push(...shown.parts.filter((part) => !parts.includes(part)))
    if (shown.ends && parts[0]?.includes('continuação') === false) break
    await page.clock.fastForward(12_000)
  }
  const at = parts.findIndex((part) => !part.includes('continuação'))
  const sorted = [...parts.slice(at), ...parts.slice(0, at)]
  return { text: sorted.map(linesOnly).join(''), partsAfterFirst: sorted.slice(1), cut: [...new Set(cut)] }
}
const linesOnly = (part: string): string => part.split('¦').at(-1) ?? ''

/** In the page: the parts of one order, `head¦lines`, and every piece of text that is cut. */
function partsOnWall(id: string) {
  const tight = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, '')
  const articles = [...document.querySelectorAll<HTMLElement>('dialog [data-order]')]
  const cut: string[] = []
  const boxes = articles.map((article) => article.getBoundingClientRect())
  for (const [index, article] of articles.entries()) {
    const box = boxes[index]
    const column = article.parentElement?.getBoundingClientRect()
    if (!box || !column) continue
    if (box.bottom > column.bottom + 1 || box.right > column.right + 1)
      cut.push(`ticket ${box.bottom} > ${column.bottom}`)
    for (const other of boxes.slice(index + 1))
      if (
        box.left < other.right - 1 &&
        other.left < box.right - 1 &&
        box.top < other.bottom - 1 &&
        other.top < box.bottom - 1
      )
        cut.push('two tickets overlap')
    for (const piece of article.querySelectorAll<HTMLElement>('*')) {
      const own = piece.getBoundingClientRect()
      // Only for screen readers.
      if (own.width <= 1) continue
      if (own.right > box.right + 1 || own.bottom > box.bottom + 1 || own.left < box.left - 1)
        cut.push(`${piece.className}: ${piece.textContent.slice(0, 40)}`)
      if (
        piece.scrollWidth > piece.clientWidth + 1 &&
        piece.clientWidth > 0 &&
        getComputedStyle(piece).display !== 'inline'
      )
        cut.push(`${piece.className} is wider: ${piece.textContent.slice(0, 40)}`)
    }
  }
  const own = articles.filter((article) => article.dataset.order === id)
  return {
    cut,
    parts: own.map((article) => {
      const lines = [...article.querySelectorAll('[data-line]')]
        .map((line) => tight(line.textContent))
        .join('')
      return `${tight(article.textContent)}¦${lines.replaceAll('continua', '')}`
    }),
    ends: own.some((article) => article.querySelector('button') !== null),
  }
}
