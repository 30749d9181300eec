import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores, type DemoStore } from '../demo/demo-stores.ts'
import { staffCalls, type StaffCalls } from '../demo/staff/staff-calls.ts'
import { simulatorControl } from '../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../simulator/start-simulator.ts'
import { atRest } from './at-rest.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { placeOrder } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

const [store, other] = demoStores as unknown as readonly [DemoStore, DemoStore]
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let panel: Panel
let calls: StaffCalls

/** No demo traffic: the test decides what iFood does. */
beforeAll(async () => {
  const application = { clientId: 'e2e', codeClientId: 'e2e-code', clientSecret: 'secret' }
  simulator = await startSimulator({ ...application, port: 0, webhookUrl: null, actionDelayMs: 50 })
  control = simulatorControl(simulator.url)
  await control.setMerchants(demoStores.map(({ merchantId, name }) => ({ merchantId, name, menu: [] })))
  panel = await startPanel({
    environment: {
      IFOOD_BASE_URL: simulator.url,
      IFOOD_CLIENT_ID: 'e2e',
      IFOOD_CLIENT_SECRET: 'secret',
      IFOOD_POLL_SECONDS: '1',
    },
  })
  calls = staffCalls(panel.url, () => 'dona@balcao.example')
})
afterAll(async () => {
  await panel.stop()
  await simulator.stop()
})

const phone: Look = { width: 390, height: 844 }

const open = (path: string, look: Look = {}): Promise<Page> =>
  openSignedIn(panel, 'dona@balcao.example', path, look)
const hoursOf = ({ id }: DemoStore) => `/settings?tab=horarios&store=${id}`
const local = (ms: number) =>
  new Date(Date.now() + ms).toLocaleString('sv-SE', { timeZone: store.timezone }).replace(' ', 'T')
const pauses = async () => (await control.readInterruptions(store.merchantId)).length

