import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from '../at-rest.ts'
import { afterDoubleTap, openWithClock } from '../board-page.ts'
import { keyOf, openWall, owner, startKitchen, storeId, ticketOn, wallOf, type Kitchen } from './kitchen.ts'

let kitchen: Kitchen
beforeAll(async () => {
  kitchen = await startKitchen()
})
afterAll(() => kitchen.stop())

const { cook, empty, statusOf } = {
  cook: (...dish: Parameters<Kitchen['cook']>) => kitchen.cook(...dish),
  empty: () => kitchen.empty(),
  statusOf: (id: string) => kitchen.statusOf(id),
}
const openAt1280 = (): Promise<Page> =>
  openWithClock(kitchen.panel, owner, '/menu/orders?tv=1', { width: 1280, height: 720 })
/** Tickets that have just moved take neither key nor touch for this long. */
const afterRest = (page: Page): Promise<void> => page.clock.fastForward(600)
const hasFocus = (page: Page, id: string) =>
  page.waitForFunction((of) => document.activeElement?.closest(`[data-order="${of}"]`), id)
const backButton = (page: Page): Locator => wallOf(page).getByRole('button', { name: /^Trazer de volta/ })

test('a key bumps the oldest ticket, its hole stays for four seconds, and R brings it back', async () => {
  await empty()
  const first = await cook([{ name: 'Pastel de queijo', quantity: 3 }])
  const second = await cook([{ name: 'Pastel de queijo', quantity: 4 }, { name: 'Caldo de cana' }])
  const page = await openAt1280()
  await ticketOn(page, second).waitFor()
  await wallOf(page).getByText('7× Pastel de queijo').waitFor()
  await afterRest(page)
  const before = await ticketOn(page, second).boundingBox()
  await page.keyboard.press(await keyOf(ticketOn(page, first)))
  await backButton(page).waitFor()
  expect(await ticketOn(page, first).count()).toBe(0)
  expect(await ticketOn(page, second).boundingBox()).toEqual(before)
  await page.keyboard.press('r')
  await ticketOn(page, first).waitFor()
  await expect.poll(() => statusOf(first)).toBe('confirmed')

  await afterRest(page)
  await page.keyboard.press(await keyOf(ticketOn(page, first)))
  await expect.poll(() => statusOf(first)).toBe('ready')
  await page.clock.fastForward(4_000)
  // Later than the step can be taken back: it only returns to the screen, which says so.
  await page.clock.fastForward(60_000)
  await wallOf(page).getByRole('group', { name: 'Trazer de volta' }).getByRole('button').first().click()
  await ticketOn(page, first).getByText('já está marcado como pronto').waitFor()
  expect(await statusOf(first)).toBe('ready')
  await page.context().close()
})

test('a bump bar goes from ticket to ticket and finishes the marked one, and a second Enter does not reach the next', async () => {
  await empty()
  const ids = [await cook([{ name: 'Um' }]), await cook([{ name: 'Dois' }]), await cook([{ name: 'Três' }])]
  const [first = '', second = '', third = ''] = ids
  const page = await openAt1280()
  await ticketOn(page, third).waitFor()
  await afterRest(page)
  await page.keyboard.press('ArrowRight')
  await hasFocus(page, first)
  await page.keyboard.press('ArrowDown')
  await hasFocus(page, second)
  await page.evaluate(pressTwice)
  await hasFocus(page, third)
  await expect.poll(() => statusOf(second)).toBe('ready')
  expect(await statusOf(third)).toBe('confirmed')
  // The ticket moves up when the hole closes, and the mark with it.
  await page.clock.fastForward(4_000)
  await backButton(page).waitFor({ state: 'detached' })
  await hasFocus(page, third)
  await page.keyboard.press('ArrowLeft')
  await hasFocus(page, first)
  await page.context().close()
})

/** In the page, so that a slow machine leaves no time between the two. */
function pressTwice(): void {
  for (let turn = 0; turn < 2; turn += 1)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}

