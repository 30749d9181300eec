import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectAccessible } from './axe.ts'
import { boxProblems } from './box-problems.ts'
import { afterDoubleTap, findOnBoard, keptTaps, openWithClock } from './board-page.ts'
import { watchShifts } from './layout-shift.ts'
import { placeOrder } from './menu-site.ts'
import { rowsOf } from './on-database.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
const owner = 'dona@balcao.example'
const phone = { width: 390, height: 844 }
const storeId = demoStores[0]?.id ?? ''

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

async function board(look: Look = phone, path = '/menu/orders'): Promise<Page> {
  const page = await openSignedIn(panel, owner, path, look)
  await answered(page)
  await page.getByText('Ao vivo').first().waitFor()
  return page
}

const rows = <Row extends object>(statement: string, values: readonly unknown[] = []) =>
  rowsOf<Row>(panel.databaseUrl(), statement, values)

async function queueOf(customer: string, size: number): Promise<void> {
  for (let index = 0; index < size; index += 1)
    expect((await placeOrder(panel.url, storeId, customer)).status).toBe(200)
}

const statesOf = async (customer: string) =>
  rows<{ status: string; version: number }>(
    `select o.status, o.version from orders o where o.detail -> 'customer' ->> 'name' = $1`,
    [customer],
  )

test('ten new orders are accepted by ten taps on one spot of the phone, and none is undone', async () => {
  await queueOf('Fila do Polegar', 10)
  const page = await openWithClock(panel, owner, '/menu/orders', phone)
  // With what moves under the thumb.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await findOnBoard(page, 'Fila do Polegar')
  await page.getByText('Mostrando 10 de').waitFor()
  const waiting = page.locator('[data-order]').filter({ hasText: 'Fila do Polegar' })
  const accept = page.getByRole('button', { name: /^Aceitar pedido/ }).first()
  const box = await accept.boundingBox()
  if (!box) throw new Error('there is nothing to accept')
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (let tap = 0; tap < 10; tap += 1) {
    const id = (await waiting.first().getAttribute('data-order')) ?? ''
    await page.mouse.click(spot.x, spot.y)
    await page.locator(`[data-order="${id}"]`).waitFor({ state: 'detached' })
    await afterDoubleTap(page)
  }
  await expect.poll(() => page.evaluate(keptTaps)).toEqual([])
  await expect
    .poll(async () => (await statesOf('Fila do Polegar')).map(({ status }) => status))
    .toEqual(Array.from({ length: 10 }, () => 'confirmed'))
  const undone = await rows(
    `select 1 from order_events e join orders o on o.id = e.order_id
     where o.detail -> 'customer' ->> 'name' = 'Fila do Polegar' and e.type like '%RETURN%'`,
  )
  expect(undone).toEqual([])
  await page.context().close()
})

test.each([
  ['the board', '/menu/orders?layout=board'],
  ['the list', '/menu/orders?layout=list'],
])('on the phone %s offers to undo where no button of an order can be', async (_name, path) => {
  const customer = `Desfeito ${path.slice(-5)}`
  await queueOf(customer, 2)
  const page = await board(phone, path)
  await findOnBoard(page, customer)
  await page
    .getByRole('button', { name: /^Aceitar pedido/ })
    .first()
    .click()
  const undo = page.getByRole('button', { name: 'Desfazer' })
  await undo.waitFor()
  const place = await undo.boundingBox()
  const bar = await undo.evaluate((button) => {
    const sticky = button.closest('[class*=tabsBar], [class*=listHead]')
    return sticky ? getComputedStyle(sticky).position : ''
  })
  expect(bar).toBe('sticky')
  expect(place?.y ?? 0).toBeLessThan(600)
  await undo.click()
  await expect
    .poll(async () => (await statesOf(customer)).map(({ status }) => status))
    .toEqual(['placed', 'placed'])
  // The order that came back is the answer; a notice would cover the next button.
  await undo.waitFor({ state: 'detached' })
  expect(await page.getByText('desfeita').count()).toBe(0)
  await page.context().close()
})

test('the body of a notice lets a tap through to the page below', async () => {
  const page = await board()
  const through = await page.evaluate(() => {
    const region = document.querySelector('[class*=notices]')
    if (!region) return null
    const notice = document.createElement('div')
    notice.className =
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .flatMap((rule) =>
          rule instanceof CSSStyleRule
            ? (/^\.([\w-]*notice(?:_[\w-]+)?)$/.exec(rule.selectorText) ?? [])
            : [],
        )
        .at(-1) ?? ''
    region.append(notice)
    return getComputedStyle(notice).pointerEvents
  })
  expect(through).toBe('none')
  await page.context().close()
})

