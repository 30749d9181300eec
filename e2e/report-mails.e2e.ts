import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessDayOf } from '../contract/shared/day.ts'
import { expectFitting } from './axe.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const digits = (text: string) => text.replaceAll(/\s/g, '')

test('a manager previews the daily mail with the page’s figures and enables it', async () => {
  const page = await openSignedIn(panel, 'gerente@balcao.example', '/settings?tab=notificacoes')
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: 'Todo dia', exact: true }) })
    .first()
  const daily = first.getByRole('checkbox', { name: 'Todo dia' })
  await daily.check()
  await page.getByText(/todo dia ligado/).waitFor()
  await page.reload()
  expect(await daily.isChecked()).toBe(true)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFitting(page, `mails at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await first.getByRole('button', { name: /todo dia/ }).click()
  const mail = page.getByRole('dialog')
  await mail.getByText('Faturamento líquido').waitFor()
  await expectFitting(page, 'the mail')
  const shownTotal = await mail.locator('dd b').first().innerText()
  const store = await first.locator('b').first().innerText()
  await page.keyboard.press('Escape')
  await first.getByRole('button', { name: /toda semana/ }).click()
  await mail.getByText('Dia a dia').waitFor()
  const yesterday = addDays(businessDayOf(new Date(), 'America/Sao_Paulo', '04:00'), -1)
  await page.goto(`/reports/daily?day=${yesterday}`)
  await page.getByRole('main').getByText(store).locator('visible=true').first().waitFor()
  await expect
    .poll(async () => digits(await page.getByRole('main').innerText()))
    .toContain(digits(shownTotal))
  await page.context().close()
})

test('one tick switches a mail on in every store, and the next one off again', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=notificacoes')
  const all = page.getByRole('checkbox', { name: 'Toda semana, em todas as lojas' })
  const each = page.getByRole('checkbox', { name: 'Toda semana', exact: true })
  await each.first().waitFor()
  expect(await each.count()).toBe(6)
  const ticked = async () => (await Promise.all((await each.all()).map((box) => box.isChecked()))).join()
  // Six saves, each with its own result.
  if (await all.isChecked()) await all.uncheck()
  await expect.poll(ticked).toBe(Array(6).fill(false).join())
  await expect.poll(() => all.isEnabled()).toBe(true)
  await all.check()
  await page.getByText('Toda semana: ligado em 6 lojas.').waitFor()
  await page.reload()
  await each.first().waitFor()
  expect(await ticked()).toBe(Array(6).fill(true).join())
  await page.context().close()
})

test('options toggled faster than they are saved are all saved', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/settings?tab=notificacoes')
  const kinds = ['Todo dia', 'Toda semana'] as const
  const boxes = kinds.map((name) => page.getByRole('checkbox', { name, exact: true }).first())
  await boxes[0]?.waitFor()
  const before = await Promise.all(boxes.map((box) => box.isChecked()))
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/reports/mails/mine', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  for (const box of boxes) await box.click()
  const wanted = before.map((checked) => !checked)
  expect(await Promise.all(boxes.map((box) => box.isChecked()))).toEqual(wanted)
  answer()
  await page.getByText(/toda semana (ligado|desligado)/).waitFor()
  await page.reload()
  await boxes[0]?.waitFor()
  expect(await Promise.all(boxes.map((box) => box.isChecked()))).toEqual(wanted)
  await page.context().close()
})
