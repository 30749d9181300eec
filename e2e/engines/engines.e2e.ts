import { mkdirSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoStores } from '../../demo/demo-stores.ts'
import { frontServer } from '../front-server.ts'
import { placeOrder } from '../menu-site.ts'
import { password } from '../panel.ts'
import { cloneSeeded } from '../seeded-data.ts'
import { startServer } from '../server-process.ts'
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
let clone: Awaited<ReturnType<typeof cloneSeeded>>
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  clone = await cloneSeeded()
  server = await startServer(clone.url)
})
afterAll(async () => {
  await server.stop()
  await clone.drop()
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
      await until(page, 'the panel', async () => (await textOf(page)).includes('Precisa de você'))
      await shown('home')
    })

    /** The accessible name of the button that accepts this customer's order; empty if there is none. */
    const acceptOf = (customer: string): Promise<string> =>
      page.evaluate((name) => {
        const ticket = [...document.querySelectorAll('[data-order]')].find((one) =>
          one.textContent?.includes(name),
        )
        return ticket?.querySelector('button[aria-label^="Aceitar"]')?.getAttribute('aria-label') ?? ''
      }, customer)

    const placed = async (): Promise<string> => {
      const customer = `Cliente ${randomUUID().slice(0, 4)}`
      expect((await placeOrder(server.url, storeId, customer)).status).toBe(200)
      await until(page, 'the order', async () => (await acceptOf(customer)) !== '')
      return customer
    }

    test('an order is accepted, and taken back by the undo', async () => {
      await at('/menu/orders')
      const customer = await placed()
      await shown('board')
      await page.press(await acceptOf(customer))
      await until(page, 'accepting', async () => (await acceptOf(customer)) === '')
      await page.press('Desfazer')
      await until(page, 'undoing', async () => (await acceptOf(customer)) !== '')
    })

    test('a tap made without a network is kept and sent when it is back', async () => {
      const customer = await placed()
      const accept = await acceptOf(customer)
      front.cut()
      try {
        await page.press(accept)
        await until(page, 'moving the ticket', async () => (await acceptOf(customer)) === '')
        await until(page, 'keeping the tap', async () => /guardado/i.test(await textOf(page)))
        await shown('kept-tap')
      } finally {
        front.mend()
      }
      await until(page, 'sending the kept tap', async () => !/guardado/i.test(await textOf(page)))
      expect(await acceptOf(customer)).toBe('')
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
