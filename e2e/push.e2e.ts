import { rmSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoStores, type DemoStore } from '../demo/demo-stores.ts'
import {
  playPushService,
  type PlayedBrowser,
  type PlayedPushService,
} from '../server/testing/push-service.ts'
import { expectFitting } from './axe.ts'
import { frontServer } from './front-server.ts'
import { placeOrder } from './menu-site.ts'
import { rowsOf } from './on-database.ts'
import { needsNotifications, openPanel, openSignedIn, startPanel, type Panel } from './panel.ts'

const [store] = demoStores as unknown as readonly [DemoStore]
/** As long as a locator waits. */
const patience = { timeout: 15_000 }
let service: PlayedPushService
let panel: Panel
let folder: string

beforeAll(async () => {
  service = await playPushService()
  folder = mkdtempSync(join(tmpdir(), 'balcao-push-'))
  const certificate = join(folder, 'push-service.pem')
  writeFileSync(certificate, service.certificate)
  panel = await startPanel({
    notifications: true,
    environment: {
      PUSH_SERVICES: service.host,
      NODE_EXTRA_CA_CERTS: certificate,
    },
  })
})
afterAll(async () => {
  await panel.stop()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A Chromium with a simulated push service, because its real one is not reachable from a test. */
async function phone(email: string): Promise<{ page: Page; browser: PlayedBrowser }> {
  const page = await openSignedIn(panel, email, '/menu', { width: 390, height: 844, worker: 'allow' })
  await page.context().grantPermissions(['notifications'], { origin: panel.url })
  const browser = service.browser()
  await page.addInitScript(
    ({ endpoint, keys }) => {
      let subscribed = false
      const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: () => Promise.resolve(true) }
      Object.assign(PushManager.prototype, {
        subscribe: () => {
          subscribed = true
          return Promise.resolve(subscription)
        },
        getSubscription: () => Promise.resolve(subscribed ? subscription : null),
      })
    },
    { endpoint: browser.endpoint, keys: browser.keys },
  )
  return { page, browser }
}

/** A minute after the order came, as far as its reminder goes. */
async function makeReminderDue(orderId: string): Promise<void> {
  const due = await rowsOf(
    panel.databaseUrl(),
    "update outbox set due_at = now() where kind = 'acceptance-reminder' and lane = $1 returning lane",
    [orderId],
  )
  expect(due).toHaveLength(1)
}

async function serviceWorkerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const known = page.context().serviceWorkers()[0]
  return known ?? page.context().waitForEvent('serviceworker')
}

/** Delivers an accepted push message to the browser, as the push service would. */
async function deliver(page: Page, message: object): Promise<void> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL }) => scopeURL.startsWith(panel.url))
      if (one) resolve(one.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: panel.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
}

const shownTitles = (worker: Worker) =>
  worker.evaluate(async () =>
    (
      await (
        self as unknown as {
          registration: { getNotifications: () => Promise<{ title: string }[]> }
        }
      ).registration.getNotifications()
    ).map((one) => one.title),
  )