test('an order that its marketplace cancels in 45 seconds is first and red wherever orders are shown', async () => {
  await queueOf('Sem Pressa', 2)
  await rows(`update orders set confirm_by = null where detail -> 'customer' ->> 'name' = 'Sem Pressa'`)
  const [dying] = await rows<{ id: string }>(
    `update orders set platform = 'ifood', merchant_id = 'm-1', created_at = now() - interval '435 seconds',
       confirm_by = now() + interval '45 seconds'
     where id = (select id from orders where detail -> 'customer' ->> 'name' = 'Sem Pressa' order by created_at desc limit 1)
     returning id`,
  )
  const id = dying?.id ?? ''
  const shown = async (page: Page, path: string) => {
    // Each look has the same time left, however slow the machine is.
    await rows(`update orders set confirm_by = now() + interval '45 seconds' where id = $1`, [id])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(path)
    await answered(page)
    const first = page.locator('[data-order]').first()
    await expect.poll(() => first.getAttribute('data-order'), { message: path }).toBe(id)
    expect(await first.locator('[data-urgency]').getAttribute('data-urgency')).toBe('late')
    expect(await first.locator('[data-urgency]').innerText()).toMatch(/^aceitar em 0:\d\d\s*0:\d\d$/)
    const pulses = await first
      .locator('[data-urgency] > [aria-hidden]')
      .evaluate((time) => getComputedStyle(time).animationName)
    expect(pulses).not.toBe('none')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const calm = await first
      .locator('[data-urgency] > [aria-hidden]')
      .evaluate((time) => getComputedStyle(time).animationName)
    expect(calm).toBe('none')
  }
  for (const [look, paths] of [
    [{}, ['/menu/orders?layout=board', '/menu/orders?layout=list']],
    [phone, ['/menu/orders?layout=board', '/menu/orders?layout=list']],
  ] as const) {
    const page = await openSignedIn(panel, owner, '/conta', look)
    for (const path of paths) await shown(page, path)
    await page.context().close()
  }
  // The kitchen does not accept orders, but sees that one is about to be lost.
  await rows(`update orders set confirm_by = now() + interval '45 seconds' where id = $1`, [id])
  const kitchen = await openSignedIn(panel, owner, '/menu/orders?tv=1')
  await kitchen.getByText(/no caixa, 0:\d\d$/).waitFor()
  await kitchen.context().close()
})

test('on the phone the button to accept is at one place, whatever the ticket holds, and a double tap is one tap', async () => {
  const items = Array.from({ length: 14 }, (_, index) => ({
    externalCode: `L-${index + 1}`,
    name: `Prato número ${index + 1} com um nome comprido`,
    quantity: 1,
    unitPriceCents: 100,
    totalCents: 100,
    notes: 'Sem cebola, por favor',
    options: [],
  }))
  const payments = [{ method: 'PIX', brand: null, cents: 1_400, prepaid: true, changeForCents: null }]
  const long = await placeOrder(panel.url, storeId, 'Sempre Ali', { items, payments, orderCents: 1_400 })
  expect(long.status, long.message).toBe(200)
  await queueOf('Sempre Ali', 2)
  const page = await openWithClock(panel, owner, '/menu/orders', phone)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await findOnBoard(page, 'Sempre Ali')
  await page.getByText('Mostrando 3 de').waitFor()
  const accept = page.getByRole('button', { name: /^Aceitar pedido/ }).first()
  const place = async () => {
    const box = await accept.boundingBox()
    return { y: Math.round(box?.y ?? 0), height: box?.height }
  }
  const expected = { y: 600, height: 60 }
  const near = async () => {
    const { y, height } = await place()
    return { y: Math.abs(y - 600) <= 2 ? 600 : y, height }
  }
  expect(await page.getByText('Prato número 14').count()).toBe(1)
  expect(await near()).toEqual(expected)
  const tabBar = await page.getByRole('navigation', { name: 'Principal, no celular' }).boundingBox()
  const nextHead = await page.locator('[data-order] h3').nth(1).boundingBox()
  expect((nextHead?.y ?? 0) + (nextHead?.height ?? 0)).toBeLessThanOrEqual((tabBar?.y ?? 0) + 1)
  const box = await accept.boundingBox()
  const spot = { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 30 }
  // For the panel no time passes between the taps, however late the next ticket is there.
  await page.clock.setFixedTime(Date.now())
  const tapped = (await page.locator('[data-order]').first().getAttribute('data-order')) ?? ''
  await page.mouse.dblclick(spot.x, spot.y, { delay: 30 })
  await page.locator(`[data-order="${tapped}"]`).waitFor({ state: 'detached' })
  await page.mouse.click(spot.x, spot.y)
  await expect
    .poll(async () => (await statesOf('Sempre Ali')).filter(({ status }) => status === 'confirmed').length)
    .toBeGreaterThan(0)
  // None waits for its answer, so no second one can follow.
  await expect.poll(() => page.evaluate(keptTaps)).toEqual([])
  expect((await statesOf('Sempre Ali')).filter(({ status }) => status === 'confirmed')).toHaveLength(1)
  expect(await near()).toEqual(expected)
  // Over the three tabs that are not chosen.
  const undo = await page.getByRole('button', { name: 'Desfazer' }).boundingBox()
  const tabs = await page.getByRole('tablist').boundingBox()
  expect(undo?.y ?? 0).toBeGreaterThanOrEqual(tabs?.y ?? 999)
  expect((undo?.y ?? 999) + (undo?.height ?? 999)).toBeLessThanOrEqual((tabs?.y ?? 0) + (tabs?.height ?? 0))
  await expectAccessible(page, 'the board with its offer to undo')
  await page.context().close()
})

