import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareDemoIfood } from '../demo/channels/demo-ifood.ts'
import { knownBooks } from '../demo/history/known-books.ts'
import { simulatorControl } from '../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../simulator/start-simulator.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, sharedPanel, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

const cents = (text: string) =>
  Number(text.replaceAll(/[^\d,]/g, '').replace(',', '')) * (/[−-]/.test(text) ? -1 : 1)

describe('quality', () => {
  /** Targets are written. */
  let own: Panel
  beforeAll(async () => {
    own = await startPanel()
  })
  afterAll(() => own.stop())

  test('targets are set per store and explained with one tap', async () => {
    const page = await openSignedIn(own, 'dona@balcao.example', '/reports/quality?period=30d')
    await page.getByRole('button', { name: 'Metas' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Preparo').fill('0')
    await dialog.getByRole('button', { name: 'Salvar metas' }).click()
    await dialog.getByText('Informe de 1 a 180 minutos.').waitFor()
    await dialog.getByLabel('Preparo').fill('12')
    await dialog.getByRole('button', { name: 'Salvar metas' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The stores' targets differ now, so no common target is shown.
    await page
      .getByRole('row', { name: /Preparo/ })
      .getByText('por loja')
      .waitFor()
    await page.getByRole('button', { name: 'O que é Preparo' }).click()
    await page.getByText('Minutos inteiros do aceite').waitFor()
    await page.context().close()
  })

  test('a basic user cannot open the quality report', async () => {
    const page = await openSignedIn(panel, 'atendente@balcao.example', '/reports/quality')
    await page.getByText('Seu acesso não inclui').waitFor()
    await page.context().close()
  })
})

describe('marketplace payouts', () => {
  test('an unrecognised amount links to its orders, and an order opens its two columns', async () => {
    const page = await openSignedIn(panel, 'dona@balcao.example', '/reports/orderBilling?period=30d')
    const odd = page.locator('[data-difference="commissionAbove"]')
    await odd.getByRole('button', { name: /Ver/ }).click()
    await page.waitForURL(/difference=commissionAbove/)
    // The filtered orders come into view and take the focus.
    await page.waitForFunction(() => document.activeElement?.id === 'pedidos-do-repasse')
    expect((await page.locator('#pedidos-do-repasse').boundingBox())?.y).toBeLessThan(400)
    // An order opened in the previous list would close with it.
    await answered(page)
    await page.getByText('Comissão acima do contrato:').first().waitFor()
    await page
      .getByRole('button', { name: /Valores do pedido/ })
      .first()
      .click()
    await page.getByRole('columnheader', { name: 'Extrato' }).waitFor()
    await page.getByRole('link', { name: 'Abrir o pedido' }).first().waitFor()
    await page.context().close()
  })

  test('the payout basis shows the paid weeks and disables the weekday filter', async () => {
    const page = await openSignedIn(panel, 'dona@balcao.example', '/reports/orderBilling?period=30d')
    await page.getByTitle('Filtrar por dia').waitFor()
    await page.getByRole('button', { name: 'Por qual dia' }).click()
    await page.getByRole('button', { name: 'Dia do repasse' }).click()
    await page.waitForURL(/basis=payout/)
    await answered(page)
    await page.getByText('entram neste período').waitFor()
    expect(await page.getByTitle('Filtrar por dia').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Recebido pela loja' }).count()).toBe(0)
    await page.context().close()
  })

  test('the exported file matches the page to the centavo and contains every order', async () => {
    const page = await openSignedIn(panel, 'dona@balcao.example', '/reports/orderBilling?period=last-month')
    await page.getByRole('heading', { name: 'Pedidos', exact: true }).waitFor()
    const shown = cents((await page.locator('[data-bridge="payoutNet"] > dd').textContent()) ?? '')
    const sentence = (await page.getByText(/pedidos do marketplace;/).textContent()) ?? ''
    const orders = Number(/^([\d.]+) pedidos/.exec(sentence)?.[1]?.replaceAll('.', ''))
    await page.getByRole('button', { name: 'Exportar' }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const file = readFileSync(await (await waiting).path(), 'utf8')
    const net =
      file
        .split('\n')
        .find((line) => line.startsWith('Líquido do repasse;'))
        ?.split(';')[2] ?? ''
    expect(cents(net)).toBe(shown)
    const list = file.slice(file.lastIndexOf('\nPedidos'))
    expect(list.split('\n').filter((line) => /;(Previsto|Apurado|Pago|Divergente);/.test(line))).toHaveLength(
      orders,
    )
    await page.context().close()
  })
})

describe('the month of a marketplace', () => {
  /** A statement is asked for at an iFood that remembers what the demo sold. */
  let own: Panel
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator({ clientId: 'statement', clientSecret: 'secret' })
    own = await startPanel({
      environment: {
        IFOOD_BASE_URL: simulator.url,
        IFOOD_CLIENT_ID: 'statement',
        IFOOD_CLIENT_SECRET: 'secret',
      },
    })
    const books = await knownBooks(own.databaseUrl())
    await prepareDemoIfood(simulatorControl(simulator.url), { reviews: [], approved: [], books })
  })
  afterAll(async () => {
    await own.stop()
    await simulator.stop()
  })

  test('is asked for, and its one difference is shown with the sale that it is about', async () => {
    const page = await openSignedIn(own, 'dona@balcao.example', '/reports/orderBilling?period=30d')
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Conciliação do mês', exact: true }),
    })
    await section.getByText('comparamos venda por venda').waitFor()
    // The month before the last is closed on every day of the year.
    await section.getByLabel('Mês do extrato').selectOption({ index: 2 })
    await section.getByRole('button', { name: 'Pedir extrato' }).click()
    await section
      .getByText(/^1 diferença em [\d.]+ vendas e [\d.]+ lançamentos\./)
      .waitFor({ timeout: 45_000 })
    await section.getByText('Valor dos itens diferente').waitFor()
    await section.getByRole('button', { name: 'O que fazer: Valor dos itens diferente' }).click()
    await section.getByRole('link', { name: 'Abrir o pedido' }).waitFor()
    await expectFitting(page, 'a month that was asked for')
    await page.context().close()
  })

  test('is shown while it is made, and an empty one is said in a sentence', async () => {
    await simulatorControl(simulator.url).reset()
    const page = await openSignedIn(own, 'dona@balcao.example', '/reports/orderBilling?period=30d')
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Conciliação do mês', exact: true }),
    })
    await section.getByText('comparamos venda por venda').waitFor()
    await section.getByRole('button', { name: 'Pedir extrato' }).click()
    await section.getByText(/Pedindo o extrato|está montando o extrato/).waitFor()
    await section.getByText('sem lançamentos neste mês').waitFor({ timeout: 45_000 })
    await page.context().close()
  })
})

describe.each([
  ['quality', '/reports/quality?period=30d', 'Por loja'],
  ['billing', '/reports/orderBilling?period=30d', 'Pedidos'],
])('%s', (_name, path, last) => {
  test.each(
    looksOfThisRun([
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const),
  )('the report fits and is usable at %i wide in %s', async (width, theme) => {
    const page = await openSignedIn(panel, 'dona@balcao.example', path, { width, theme })
    await page.getByRole('heading', { name: last, exact: true }).waitFor()
    await expectFitting(page, `${path} ${width} ${theme}`)
    await page.context().close()
  })
})