test('a phone enables notifications, receives a test and an order, and tapping one opens the order', async (context) => {
  needsNotifications(context)
  const { page, browser } = await phone('dona@balcao.example')
  const { id } = await placeOrder(panel.url, store.id, 'Cliente que espera')
  await page.goto('/menu/orders')
  await page.locator('article').first().waitFor()
  await page.goto('/settings?tab=notificacoes')
  await page.getByText('Avisos desligados').waitFor()
  await page.getByRole('button', { name: 'Ligar avisos neste aparelho' }).click()
  await page.getByText('Avisos ligados').waitFor()
  await page.getByText('ainda sem avisos').waitFor()
  await expectFitting(page, 'the own devices')
  await page.getByRole('button', { name: 'Testar este aparelho' }).click()
  await page.getByText(/Aviso de teste enviado/).waitFor()
  const worker = await serviceWorkerOf(page)
  const sent = (title: RegExp, path = '') =>
    vi.waitUntil(
      () => browser.taken.find(({ message }) => title.test(message.title) && message.path.includes(path)),
      patience,
    )
  const test = await sent(/^Aviso de teste$/)
  await deliver(page, test.message)
  await expect.poll(() => shownTitles(worker)).toContain('Aviso de teste')

  await makeReminderDue(id)
  const reminder = await sent(/espera aceite$/, id)
  await deliver(page, reminder.message)
  await expect.poll(() => shownTitles(worker)).toContain(reminder.message.title)
  await worker.evaluate(async (title) => {
    const scope = self as unknown as {
      registration: { getNotifications: () => Promise<{ title: string }[]> }
      dispatchEvent: (event: Event) => void
      NotificationEvent: new (type: string, init: object) => Event
    }
    const notification = (await scope.registration.getNotifications()).find((one) => one.title === title)
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, reminder.message.title)
  await page.waitForURL(`**${reminder.message.path}`)
  await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
  await page.getByText('Passou do tempo de aceite').waitFor()
  await page.keyboard.press('Escape')
  await page.context().close()
})

test('a basic user selects the events of a device and removes it', async (context) => {
  needsNotifications(context)
  const { page } = await phone('atendente@balcao.example')
  await page.goto('/settings?tab=notificacoes')
  await page.getByRole('button', { name: 'Ligar avisos neste aparelho' }).click()
  await page.getByText('Avisos ligados').waitFor()
  const situation = page.getByRole('listitem').filter({ hasText: /^Cancelamento/ })
  await situation.getByRole('button', { name: 'Mudar Cancelamento' }).click()
  await Promise.all([
    // Shown before it is saved.
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    situation.getByRole('checkbox', { name: /^Aparelho/ }).uncheck(),
  ])
  await situation.getByText('Avisa você por faixa na tela e som.').waitFor()
  await page.reload()
  await situation.getByText('Avisa você por faixa na tela e som.').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Negociação/ })
    .getByText('Avisa você por faixa na tela e notificação no aparelho.')
    .waitFor()
  await page.getByRole('button', { name: /^Tirar/ }).click()
  await page.getByText('Nenhum aparelho recebe avisos').waitFor()
  await page.context().close()
})

test('a browser that blocks notifications explains how to allow them', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu')
  const devtools = await page.context().newCDPSession(page)
  const { targetInfo } = await devtools.send('Target.getTargetInfo')
  await devtools.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    origin: panel.url,
    browserContextId: targetInfo.browserContextId ?? '',
  })
  await page.goto('/menu/orders')
  await page.getByRole('button', { name: /problema/i }).click()
  await page.getByText(/Toque no cadeado/).waitFor()
  await page.getByRole('link', { name: 'Meus aparelhos' }).click()
  await page.getByRole('heading', { name: 'Aparelhos' }).waitFor()
  await page.context().close()
})

test('an update of the service worker takes over immediately', async () => {
  const front = await frontServer(panel.url)
  try {
    const page = await openPanel({ ...panel, url: front.url }, '/', { worker: 'allow' })
    const first = await serviceWorkerOf(page)
    front.answerInstead(async (path, body) =>
      path === '/sw.js' ? `${await body()}\nself.upgraded = true\n` : null,
    )
    const renewed = page.context().waitForEvent('serviceworker')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const next = await renewed
    expect(next).not.toBe(first)
    await expect
      .poll(() => next.evaluate(() => (self as unknown as { upgraded?: boolean }).upgraded))
      .toBe(true)
    await expect
      .poll(() =>
        page.evaluate(
          async () =>
            (await navigator.serviceWorker.ready).active?.state === 'activated' &&
            navigator.serviceWorker.controller !== null,
        ),
      )
      .toBe(true)
    await page.context().close()
  } finally {
    await front.stop()
  }
})

test('the panel is installable, and manifest and icons have the declared sizes', async () => {
  const page = await openPanel(panel, '/', { worker: 'allow' })
  const manifest = (await (await fetch(`${panel.url}/manifest.webmanifest`)).json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Balcão')
  for (const { src, sizes } of manifest.icons) {
    const width = await page.evaluate(
      (url) =>
        new Promise<number>((resolve, reject) => {
          const image = new Image()
          image.addEventListener('load', () => resolve(image.naturalWidth))
          image.addEventListener('error', () => reject(new Error(url)))
          image.src = url
        }),
      src,
    )
    expect(sizes === 'any' || width === Number(sizes.split('x')[0])).toBe(true)
  }
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The test browser is incognito, which alone may prevent installation.
  expect(installabilityErrors.map((one) => one.errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await page.context().close()
})
