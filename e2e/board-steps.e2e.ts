import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { atRest } from './at-rest.ts'
import { expectAccessible } from './axe.ts'
import { boxProblems } from './box-problems.ts'
import { findOnBoard } from './board-page.ts'
import { unanswered } from './evidence.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const storeNamed = (wanted: string) => demoStores.find(({ name }) => name === wanted)?.id ?? ''
const manyCouriers = 'Brasa & Cia'
const oneCourier = demoStores.find(({ motoboys }) => motoboys.length === 1)

const readyToLeave = (customer: string, store = manyCouriers) =>
  orderIn('ready', panel.url, customer, { delivery: true, storeId: storeNamed(store) })

/** Each test has a browser of its own, tall enough for every order. */
async function open(): Promise<Page> {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders', {
    width: 1440,
    height: 4_000,
  })
  await page.locator('[data-order]').first().waitFor()
  // Before the couriers are known nobody is asked for one.
  await expect.poll(() => unanswered(page), { timeout: 30_000 }).toEqual([])
  await atRest(page)
  return page
}
const ticket = (page: Page, column: string, id: string) =>
  page.locator(`[data-column=${column}] [data-order="${id}"]`)
const question = (page: Page) => page.getByRole('dialog', { name: /^Quem leva o / })
/** Asked by a key: the next one is for the question. */
const askedFor = async (page: Page) => {
  await question(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))
}

test('an order leaves with its courier by two keys, the next one has the focus, and one key takes both back', async () => {
  const ids = [await readyToLeave('Primeira Saída'), await readyToLeave('Segunda Saída')]
  const [first = '', second = ''] = ids
  const page = await open()
  await ticket(page, 'ready', first).focus()
  await page.keyboard.press('e')
  await askedFor(page)
  await expectAccessible(page, 'the question for a courier')
  // Nobody is proposed of several, so Enter sends nothing.
  await page.keyboard.press('Enter')
  expect(await question(page).count()).toBe(1)
  const [courier = ''] = await question(page).locator('li b').allInnerTexts()
  await page.keyboard.press('1')
  await ticket(page, 'out', first).getByText(courier).waitFor()
  const offer = page.getByRole('region', { name: 'Agenda' }).getByRole('status')
  await offer.getByText(`saiu para entrega com ${courier}`).waitFor()
  await page.waitForFunction(
    (id) => document.activeElement?.matches(`[data-order="${id}"] [data-step]`),
    second,
  )
  await page.keyboard.press('z')
  await ticket(page, 'ready', first).waitFor()
  expect(await ticket(page, 'ready', first).getByText(courier).count()).toBe(0)
  await page.context().close()
})

