import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from '../at-rest.ts'
import { expectFitting } from '../axe.ts'
import { chooseInMenu, openWithClock } from '../board-page.ts'
import { openSignedIn } from '../panel.ts'
import { openWall, owner, startKitchen, ticketOn, wallOf, type Dishes, type Kitchen } from './kitchen.ts'

let kitchen: Kitchen
beforeAll(async () => {
  kitchen = await startKitchen()
})
afterAll(() => kitchen.stop())

test('the wall has hour, letters, sound and night, nobody’s data and no money, and closes with Esc', async () => {
  const page = await openSignedIn(kitchen.panel, owner, '/menu/orders', { width: 1920, height: 1080 })
  await chooseInMenu(page, 'Tela da cozinha')
  const wall = wallOf(page)
  await wall.getByText(/^\d\d:\d\d$/).waitFor()
  await wall.locator('[data-order]').first().waitFor()
  await atRest(page)
  await expectFitting(page, 'the wall')
  expect(await wall.innerText()).not.toMatch(/R\$|\(\d\d\) 9|Rua |Avenida |Maria das Dores/)
  for (const columns of ['4', '3', '5']) {
    await wall.getByRole('button', { name: 'Tamanho da letra' }).click()
    await wall.locator(`[data-columns="${columns}"]`).waitFor()
  }
  // The first touch turned it on.
  await wall.getByRole('button', { name: 'Som ligado' }).click()
  await wall.getByRole('button', { name: /^Som desligado/ }).click()
  await wall.getByRole('button', { name: 'Som ligado' }).waitFor()
  await wall.getByRole('button', { name: 'Usar o tema da noite' }).click()
  await wall.getByRole('button', { name: 'Usar o tema do dia' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await expectFitting(page, 'the wall at night')
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.search.includes('tv'))
  await page.locator('[data-column=new] article').first().waitFor()
  await page.context().close()
})

test('every control of the wall is on the screen, whatever waits, from a phone to a large set', async () => {
  await kitchen.empty()
  for (let turn = 0; turn < 14; turn += 1) await kitchen.cook([{ name: 'Prato' }, { name: 'Suco' }])
  const page = await openWall(kitchen.panel)
  await wallOf(page).locator('[data-order]').first().waitFor()
  for (const width of [390, 768, 1024, 1280, 1366, 1440, 1920, 3840]) {
    await page.setViewportSize({ width, height: Math.max(720, Math.round((width * 9) / 16)) })
    await wallOf(page).locator('[data-order]').first().waitFor()
    await atRest(page)
    expect(await outside(page), `${width} px`).toEqual([])
  }
  await page.context().close()
})

/** Buttons and words that leave the screen to its side. */
const outside = (page: Page): Promise<readonly string[]> =>
  wallOf(page).evaluate((wall) =>
    [...wall.querySelectorAll<HTMLElement>('header > *, header button, footer > *, [data-order]')]
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1)
      })
      .map((one) => one.getAttribute('aria-label') ?? one.innerText),
  )

test('the head of a ticket turns with its time, and its minutes stay whole from a hundred on', async () => {
  await kitchen.empty()
  const ages = [
    [5, 'in time'],
    [20, 'soon'],
    [142, 'late'],
  ] as const
  const ids = await Promise.all(ages.map(([minutes]) => kitchen.cook([{ name: `Há ${minutes}` }])))
  for (const [index, [minutes]] of ages.entries()) await kitchen.age(ids[index] ?? '', minutes)
  const page = await openWall(kitchen.panel, { width: 1280, height: 720 })
  const heads: string[] = []
  for (const [index, [minutes]] of ages.entries()) {
    const head = ticketOn(page, ids[index] ?? '').locator('header')
    await head.getByText(`de 25`).waitFor()
    expect(await head.locator('time b').innerText()).toBe(String(minutes))
    expect(await isWhole(page, ids[index] ?? '')).toBe(true)
    heads.push(await head.evaluate((element) => getComputedStyle(element).backgroundColor))
  }
  expect(new Set(heads).size).toBe(ages.length)
  await page.context().close()
})

/** Whether the minutes are inside their ticket and none of them is cut. */
const isWhole = (page: Page, id: string): Promise<boolean> =>
  ticketOn(page, id).evaluate((ticket) => {
    const time = ticket.querySelector('time')
    if (!time) return false
    const [own, box] = [time.getBoundingClientRect(), ticket.getBoundingClientRect()]
    return (
      own.left >= box.left &&
      own.right <= box.right &&
      own.bottom <= box.bottom &&
      time.scrollWidth <= time.clientWidth + 1
    )
  })

