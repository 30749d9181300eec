import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoStores } from '../../demo/demo-stores.ts'
import { frontServer } from '../front-server.ts'
import { placeOrder } from '../menu-site.ts'
import { copySeededData, password, startServer } from '../panel.ts'
import { sees, textOf, until, type Engine, type EnginePage } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

/** Many owners carry an iPhone: what they do all day, in the two engines that are not Chromium. */
const engines: readonly (readonly [string, Engine])[] = [
  ['Firefox', firefox(program('FIREFOX'))],
  [
    'WebKit',
    webkit({
      driver: program('WEBKIT_DRIVER'),
      browser: program('WEBKIT_BROWSER'),
      screen: program('SCREEN'),
    }),
  ],
]
const sizes = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const
const storeId = demoStores[0]?.id ?? ''
const dataDir = mkdtempSync(join(tmpdir(), 'balcao-engines-'))
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  copySeededData(dataDir)
  server = await startServer(dataDir)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.each(engines)('in %s', (engineName, engine) => {
  describe.each(sizes)('on the %s', (sizeName, size) => {
    let page: EnginePage
    let front: Awaited<ReturnType<typeof frontServer>>
    beforeAll(async () => {
      front = await frontServer(server.url)
      page = await engine.open(size)
    })
    afterAll(async () => {
      await page.close()
      await front.stop()
    })
    const shown = async (name: string) => {
      mkdirSync('.cache/engines', { recursive: true })
      writeFileSync(`.cache/engines/${engineName}-${sizeName}-${name}.png`, await page.picture())
    }
    const at = (path: string) => page.go(`${front.url}${path}`)

    test('an owner signs in', async () => {
      await at('/menu')
      expect(await page.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([
        size.width,
        size.height,
      ])
      await page.type('E-mail', 'dona@balcao.example')
      await page.type('Senha', password)
      await shown('sign-in')
      await page.press('Entrar')
      await until(page, 'signing in', async () => !(await textOf(page)).includes('Entrar com e-mail'))
      await until(page, 'the panel', async () => (await textOf(page)).includes('Pedidos'))
      await shown('home')
    })

    test('an order is accepted, and taken back by the undo', async () => {
      const customer = `Cliente ${randomUUID().slice(0, 4)}`
      expect((await placeOrder(server.url, storeId, customer)).status).toBe(200)
      await at('/menu/orders')
      await sees(page, customer)
      await shown('board')
      const waiting = await countOf(page, /^Aceitar pedido/)
      await page.press(/^Aceitar pedido/)
      await until(page, 'accepting', async () => (await countOf(page, /^Aceitar pedido/)) < waiting)
      await page.press('Desfazer')
      await until(page, 'undoing', async () => (await countOf(page, /^Aceitar pedido/)) >= waiting)
    })

    test('a tap made without a network is kept and sent when it is back', async () => {
      const waiting = await countOf(page, /^Aceitar pedido/)
      front.cut()
      await page.press(/^Aceitar pedido/)
      await until(page, 'keeping the tap', async () => /guardado/i.test(await textOf(page)))
      await shown('kept-tap')
      front.mend()
      await until(
        page,
        'sending the kept tap',
        async () =>
          !/guardado/i.test(await textOf(page)) && (await countOf(page, /^Aceitar pedido/)) < waiting,
      )
    })

    test('the daily report shows its figures and fits the screen', async () => {
      await at('/reports/daily?period=yesterday')
      await sees(page, 'Faturamento')
      await until(page, 'the figure', async () => /R\$\s?[\d.]+/.test(await textOf(page)))
      await shown('daily')
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })

    test('the settings open and fit the screen', async () => {
      await at('/settings')
      await sees(page, 'Ajustes')
      await shown('settings')
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })
  })
})

function program(name: string): string {
  return process.env[`BALCAO_${name}`] ?? ''
}

/** CSS pixels by which the page is wider than its window. */
const overflow = (page: EnginePage): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const countOf = (page: EnginePage, name: RegExp): Promise<number> =>
  page.evaluate(
    (source) =>
      [...document.querySelectorAll('button')].filter((button) =>
        new RegExp(source).test(button.getAttribute('aria-label') ?? button.textContent ?? ''),
      ).length,
    name.source,
  )