test('why a store is closed is two presses away on the board and its front, and the button acts there', async () => {
  await calls.call(store, 'POST', '/workingHours/scheduleBreak/mine', {
    name: 'Cozinha lotada',
    start: new Date().toISOString(),
    end: new Date(Date.now() + 30 * 60_000).toISOString(),
  })
  const title = { name: 'Por que minha loja está fechada?' }
  const page = await open('/menu/orders')
  await page.getByRole('button', { name: 'Mais opções' }).click()
  // The order of the rows follows the money: none shows before it.
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  const usual = '**/api/stores/channels/usual?*'
  await page.route(usual, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(usual)
  await page.getByRole('button', { name: 'Por que está fechada?' }).click()
  const dialog = page.getByRole('dialog', title)
  await Promise.all([asked, dialog.waitFor()])
  await atRest(page)
  expect(await dialog.getByRole('row').count()).toBe(0)
  come()
  const row = dialog.getByRole('row').filter({ hasText: store.name }).first()
  await row.getByText('Em pausa: Cozinha lotada.').waitFor()
  await row.getByText('Marina Prado').waitFor()
  await expectAccessible(page, 'why stores are closed')
  await page.keyboard.press('Escape')

  const small = await open('/menu', phone)
  await small.getByRole('button', { name: `Mais de ${store.name}` }).click()
  await small.getByRole('button', { name: 'Por que está fechada?' }).click()
  const list = small.getByRole('dialog', title)
  await expectFitting(small, 'why a store is closed, on a phone')
  await list.getByRole('button', { name: 'Voltar agora, Canal próprio' }).click()
  await expect.poll(() => list.getByText('Em pausa: Cozinha lotada.').count()).toBe(0)
  await small.context().close()
  await page.context().close()
})

test('an owner stops a store on the phone, reads what happens to its orders, and takes it back', async () => {
  expect((await placeOrder(panel.url, store.id, 'Cliente de agora')).status).toBe(200)
  const page = await open('/menu', phone)
  await page.getByRole('button', { name: `Mais de ${store.name}` }).click()
  await page.getByRole('button', { name: 'Parar de vender' }).click()
  await page.getByRole('button', { name: 'Desativar a loja' }).click()
  const dialog = page.getByRole('dialog', { name: `Desativar ${store.name}?` })
  await dialog.getByText('no Canal próprio e no iFood').waitFor()
  await dialog.getByText(/pedidos? em andamento segue/).waitFor()
  await expectAccessible(page, 'the question')
  await dialog.getByRole('button', { name: 'Desativar', exact: true }).click()
  await expect.poll(pauses).toBe(1)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText(`${store.name} continua ativa.`).waitFor()
  await expect.poll(pauses).toBe(0)
  await page.context().close()
})

test('two presses on Agora and one more stop every channel, iFood’s own word is waited for, and one press sells again', async () => {
  const page = await open('/menu', phone)
  await page.getByRole('button', { name: `Mais de ${store.name}` }).click()
  await page.getByRole('button', { name: 'Parar de vender' }).click()
  const ask = page.getByRole('dialog', { name: `Parar de vender em ${store.name}` })
  await ask.getByRole('radio', { name: '30 min' }).waitFor()
  for (const channel of [/^Canal próprio/, /^iFood/])
    expect(await ask.getByRole('checkbox', { name: channel }).isChecked()).toBe(true)
  expect(await ask.getByRole('radio', { name: 'Cozinha lotada' }).isChecked()).toBe(false)
  await ask.getByRole('radio', { name: 'Cozinha lotada' }).check()
  await expectFitting(page, 'stopping to sell')
  await ask.getByRole('button', { name: /^Parar até / }).click()
  const stopped = page.getByRole('dialog', { name: `${store.name} parou de vender` })
  await stopped.getByText('Motivo: Cozinha lotada. Por Marina Prado.').waitFor()
  await expect.poll(pauses).toBe(1)
  await askAgain(store)
  await stopped.getByText(/^parou, confirmado às /).waitFor()
  await expectFitting(page, 'a stopped store')
  await stopped.getByRole('button', { name: 'Voltar a vender' }).click()
  await page.getByText(`${store.name} volta a vender.`).waitFor()
  await expect.poll(pauses).toBe(0)
  await page.context().close()
})

test('one channel alone stops, the others go on selling and can be stopped from the same place', async () => {
  const page = await open(hoursOf(store))
  await page.getByRole('button', { name: 'Parar de vender' }).click()
  await page.getByRole('checkbox', { name: /^Canal próprio/ }).uncheck()
  // A press that is faster than the page's own refresh counts too.
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  const refreshed = '**/api/stores/channels?*'
  await page.route(refreshed, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: /^Parar até / }).click()
  const stopped = page.getByRole('dialog', { name: `${store.name} parou de vender` })
  await stopped.getByRole('button', { name: 'Parar também no Canal próprio' }).click()
  const own = page.getByRole('checkbox', { name: /^Canal próprio/ })
  await own.waitFor()
  const answer = page.waitForResponse((reply) => reply.url().includes('/api/stores/channels?'))
  come()
  await answer
  await page.unroute(refreshed)
  await expect.poll(pauses).toBe(1)
  await own.waitFor()
  await page.getByRole('checkbox', { name: /^iFood/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Parar de vender' }).click()
  await stopped.getByRole('button', { name: 'Voltar a vender' }).click()
  await expect.poll(pauses).toBe(0)
  await page.context().close()
})

test('a store paused in iFood’s own app is opened again by the button beside the cause', async () => {
  await control.addInterruption(store.merchantId, {
    id: randomUUID(),
    description: 'Almoço da equipe',
    start: local(-60_000),
    end: local(3_600_000),
  })
  const page = await open(hoursOf(store), phone)
  // iFood is asked again, without waiting for the next round.
  await askAgain(store)
  await page.getByText('Pausada no aplicativo do iFood: Almoço da equipe.').waitFor()
  await expectFitting(page, 'the channels')
  await expectAccessible(page, 'the channels')
  await page.getByRole('button', { name: /^Reabrir no iFood/ }).click()
  await expect.poll(pauses).toBe(0)
  await page.getByText('Pausada no aplicativo do iFood').waitFor({ state: 'detached' })
  await page.context().close()
})

test('iFood selling for an inactive store comes first, in words and with the button that closes it', async () => {
  const page = await open(hoursOf(other))
  await page.getByRole('button', { name: 'Parar de vender' }).click()
  await page.getByRole('button', { name: 'Desativar a loja' }).click()
  await page.getByRole('button', { name: 'Desativar', exact: true }).click()
  await page.getByRole('heading', { name: 'Loja desativada' }).waitFor()
  await control.setMood(other.merchantId, { sellsAnyway: true })
  await askAgain(other)
  await page.getByRole('heading', { name: 'Está vendendo e não devia' }).waitFor()
  await expectAccessible(page, 'a channel that sells wrongly')
  await control.setMood(other.merchantId, {})
  await page.getByRole('button', { name: /^Fechar no iFood/ }).click()
  await page.getByRole('heading', { name: 'Loja desativada' }).waitFor()
  await page.getByRole('button', { name: 'Ativar a loja' }).first().click()
  await page.getByRole('button', { name: 'Ativar', exact: true }).click()
  await page.getByRole('heading', { name: 'Vendendo' }).waitFor()
  await page.context().close()
})

/** As any other client would: the server asks iFood at once. */
const askAgain = (of: DemoStore) =>
  calls.call(of, 'POST', '/stores/channels/repair/mine', { platform: 'ifood', repair: 'check' })