test('on the phone a short order is read in larger letters, and a long one keeps its own', async () => {
  const dish = (index: number) => ({
    externalCode: `C-${index}`,
    name: `Prato ${index}`,
    quantity: 1,
    unitPriceCents: 100,
    totalCents: 100,
    notes: null,
    options: [],
  })
  const payments = (cents: number) => [
    { method: 'PIX', brand: null, cents, prepaid: true, changeForCents: null },
  ]
  const lettersOf = async (customer: string, items: number) => {
    const cents = items * 100
    const placed = await placeOrder(panel.url, storeId, customer, {
      items: Array.from({ length: items }, (_, index) => dish(index + 1)),
      payments: payments(cents),
      orderCents: cents,
    })
    expect(placed.status, placed.message).toBe(200)
    const page = await board()
    await findOnBoard(page, customer)
    const name = page.locator('article', { hasText: customer }).getByText('Prato 1', { exact: true })
    const letters = await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    await page.context().close()
    return letters
  }
  const long = await lettersOf('Pedido Longo', 6)
  expect(long).toBe(17)
  expect(await lettersOf('Pedido Curto', 2)).toBeGreaterThan(long)
})

test('on a wide screen the first order starts within 180 px, and what was done can be undone over the whole agenda line', async () => {
  await queueOf('Primeira Linha', 2)
  const page = await board({})
  const first = await page.locator('[data-order]').first().boundingBox()
  expect(first?.y ?? 999).toBeLessThanOrEqual(180)
  await findOnBoard(page, 'Primeira Linha')
  await page
    .getByRole('button', { name: /^Aceitar pedido/ })
    .first()
    .click()
  const agenda = page.getByRole('region', { name: 'Agenda' })
  const undo = agenda.getByRole('status')
  await undo.getByText(/^BC-\d+ aceito/).waitFor()
  expect(await undo.innerText()).toContain('Primeira Linha, Brasa & Cia')
  expect(await boxProblems(page, '[aria-label="Agenda"] [role=status]')).toEqual([])
  const [line, whole] = [await undo.boundingBox(), await agenda.boundingBox()]
  expect(line?.width ?? 0).toBeGreaterThan(0.8 * (whole?.width ?? 9_999))
  expect(line?.height ?? 0).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('z')
  await expect
    .poll(async () => (await statesOf('Primeira Linha')).map(({ status }) => status))
    .toEqual(['placed', 'placed'])
  await page.context().close()
})

test('without a network the phone’s head row becomes the red strip, and nothing is pushed down', async () => {
  await queueOf('Fora da Rede', 1)
  const page = await board()
  const first = page.locator('[data-order]').first()
  await first.waitFor()
  const before = (await first.boundingBox())?.y
  const head = (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? 0
  await page.context().setOffline(true)
  const strip = page.getByRole('alert').filter({ hasText: 'Sem rede' })
  await strip.waitFor()
  expect((await first.boundingBox())?.y).toBe(before)
  const box = await strip.boundingBox()
  expect(Math.abs((box?.y ?? 999) - head)).toBeLessThan(16)
  expect(box?.height ?? 999).toBeLessThanOrEqual(48)
  expect(box?.width ?? 0).toBeGreaterThan(340)
  await page.context().close()
})

test.each([
  ['desktop', {}],
  ['phone', phone],
] as const)('nothing on the board shifts on the %s: layout shift is at most 0.05', async (_name, look) => {
  const page = await openSignedIn(panel, owner, 'about:blank', look)
  const shiftsAt = await watchShifts(page)
  const shifts: number[] = []
  const where: string[] = []
  for (let visit = 0; visit < 3; visit += 1) {
    const seen = await shiftsAt('/menu/orders', '[data-order]')
    shifts.push(seen.reduce((sum, { value }) => sum + value, 0))
    where.push(
      ...seen.filter(({ value }) => value > 0.01).map(({ value, what }) => `${value.toFixed(3)} ${what}`),
    )
  }
  expect(Math.max(...shifts), where.join('\n')).toBeLessThanOrEqual(0.05)
  // The first touch turns the sound on.
  const first = page.locator('[data-order]').first()
  const top = async () => (await first.boundingBox())?.y
  const before = await top()
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('button', { name: 'Testar o som' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await top()).toBe(before)
  await page.context().close()
})
