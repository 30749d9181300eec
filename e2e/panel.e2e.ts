import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { isTooHeavy, measurePages } from '../web/bundle-budget.ts'
import { atRest } from './at-rest.ts'
import { expectFitting } from './axe.ts'
import { boxProblems } from './box-problems.ts'
import { findOnBoard } from './board-page.ts'
import { openStores, type Stores } from './jobs/stores.ts'
import { looksOfThisRun } from './looks.ts'
import { orderIn } from './menu-site.ts'
import { rowsOf } from './on-database.ts'
import { answered, openPanel, openSignedIn, signIn, type Panel } from './panel.ts'

let stores: Stores
let panel: Panel

beforeAll(async () => {
  stores = await openStores()
  panel = stores.panel
  // In the first hour of a business day there would be nothing to report.
  await orderIn('kitchen', panel.url, 'Cliente de Hoje')
})
afterAll(() => stores.close())

const owner = 'dona@balcao.example'

const pathOf = (url: string) => new URL(url).pathname

describe('signing in', () => {
  test('a wrong password shows one sentence and keeps the input', async () => {
    const page = await openPanel(panel)
    await page.getByLabel('E-mail').fill('dona@balcao.example')
    await page.getByLabel('Senha', { exact: true }).fill('Errada#2026')
    await page.getByRole('button', { name: 'Entrar' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('E-mail ou senha não conferem')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('dona@balcao.example')
    await page.context().close()
  })

  test('a manager starts on the daily report and a basic user on the orders, and signing out leads to the start page', async () => {
    const page = await openPanel(panel)
    await signIn(page, 'gerente@balcao.example')
    await page.waitForURL('**/reports/daily')
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(pathOf(page.url())).toBe('/')
    await signIn(page, 'atendente@balcao.example')
    await page.waitForURL('**/menu/orders')
    await page.context().close()
  })

  test('signing in returns to the requested page, survives a reload and signs in a second tab', async () => {
    const page = await openPanel(panel, '/menu')
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    await signIn(page, 'dona@balcao.example')
    await page.waitForURL('**/menu')
    await page.reload()
    await page.getByRole('heading', { name: /Marina/, level: 1 }).waitFor()
    const second = await page.context().newPage()
    await second.goto('/menu/orders')
    await second.getByRole('heading', { name: 'Pedidos', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await second.getByRole('heading', { name: 'Entrar' }).waitFor()
    await page.context().close()
  })
})

describe('sessions that change elsewhere', () => {
  const inDatabase = (text: string, values: unknown[]) => rowsOf(panel.databaseUrl(), text, values)

  test('an expired session signs out within two seconds and says so', async () => {
    const page = await openPanel(panel, '/menu')
    await signIn(page, 'gerente@balcao.example')
    await page.getByText('Ao vivo').first().waitFor()
    // Not that of the template, which later pages have.
    await inDatabase(
      `update sessions set expires_at = now() where id = (
         select id from sessions join users using (uid) where email = $1 order by signed_in_at desc limit 1)`,
      ['gerente@balcao.example'],
    )
    await page.getByText('Sua sessão terminou').waitFor({ timeout: 3_000 })
    await page.context().close()
  })

  test('a person who loses a store keeps working with the others and sees which one is gone', async () => {
    const page = await openSignedIn(panel, 'gerente@balcao.example', '/menu')
    await page.getByText('Ao vivo').first().waitFor()
    await page.locator('main h2').nth(1).waitFor()
    const rows = `access_entries where uid = (select uid from users where email = $1)
      and store_id = (select max(store_id::text)::uuid from access_entries a join users u using (uid) where u.email = $1)`
    await inDatabase(
      `create table taken as select * from ${rows.replaceAll('$1', "'gerente@balcao.example'")}`,
      [],
    )
    await inDatabase(`delete from ${rows}`, ['gerente@balcao.example'])
    await page.getByText(/Seu acesso à loja .+ foi retirado/).waitFor({ timeout: 3_000 })
    await inDatabase('insert into access_entries select * from taken', [])
    await page.context().close()
  })
})

describe('network failures', () => {
  test('orders stay readable offline and are marked as possibly outdated within ten seconds', async () => {
    const page = await openSignedIn(panel, owner, '/menu/orders')
    const online = await openSignedIn(panel, owner, '/menu/orders')
    for (const one of [page, online]) await one.getByText('Ao vivo').first().waitFor()
    await page.locator('article').first().waitFor()
    await page.context().setOffline(true)
    await page.getByText('Sem rede', { exact: true }).waitFor({ timeout: 10_000 })
    // What the server sends to the others must not put it back to showing a live connection.
    const id = await orderIn('kitchen', panel.url, 'Cliente de Quem Tem Rede')
    await online.locator(`[data-column=kitchen] [data-order="${id}"]`).waitFor()
    expect(await page.getByText('Sem rede', { exact: true }).count()).toBe(1)
    expect(await page.locator(`[data-order="${id}"]`).count()).toBe(0)
    await online.context().close()
    expect(await page.locator('article').count()).toBeGreaterThan(0)
    await page.context().setOffline(false)
    await page.getByText('Ao vivo').first().waitFor()
    await page.context().close()
  })

  test('a page whose chunk is gone reloads once and then shows an error in Portuguese', async () => {
    const page = await openSignedIn(panel, owner, '/menu')
    await page.getByRole('heading', { name: /Marina/, level: 1 }).waitFor()
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.route('**/assets/orders-page-*.js', (route) => route.abort())
    await page.goto('/menu/orders')
    await page.getByText('Parte do Balcão não chegou').waitFor()
    // The panel still answers: a third load would have begun before.
    await page.getByRole('link', { name: 'Ajustes' }).first().click()
    await page.waitForURL('**/settings*')
    expect(loads).toBe(2)
    await page.context().close()
  })

  test('a report keeps its figures if the code of the lower sections fails to load', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    await page.locator('[data-metric="net"]').waitFor()
    await page.route('**/assets/sale-blocks-*.js', (route) => route.abort())
    await page.goto('/reports/sale')
    await page.getByText('Parte do Balcão não chegou').waitFor()
    expect(await page.locator('main [data-metric]').count()).toBe(5)
    await page.unroute('**/assets/sale-blocks-*.js')
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('heading', { name: 'Dia da semana e hora' }).waitFor()
    await page.context().close()
  })
})

describe('orders board', () => {
  test('new orders appear automatically and a second browser sees a step without reloading', async () => {
    const first = await openSignedIn(panel, owner, '/menu/orders')
    const second = await openSignedIn(panel, owner, '/menu/orders')
    for (const one of [first, second]) await one.getByText('Ao vivo').first().waitFor()
    const id = await orderIn('new', panel.url, 'Cliente que Chega')
    await second.locator(`[data-column=new] [data-order="${id}"]`).waitFor()
    await first
      .locator(`[data-column=new] [data-order="${id}"]`)
      .getByRole('button', { name: /^Aceitar/ })
      .click()
    await second.locator(`[data-column=kitchen] [data-order="${id}"]`).waitFor({ timeout: 10_000 })
    await first.context().close()
    await second.context().close()
  })

  test('accepting an iFood order shows it as pending until iFood’s event moves it', async () => {
    const page = await openSignedIn(panel, owner, '/menu/orders')
    await page.getByText('Ao vivo').first().waitFor()
    const merchantId = demoStores[0]?.merchantId ?? ''
    const { orderId } = await stores.control.placeOrder({ merchantId, type: 'TAKEOUT' })
    const card = page.locator('[data-column=new] article[data-platform=ifood]').first()
    await card.waitFor()
    const id = (await card.getAttribute('data-order')) ?? ''
    const order = page.locator(`[data-order="${id}"]`)
    await order.getByRole('button', { name: /^Aceitar/ }).click()
    await order.getByText('Confirmando com o iFood…').waitFor()
    await stores.control.emit(orderId, 'CONFIRMED')
    await page.locator(`[data-column=kitchen] [data-order="${id}"]`).waitFor({ timeout: 20_000 })
    await page.context().close()
  })

  test('an order is cancelled with a reason from the list', async () => {
    const id = await orderIn('kitchen', panel.url, 'Cliente Cancelado')
    const page = await openSignedIn(panel, owner, '/menu/orders')
    // A ticket that is found is not folded.
    await findOnBoard(page, 'Cliente Cancelado')
    await page
      .locator(`[data-order="${id}"]`)
      .getByRole('button', { name: /^Cancelar/ })
      .click()
    // The reason for a missing item would also offer to pause it and change the button.
    await page.getByRole('radio', { name: 'Dificuldade interna na loja' }).check()
    // It was paid by Pix.
    await page.getByRole('radio', { name: /Já devolvi/ }).check()
    await page.getByRole('button', { name: 'Cancelar, já devolvi', exact: true }).click()
    await page.locator(`[data-order="${id}"]`).waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('daily report', () => {
  test('the daily report follows an accepted and a cancelled order to the centavo and explains each metric', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    await page.locator('[data-metric="net"]').waitFor()
    await answered(page)
    const rows = await page
      .locator('[data-bridge]')
      .evaluateAll((list) =>
        Object.fromEntries(
          list.map((row) => [
            row.getAttribute('data-bridge'),
            (row.textContent ?? '').includes('−')
              ? -Number(row.textContent?.split('R$').at(-1)?.replaceAll(/\D/g, ''))
              : Number(row.textContent?.split('R$').at(-1)?.replaceAll(/\D/g, '')),
          ]),
        ),
      )
    const of = (name: string) => rows[name] ?? 0
    expect(of('net')).toBe(of('gross') + of('storeDiscount') + of('refunds'))
    const service = of('serviceFee') + of('staffService')
    expect(of('collected')).toBe(of('net') + of('deliveryFee') + service + of('tip') + of('refundedFees'))
    expect(of('receivable')).toBe(of('collected') + of('customerFees') + of('marketplaceFees'))
    expect(Number(await page.locator('[data-metric="net"]').getAttribute('data-cents'))).toBe(of('net'))
    await page.getByRole('button', { name: 'O que é Ticket médio' }).click()
    await page.getByText('dividido pelos pedidos válidos').waitFor()
    await page.context().close()
  })

  test('the explanation of a metric still opens offline', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    await page.locator('[data-metric="net"]').waitFor()
    // The texts are fetched after the figures are painted.
    await page.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .some((file) => /metric-text/.test(file.name) && (file as PerformanceResourceTiming).responseEnd > 0),
    )
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'O que é Ticket médio' }).click()
    await page.getByText('dividido pelos pedidos válidos').waitFor()
    await page.context().close()
  })

  test('the explanation of a metric lost with the network says so and opens once it returns', async () => {
    const page = await openSignedIn(panel, owner, '/menu/orders')
    await page.route('**/assets/metric-text-*.js', (route) => route.abort())
    await page.goto('/reports/daily')
    await page.locator('[data-metric="net"]').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'O que é Ticket médio' }).click()
    await page.getByRole('note').getByText('Sem conexão: esta página ainda não está guardada').waitFor()
    await page.unroute('**/assets/metric-text-*.js')
    const reloaded = page.waitForEvent('load')
    await page.context().setOffline(false)
    await reloaded
    await page.locator('[data-metric="net"]').waitFor()
    await page.getByRole('button', { name: 'O que é Ticket médio' }).click()
    await page.getByText('dividido pelos pedidos válidos').waitFor()
    await page.context().close()
  })

  test('a report shows a loading state immediately and an error if its code never loads', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily', { width: 390, height: 844 })
    await page.locator('[data-metric="net"]').waitFor()
    let come = () => {}
    const held = new Promise<void>((resolve) => (come = resolve))
    await page.route('**/assets/draw-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/reports/daily', { waitUntil: 'commit' })
    const loading = page.getByRole('status').filter({ hasText: 'Carregando…' })
    await loading.waitFor()
    come()
    await page.locator('[data-metric="net"]').waitFor()
    expect(await loading.count()).toBe(0)

    await page.unroute('**/assets/draw-*.js')
    await page.route('**/assets/draw-*.js', (route) => route.abort())
    await page.goto('/reports/daily', { waitUntil: 'commit' })
    await page.getByText('O Balcão não carregou. Confira a conexão').waitFor()
    expect(await loading.count()).toBe(0)
    await page.context().close()
  })

  test('a report reserves the space of its hourly chart, so that nothing shifts', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily', { width: 390, height: 844 })
    await page.locator('[data-metric="net"]').waitFor()
    let come = () => {}
    const held = new Promise<void>((resolve) => (come = resolve))
    await page.route('**/assets/column-chart-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/reports/daily')
    const below = page.locator('main [data-metric="orders"]')
    await below.waitFor()
    // Another typeface would move it too.
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' && [...document.fonts].some(({ status }) => status === 'loaded'),
    )
    const before = await below.boundingBox()
    expect(await page.getByRole('slider', { name: 'Faturamento líquido por hora' }).count()).toBe(0)
    come()
    await page.getByRole('slider', { name: 'Faturamento líquido por hora' }).waitFor()
    expect((await below.boundingBox())?.y).toBe(before?.y)
    await page.context().close()
  })

  test('one tap opens the previous day and the address keeps it', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    await page.locator('[data-metric="net"]').waitFor()
    await page.getByRole('button', { name: 'Dia anterior' }).click()
    await page.waitForURL(/day=\d{4}-\d{2}-\d{2}/)
    await page.getByRole('button', { name: 'Próximo dia' }).click()
    await page.waitForURL((url) => !url.search.includes('day='))
    await page.context().close()
  })

  test('a basic user is refused the daily report with the reason', async () => {
    const page = await openSignedIn(panel, 'atendente@balcao.example', '/reports/daily')
    await page.getByText('Seu acesso não inclui esta página').waitFor()
    // A short screen below the demo's banner has nothing to scroll.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    await page.context().close()
  })
})