const ordinary: readonly Dishes[] = [
  [{ name: 'Hambúrguer da casa', options: ['Bacon', 'Sem cebola'] }, { name: 'Refrigerante em lata' }],
  [
    { name: 'Pastel de queijo', quantity: 3, notes: 'Bem quente' },
    { name: 'Caldo de cana', quantity: 2 },
  ],
  [
    { name: 'Pizza grande', options: ['sabor:Calabresa', 'sabor:Portuguesa', 'Borda de catupiry'] },
    { name: 'Porção de batata frita' },
    { name: 'Guaraná 2 litros' },
  ],
]

test('six to eight ordinary tickets fit a screen of 1920, the oldest ones, and the rest is counted with its oldest minute', async () => {
  await kitchen.empty()
  const ids: string[] = []
  for (let turn = 0; turn < 16; turn += 1)
    ids.push(await kitchen.cook(ordinary[turn % ordinary.length] ?? []))
  for (const [turn, id] of ids.entries()) await kitchen.age(id, 40 - turn)
  const page = await openWall(kitchen.panel)
  await ticketOn(page, ids[0] ?? '').waitFor()
  await atRest(page)
  const shown = await wallOf(page)
    .locator('[data-order]')
    .evaluateAll((tickets) => [...new Set(tickets.map((one) => (one as HTMLElement).dataset.order ?? ''))])
  expect(shown.length).toBeGreaterThanOrEqual(6)
  expect(shown.toSorted()).toEqual(ids.slice(0, shown.length).toSorted())
  await wallOf(page)
    .getByText(`+${16 - shown.length} na fila, o mais antigo há ${40 - shown.length}\u00a0min`)
    .waitFor()
  await page.context().close()
})

/** Of a wall full of ordinary orders: how many it shows, and the share of each column that tickets fill. */
async function filled(page: Page): Promise<{ readonly shown: number; readonly shares: readonly number[] }> {
  return wallOf(page).evaluate((wall) => {
    const tickets = [...wall.querySelectorAll<HTMLElement>('[data-order]')]
    const columns = [...new Set(tickets.flatMap(({ parentElement }) => parentElement ?? []))]
    return {
      shown: new Set(tickets.map(({ dataset }) => dataset.order)).size,
      shares: columns.map((column) => {
        const heights = [...column.children].map((one) => one.getBoundingClientRect().height)
        return heights.reduce((sum, height) => sum + height, 0) / column.getBoundingClientRect().height
      }),
    }
  })
}

test('in the largest letters the words grow, not the frames: a full kitchen leaves no column half empty', async () => {
  await kitchen.empty()
  for (let turn = 0; turn < 16; turn += 1) await kitchen.cook(ordinary[turn % ordinary.length] ?? [])
  for (const width of [1280, 1440, 1920, 3840]) {
    const page = await openWall(kitchen.panel, { width, height: Math.round((width * 9) / 16) })
    const wall = wallOf(page)
    for (const columns of ['4', '3']) {
      await wall.getByRole('button', { name: 'Tamanho da letra' }).click()
      await wall.locator(`[data-columns="${columns}"]`).waitFor()
    }
    await wall.getByText(/na fila/).waitFor()
    await atRest(page)
    const { shown, shares } = await filled(page)
    expect(shown, `${width} px`).toBeGreaterThanOrEqual(5)
    expect(Math.min(...shares), `${width} px: ${shares.join()}`).toBeGreaterThan(0.6)
    await page.context().close()
  }
})

test('without a network the wall says so in all its width, and ten minutes later it shows what came', async () => {
  await kitchen.cook([{ name: 'Antes' }])
  const page = await openWithClock(kitchen.panel, owner, '/menu/orders?tv=1', { width: 1920, height: 1080 })
  const wall = wallOf(page)
  await wall.locator('[data-order]').first().waitFor()
  await page.context().setOffline(true)
  await wall.getByText(/^Sem rede desde \d\d:\d\d/).waitFor()
  await kitchen.empty()
  const id = await kitchen.cook([{ name: 'Chegou sem rede' }])
  await page.clock.fastForward(600_000)
  await page.context().setOffline(false)
  await ticketOn(page, id).waitFor()
  await page.context().close()
})
