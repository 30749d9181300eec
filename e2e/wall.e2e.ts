import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { atRest } from './at-rest.ts'
import { expectFitting } from './axe.ts'
import { chooseInMenu, openWithClock } from './board-page.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
let database: pg.Client
const owner = 'dona@balcao.example'
const storeId = demoStores[0]?.id ?? ''

beforeAll(async () => {
  panel = await startPanel()
  database = new pg.Client({ connectionString: panel.databaseUrl() })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await panel.stop()
})

const wallOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Cozinha' })

async function openWall(look: Look = { width: 1920, height: 1080 }): Promise<Page> {
  const page = await openSignedIn(panel, owner, '/menu/orders?tv=1', look)
  await wallOf(page)
    .getByText(/^\d\d:\d\d$/)
    .waitFor()
  return page
}

/** Each test cooks its own orders. */
const emptyKitchen = () =>
  database.query(
    `update orders set status = 'ready', version = version + 1 where open and status in ('confirmed', 'preparing')`,
  )

interface Dish {
  readonly name: string
  readonly quantity?: number
  readonly notes?: string | null
  readonly options?: readonly string[]
}

/** An order in the kitchen with these dishes, an option that begins with `sabor:` is one of its flavours. */
function cook(dishes: readonly Dish[], notes: string | null = null, storeIn = storeId): Promise<string> {
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
  return orderIn('kitchen', panel.url, 'Maria das Dores Sobrenome', {
    storeId: storeIn,
    order: { items, notes, payments, orderCents: cents },
  })
}

test('the wall has hour, letters, sound and night, nobody’s data and no money, and closes with Esc', async () => {
  const page = await openSignedIn(panel, owner, '/menu/orders', { width: 1920, height: 1080 })
  await chooseInMenu(page, 'Tela da cozinha')
  const wall = wallOf(page)
  await wall.getByText(/^\d\d:\d\d$/).waitFor()
  await wall.locator('[data-order]').first().waitFor()
  await atRest(page)
  await expectFitting(page, 'the wall')
  expect(await wall.innerText()).not.toMatch(/R\$|\(\d\d\) 9|Rua |Avenida |Maria das Dores/)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.search.includes('tv'))
  await page.locator('[data-column=new] article').first().waitFor()
  await page.context().close()
})

const words = (count: number) => Array.from({ length: count }, (_, index) => `palavra${index}`).join(' ')
/** The longest texts that our doors let in. */
const longest: readonly [what: string, dishes: readonly Dish[], notes: string | null][] = [
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
  await emptyKitchen()
  const id = await cook(dishes, notes)
  const page = await openWithClock(panel, owner, '/menu/orders?tv=1', { width: 1920, height: 1080 })
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
function missingOn(seen: Seen, dishes: readonly Dish[], notes: string | null): readonly string[] {
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

test('a key bumps the oldest ticket, its hole stays for four seconds, and R brings it back', async () => {
  await emptyKitchen()
  const first = await cook([{ name: 'Pastel de queijo', quantity: 3 }])
  const second = await cook([{ name: 'Pastel de queijo', quantity: 4 }, { name: 'Caldo de cana' }])
  const page = await openWithClock(panel, owner, '/menu/orders?tv=1', { width: 1280, height: 720 })
  const wall = wallOf(page)
  const ticket = (id: string) => wall.locator(`[data-order="${id}"]`)
  await ticket(second).waitFor()
  await wall.getByText('7× Pastel de queijo').waitFor()
  await page.clock.fastForward(600)
  const before = await ticket(second).boundingBox()
  await page.keyboard.press(await keyOf(ticket(first)))
  await wall.getByRole('button', { name: /^Trazer de volta/ }).waitFor()
  expect(await ticket(first).count()).toBe(0)
  expect(await ticket(second).boundingBox()).toEqual(before)
  await page.keyboard.press('r')
  await ticket(first).waitFor()
  await expect.poll(() => statusOf(first)).toBe('confirmed')

  await page.clock.fastForward(600)
  await page.keyboard.press(await keyOf(ticket(first)))
  await expect.poll(() => statusOf(first)).toBe('ready')
  await page.clock.fastForward(4_000)
  // Later than the step can be taken back: it only returns to the screen, which says so.
  await page.clock.fastForward(60_000)
  await wall.getByRole('group', { name: 'Trazer de volta' }).getByRole('button').first().click()
  await ticket(first).getByText('já está marcado como pronto').waitFor()
  expect(await statusOf(first)).toBe('ready')
  await page.context().close()
})

const keyOf = async (ticket: Locator): Promise<string> => (await ticket.locator('kbd').innerText()).trim()
const statusOf = async (id: string): Promise<string | undefined> =>
  (await database.query<{ status: string }>('select status from orders where id = $1', [id])).rows[0]?.status

test('a station sees its own dishes, and the order is ready when the last station of the screen has finished', async () => {
  await emptyKitchen()
  const { rows } = await database.query<{ name: string; category: string }>(
    `select i.name, c.name as category from menu_items i
     join menu_categories c on c.store_id = i.store_id and c.id = i.category_id
     where i.store_id = $1 order by c.name, i.name`,
    [storeId],
  )
  const [one] = rows
  const other = rows.find(({ category }) => category !== one?.category)
  if (!one || !other) throw new Error('the store has no two categories')
  const id = await cook([one, other, { ...one, notes: 'Alergia a nozes' }])
  const page = await openWall()
  const wall = wallOf(page)
  const ticket = wall.locator(`[data-order="${id}"]`)
  await ticket.waitFor()
  await chooseStation(page, one.category)
  await ticket.getByText('e 1 item em outras praças').waitFor()
  expect(await ticket.innerText()).toContain('Alergia a nozes')
  expect(await ticket.innerText()).not.toContain(other.name)
  // A station is the device's.
  await page.reload()
  await ticket.getByText('e 1 item em outras praças').waitFor()
  await atRest(page)
  await bump(page, ticket)
  expect(await statusOf(id)).toBe('confirmed')
  await chooseStation(page, other.category)
  await ticket.getByText(other.name).waitFor()
  await bump(page, ticket)
  await expect.poll(() => statusOf(id)).toBe('ready')
  await page.context().close()
})

/** Tickets that have just moved take no touch: the click waits. */
async function bump(page: Page, ticket: Locator): Promise<void> {
  await ticket.getByRole('button', { name: /^Pronto/ }).click()
  await wallOf(page)
    .getByRole('button', { name: /^Trazer de volta/ })
    .waitFor()
}

async function chooseStation(page: Page, name: string): Promise<void> {
  const list = wallOf(page).getByLabel('Praça')
  if ((await list.evaluate((element) => element.tagName)) === 'SELECT') await list.selectOption(name)
  else await list.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

test('without a network the wall says so in all its width, and ten minutes later it shows what came', async () => {
  await cook([{ name: 'Antes' }])
  const page = await openWithClock(panel, owner, '/menu/orders?tv=1', { width: 1920, height: 1080 })
  const wall = wallOf(page)
  await wall.locator('[data-order]').first().waitFor()
  await page.context().setOffline(true)
  await wall.getByText(/^Sem rede desde \d\d:\d\d/).waitFor()
  const id = await cook([{ name: 'Chegou sem rede' }])
  await page.clock.fastForward(600_000)
  await page.context().setOffline(false)
  await wall.locator(`[data-order="${id}"]`).waitFor()
  await page.context().close()
})