test('the offer to undo is read whole on the phone, whichever step is open', async () => {
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  // With scheduled orders the phone has a fifth tab, and two of five beside the one in the middle.
  await orderIn('kitchen', panel.url, 'Para Depois', {
    order: { schedule: { start: later(180), end: later(200) } },
  })
  const id = await orderIn('kitchen', panel.url, 'Desfazer Inteiro')
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders', { width: 390, height: 844 })
  await page.getByRole('tab', { name: /Agenda/ }).waitFor()
  await page.getByRole('tab', { name: /Preparo/ }).click()
  await page.locator(`[data-order="${id}"] [data-step]`).click()
  const offer = page.locator('[role=status]:has([aria-keyshortcuts=z])')
  await offer.getByText('pronto').waitFor()
  await atRest(page)
  expect(await boxProblems(page, '[role=status]:has([aria-keyshortcuts=z]) > *')).toEqual([])
  expect((await offer.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^BC-\d+ pronto Desfazer$/)
  await page.context().close()
})

test('a search says that a column has no such order, not that none waits', async () => {
  await readyToLeave('Procurada na Busca')
  const page = await open()
  await findOnBoard(page, 'Procurada na Busca')
  for (const key of ['new', 'kitchen', 'out'])
    await page.locator(`[data-column=${key}]`).getByText('Nada aqui do que você procura.').waitFor()
  await page.getByRole('region', { name: 'Agenda' }).getByText('Nada aqui do que você procura.').waitFor()
  expect(await page.getByText('Nada para mais tarde.').count()).toBe(0)
  await page.context().close()
})

test('the question is beside the ticket, over the column that the order goes to, and Esc sends nothing', async () => {
  const id = await readyToLeave('Pergunta ao Lado')
  const page = await open()
  await page.setViewportSize({ width: 1280, height: 4_000 })
  await ticket(page, 'ready', id)
    .getByRole('button', { name: /^Saiu para entrega/ })
    .click()
  const [panelBox, ticketBox, columnBox] = [
    await question(page).boundingBox(),
    await ticket(page, 'ready', id).boundingBox(),
    await page.locator('[data-column=out]').boundingBox(),
  ]
  expect(panelBox?.x ?? 0).toBeGreaterThan((ticketBox?.x ?? 0) + (ticketBox?.width ?? 9_999))
  expect(panelBox?.x ?? 0).toBeGreaterThanOrEqual((columnBox?.x ?? 9_999) - 1)
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  await page.waitForFunction((order) => document.activeElement?.closest(`[data-order="${order}"]`), id)
  await ticket(page, 'ready', id).waitFor()
  await page.context().close()
})

test('the only courier in the shop is proposed: Enter sends the order off with them', async () => {
  const [courier = ''] = oneCourier?.motoboys ?? []
  const id = await readyToLeave('Só Um Entregador', oneCourier?.name)
  const page = await open()
  await ticket(page, 'ready', id).focus()
  await page.keyboard.press('e')
  await page.waitForFunction((name) => document.activeElement?.textContent?.includes(name), courier)
  await page.keyboard.press('Enter')
  await ticket(page, 'out', id).getByText(courier).waitFor()
  await page.context().close()
})

test('the question is switched off for a store on this device, and on again', async () => {
  const [asked, silent, again] = [
    await readyToLeave('Ainda Pergunta'),
    await readyToLeave('Sem Pergunta'),
    await readyToLeave('Pergunta de Novo'),
  ]
  const page = await open()
  const leave = (id: string) =>
    ticket(page, 'ready', id)
      .getByRole('button', { name: /^Saiu para entrega/ })
      .dispatchEvent('click')
  await leave(asked)
  await question(page).getByRole('checkbox', { name: 'Não perguntar mais' }).check()
  await page.keyboard.press('0')
  await ticket(page, 'out', asked).waitFor()
  await leave(silent)
  await ticket(page, 'out', silent).waitFor()
  await page.getByRole('button', { name: /^Entregadores/ }).click()
  const couriers = page.getByRole('dialog', { name: 'Entregadores' })
  await couriers.getByLabel('Loja').selectOption({ label: manyCouriers })
  await couriers.getByRole('checkbox', { name: /^Perguntar neste aparelho/ }).check()
  await page.keyboard.press('Escape')
  await couriers.waitFor({ state: 'detached' })
  await leave(again)
  await question(page).waitFor()
  await page.context().close()
})

test('a delivered order lies folded at the foot of its column, without a clock or a button, and its details open', async () => {
  const id = await readyToLeave('Entregue Agora')
  const page = await open()
  await ticket(page, 'ready', id).focus()
  await page.keyboard.press('e')
  await askedFor(page)
  await page.keyboard.press('0')
  const counted = page.locator('[data-column=out] > header')
  await ticket(page, 'out', id).waitFor()
  const before = await counted.locator('b').first().innerText()
  await ticket(page, 'out', id)
    .getByRole('button', { name: /^Confirmar entrega/ })
    .dispatchEvent('click')
  const delivered = page.locator('[data-column=out]').getByRole('region', { name: 'Entregues há pouco' })
  const line = delivered.getByRole('button').first()
  await line.getByText(/entregue (agora|há)/).waitFor()
  await ticket(page, 'out', id).waitFor({ state: 'detached' })
  expect(Number(await counted.locator('b').first().innerText())).toBe(Number(before) - 1)
  expect(await delivered.getByRole('button', { name: /^Concluir/ }).count()).toBe(0)
  await line.click()
  await page.getByRole('dialog').getByText('Entregue Agora').first().waitFor()
  await page.context().close()
})