const tooWide = (part: Locator) => part.evaluate((one) => one.scrollWidth - one.clientWidth)

describe('app shell', () => {
  test('every place and report is on the screen of a laptop, below the banner too', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    const places = page.getByRole('navigation', { name: 'Principal' })
    for (const [width, height] of [[1280, 800] as const, [1366, 768] as const, [1440, 900] as const]) {
      await page.setViewportSize({ width, height })
      await places.getByRole('link', { name: 'Qualidade' }).waitFor()
      await atRest(page)
      expect(await boxProblems(page, 'nav[aria-label=Principal]'), String(width)).toEqual([])
    }
    await page.context().close()
  })

  test('at 1280 no total of an order and no head of a table is cut, and no control of a price covers another', async () => {
    const page = await openSignedIn(panel, owner, '/reports/history', { width: 1280, height: 800 })
    const orders = page.locator('main table').locator('..')
    await orders.locator('tbody td').first().waitFor()
    await atRest(page)
    expect(await tooWide(orders)).toBe(0)
    await page.goto('/reports/menu')
    const scores = page.getByRole('region', { name: 'Por loja' }).locator('table').locator('..')
    await scores.waitFor()
    await atRest(page)
    expect(await tooWide(scores)).toBe(0)
    await page.goto('/cardapio')
    await page.getByRole('button', { name: 'Preço por loja' }).click()
    await page
      .getByLabel(/Preço de Picanha na brasa/)
      .first()
      .waitFor()
    await atRest(page)
    expect(await boxProblems(page, 'main [role=group]')).toEqual([])
    await page.context().close()
  })

  test('campaign parameters are stored separately from the contact id', async () => {
    const page = await openPanel(panel, '/?utm_source=feira&utm_campaign=nov&ad_name=banner&contact_id=c-9')
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    const stored = await page.evaluate(() => [
      localStorage.getItem('utm'),
      localStorage.getItem('contact_id'),
    ])
    expect(JSON.parse(stored[0] ?? '{}')).toEqual({ source: 'feira', campaign: 'nov', adName: 'banner' })
    expect(stored[1]).toBe('c-9')
    await page.context().close()
  })

  test('the theme is set before the first paint by the only inline script that the content security policy allows', async () => {
    const page = await openPanel(panel, '/', { theme: 'dark' })
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(refused).toEqual([])
    await page.evaluate(() => {
      const foreign = document.createElement('script')
      foreign.textContent = 'document.documentElement.dataset.theme = "foreign"'
      document.head.append(foreign)
    })
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect(refused).toHaveLength(1)
    await page.context().close()
  })

  test('a change of the theme reaches the words and the ground of a button at once', async () => {
    const page = await openSignedIn(panel, owner, '/conta')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const button = page.getByRole('button', { name: 'Sair deste aparelho' })
    await button.waitFor()
    const [before, after, moving] = await button.evaluate((one) => {
      const ground = () => getComputedStyle(one).backgroundColor
      const first = ground()
      const theme = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.includes('Tema'),
      )
      theme?.click()
      return [first, ground(), one.getAnimations().length]
    })
    expect(after).not.toBe(before)
    expect(moving).toBe(0)
    await page.context().close()
  })

  test('a report requests its data once, before its own code has loaded, and never renders as loading', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    await page.locator('[data-metric="net"]').waitFor()
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname)
    })
    let release = () => {}
    const answered = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/base-*.js', async (route) => {
      await answered
      await route.continue()
    })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body?.innerText.includes('carregando')) document.documentElement.dataset.loading = 'seen'
      }).observe(document, { subtree: true, childList: true })
    })
    const waited = [
      '/api/reports/daily',
      '/api/stores/mine',
      '/api/groups/mine',
      '/api/iam/mine',
      '/api/user/mine',
    ]
    const answers = Promise.all(waited.map((path) => page.waitForResponse(`**${path}`)))
    await page.goto('/reports/daily', { waitUntil: 'commit' })
    await answers
    release()
    await page.locator('main [data-metric="net"]').waitFor()
    await page.getByRole('heading', { name: 'Por loja' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.loading)).toBeUndefined()
    for (const path of [...waited, '/api/iam/getCustomToken', '/api/identity/sign-in-with-custom-token'])
      expect([path, calls.filter((one) => one === path).length]).toEqual([path, 1])
    await page.context().close()
  })

  test('another tenant sees nothing of these stores, a group page opens for its manager, and unknown pages are not found', async () => {
    const page = await openSignedIn(panel, 'outra@balcao.example', '/sabor-da-vila')
    await page.getByText('Página não encontrada').waitFor()
    await page.goto('/menu')
    await page.getByRole('heading', { name: 'Pizza do Lado' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('Brasa')
    await page.context().close()
    const manager = await openSignedIn(panel, owner, '/sabor-da-vila')
    await manager.getByRole('heading', { name: 'Sabor da Vila' }).waitFor()
    for (const path of ['/nada/disso', '/reports/nada', '/suporte', '/Nada!']) {
      await manager.goto(path)
      await manager.getByRole('heading', { name: 'Página não encontrada', level: 1 }).waitFor()
      await manager
        .getByRole('navigation')
        .getByRole('link', { name: /^Pedidos/ })
        .waitFor()
    }
    await manager.goto('/reports')
    await manager.waitForURL('**/reports/daily')
    await manager.context().close()
    const visitor = await openPanel(panel, '/nada/disso')
    for (const path of ['/nada/disso', '/x', '/nao-existe']) {
      await visitor.goto(path)
      await visitor.getByRole('heading', { name: 'Página não encontrada', level: 1 }).waitFor()
    }
    await visitor.goto('/sabor-da-vila')
    await visitor.getByRole('heading', { name: 'Entrar' }).waitFor()
    await visitor.context().close()
  })

  test.each(
    looksOfThisRun([
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const),
  )('the panel at %i wide in %s fits the screen and is accessible', async (width, theme) => {
    const look = { width, theme, height: width === 390 ? 844 : 900 }
    const check = async (page: Page, where: string) => {
      await atRest(page)
      await expectFitting(page, where)
    }
    const visitor = await openPanel(panel, '/', look)
    await visitor.getByRole('heading', { name: 'Entrar' }).waitFor()
    await check(visitor, 'sign in')
    await visitor.context().close()
    const page = await openSignedIn(panel, owner, '/reports/daily', look)
    await page.locator('[data-metric="net"]').waitFor()
    await check(page, 'report')
    await page.goto('/menu/orders')
    await page.locator('article').first().waitFor()
    await check(page, 'orders')
    await page.goto('/menu')
    await page.getByRole('heading', { name: /Marina/, level: 1 }).waitFor()
    await check(page, 'home')
    await page.context().close()
  })

  test('every page opens at its top, whether new, revisited or reloaded', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily', { width: 390, height: 844 })
    const top = () => page.evaluate(() => window.scrollY)
    const scrolled = async () => {
      await page.locator('main [data-metric]').first().waitFor()
      await answered(page)
      const before = await top()
      await page.evaluate(() => window.scrollTo({ top: 700 }))
      await page.waitForFunction(() => window.scrollY === 700)
      return before
    }
    await scrolled()
    await page.reload()
    expect(await scrolled()).toBe(0)
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href^="/reports/sale"]')?.click())
    await page.waitForURL('**/reports/sale*')
    expect(await scrolled()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/reports/daily*')
    expect(await scrolled()).toBe(0)
    await page.context().close()
  })

  test('the HTML of a report preloads exactly the files that its figures need', async () => {
    const page = await openSignedIn(panel, owner, '/reports/daily')
    await page.locator('main [data-metric]').first().waitFor()
    const html = await (await fetch(`${panel.url}/reports/sale`)).text()
    const named = [...html.matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => file)
    // Files loaded after the figures are on screen are not preloaded. The frame loads these after its own paint, which
    // comes before late figures and after early ones.
    const ofPaintedFrame = /assets\/(?:kept-focus|last-read|service-worker)-/
    await page.addInitScript(() => {
      const shown = new MutationObserver(() => {
        if (document.querySelector('main [data-metric]') === null) return
        performance.mark('figures')
        shown.disconnect()
      })
      shown.observe(document, { subtree: true, childList: true })
    })
    await page.goto('/reports/sale')
    await page.locator('main [data-metric]').first().waitFor()
    const forFigures = await page.evaluate(() => {
      const figures = performance.getEntriesByName('figures')[0]?.startTime ?? 0
      return performance
        .getEntriesByType('resource')
        .filter((file) => file.startTime < figures)
        .flatMap((file) => /assets\/[\w.-]+\.js$/.exec(file.name)?.[0] ?? [])
    })
    const needed = forFigures.filter((file) => !ofPaintedFrame.test(file))
    expect([...new Set(needed)].toSorted()).toEqual([...new Set(named)].toSorted())
    await page.context().close()
  })

  test('reports render without the browser’s Intl formatters, which are slow on first use', async () => {
    const page = await openSignedIn(panel, owner, 'about:blank', { width: 390, height: 844 })
    await page.addInitScript(() => {
      const calls: string[] = []
      Object.assign(globalThis, { calls })
      const before = () => document.querySelector('main [data-metric]') === null
      const { DateTimeFormat, NumberFormat } = Intl
      const traced = <T extends object>(name: string, made: T): T =>
        new Proxy(made, {
          construct(target, options: unknown[]) {
            if (before()) calls.push(name)
            return Reflect.construct(target as new (...parts: unknown[]) => object, options) as object
          },
        })
      Intl.DateTimeFormat = traced('DateTimeFormat', DateTimeFormat)
      Intl.NumberFormat = traced('NumberFormat', NumberFormat)
      for (const type of [Date.prototype, Number.prototype] as object[])
        for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
          const written = Reflect.get(type, name) as ((...options: unknown[]) => string) | undefined
          if (!written) continue
          Reflect.set(type, name, function (this: unknown, ...options: unknown[]) {
            if (before()) calls.push(name)
            return written.apply(this, options)
          })
        }
    })
    for (const report of ['daily', 'sale', 'stores']) {
      await page.goto(`/reports/${report}`)
      await page.locator('main [data-metric]').first().waitFor()
      expect(await page.evaluate(() => (globalThis as unknown as { calls: string[] }).calls)).toEqual([])
    }
    await page.context().close()
  })

  test('each page loads no more requests and bytes than its limit before it works', () => {
    const pages = measurePages('dist/web')
    expect(pages.filter(isTooHeavy)).toEqual([])
    expect(pages.find(({ page }) => page === 'sign-in')?.css).toBeLessThanOrEqual(15_000)
  })
})