test('a numeric keypad is a bump bar: its digits without NumLock, plus and minus, Enter and zero', async () => {
  await empty()
  const [first, second] = [await cook([{ name: 'Um' }]), await cook([{ name: 'Dois' }])]
  const page = await openAt1280()
  await ticketOn(page, second).waitFor()
  await afterRest(page)
  await page.keyboard.press('NumpadAdd')
  await hasFocus(page, first)
  await page.keyboard.press('NumpadAdd')
  await hasFocus(page, second)
  await page.keyboard.press('NumpadSubtract')
  await hasFocus(page, first)
  await page.keyboard.press('NumpadEnter')
  await expect.poll(() => statusOf(first)).toBe('ready')
  await page.keyboard.press('Numpad0')
  await ticketOn(page, first).waitFor()
  await expect.poll(() => statusOf(first)).toBe('confirmed')
  await afterRest(page)
  // Playwright's keypad has no NumLock: it calls its 2 an arrow, and its 0 Insert.
  await page.keyboard.press(`Numpad${await keyOf(ticketOn(page, second))}`)
  await expect.poll(() => statusOf(second)).toBe('ready')
  await page.context().close()
})

test('the last five can be brought back, the newest first, and a sixth is forgotten', async () => {
  await empty()
  const ids: string[] = []
  for (let turn = 1; turn <= 6; turn += 1) ids.push(await cook([{ name: `Prato ${turn}` }]))
  const page = await openAt1280()
  await ticketOn(page, ids.at(-1) ?? '').waitFor()
  for (const id of ids) {
    await afterRest(page)
    await page.keyboard.press(await keyOf(ticketOn(page, id)))
    await expect.poll(() => statusOf(id)).toBe('ready')
    await page.clock.fastForward(4_000)
  }
  const recent = wallOf(page).getByRole('group', { name: 'Trazer de volta' }).getByRole('button')
  await expect.poll(() => recent.count()).toBe(5)
  const names = await recent.allInnerTexts()
  const codes = names.map((name) => Number(/-(\d+)/.exec(name)?.[1]))
  expect(codes).toEqual(codes.toSorted((a, b) => b - a))
  await page.clock.fastForward(60_000)
  for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('r')
  for (const id of ids.slice(1)) await ticketOn(page, id).waitFor()
  expect(await ticketOn(page, ids[0] ?? '').count()).toBe(0)
  await page.context().close()
})

test('a double touch on a small ticket finishes it, and does not bring it back', async () => {
  await empty()
  const id = await cook([{ name: 'Café' }])
  const page = await openAt1280()
  await ticketOn(page, id).waitFor()
  await afterRest(page)
  // No time passes between the two touches.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const box = await ticketOn(page, id).getByRole('button').boundingBox()
  if (!box) throw new Error('the ticket has no button')
  // The upper edge of the button, where the hole has its own.
  const touch = () => page.mouse.click(box.x + box.width / 2, box.y + 3)
  await touch()
  await backButton(page).waitFor()
  await touch()
  // Bringing it back would end the hole at once.
  expect(await backButton(page).count()).toBe(1)
  await expect.poll(() => statusOf(id)).toBe('ready')
  await page.context().close()
})

test('a scheduled order whose time has come is begun on the wall, and then finished', async () => {
  await empty()
  const id = await cook([{ name: 'Encomenda' }])
  await kitchen.database.query(
    `update orders set timing = 'SCHEDULED', preparation_start_at = now() - interval '2 minutes',
       promised_at = now() + interval '30 minutes', version = version + 1 where id = $1`,
    [id],
  )
  const page = await openAt1280()
  await ticketOn(page, id)
    .getByRole('button', { name: /^Iniciar preparo/ })
    .click()
  await expect.poll(() => statusOf(id)).toBe('preparing')
  await afterDoubleTap(page)
  await ticketOn(page, id)
    .getByRole('button', { name: /^Pronto/ })
    .click()
  await expect.poll(() => statusOf(id)).toBe('ready')
  await page.context().close()
})

test('a station sees its own dishes, and the order is ready when the last station of the screen has finished', async () => {
  await empty()
  const { rows } = await kitchen.database.query<{ name: string; category: string }>(
    `select i.name, c.name as category from menu_items i
     join menu_categories c on c.store_id = i.store_id and c.id = i.category_id
     where i.store_id = $1 order by c.name, i.name`,
    [storeId],
  )
  const [one] = rows
  const other = rows.find(({ category }) => category !== one?.category)
  if (!one || !other) throw new Error('the store has no two categories')
  const id = await cook([one, other, { ...one, notes: 'Alergia a nozes' }])
  const page = await openWall(kitchen.panel)
  const ticket = ticketOn(page, id)
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
  await backButton(page).waitFor()
}

async function chooseStation(page: Page, name: string): Promise<void> {
  const list = wallOf(page).getByLabel('Praça')
  if ((await list.evaluate((element) => element.tagName)) === 'SELECT') await list.selectOption(name)
  else await list.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}
