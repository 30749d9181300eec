import type { Page } from 'playwright-core'

const stepNames = [
  'Aceitar',
  'Iniciar preparo',
  'Marcar como pronto',
  'Saiu para entrega',
  'Entregue ao cliente',
  'Confirmar entrega',
]

/** Records when each order first appears on the board. */
export async function watchBoard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen })
    const look = () => {
      for (const card of document.querySelectorAll<HTMLElement>('[data-order]'))
        seen[card.dataset.order ?? ''] ??= Date.now()
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
}

export const seenOrders = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)

export interface Kitchen {
  readonly taps: number
  stop(): Promise<void>
}

/** Works the board: repeatedly takes the next step of some card with its button. */
export function workTheBoard(page: Page): Kitchen {
  let stopped = false
  const kitchen = { taps: 0 }
  const work = (async () => {
    while (!stopped) if (await tapOne(page).catch(() => false)) kitchen.taps += 1
  })()
  return {
    get taps() {
      return kitchen.taps
    },
    stop: async () => {
      stopped = true
      await work
    },
  }
}

/** New orders first, because they have a deadline; waits for something to tap. */
async function tapOne(page: Page): Promise<boolean> {
  await page.locator(stepNames.map(buttonsNamed).join()).first().waitFor({ timeout: 5_000 })
  for (const name of stepNames) {
    const button = page.locator(buttonsNamed(name)).first()
    if ((await button.count()) === 0) continue
    const tapped = await button.elementHandle()
    await button.click({ timeout: 1_500 })
    if (name === 'Saiu para entrega') await leaveWithoutCourier(page)
    // Its next step has another button. What the panel took for a double tap is tapped again.
    await tapped?.waitForElementState('hidden', { timeout: 400 }).catch(() => {})
    return true
  }
  return false
}

/** If the store asks who takes the order. */
async function leaveWithoutCourier(page: Page): Promise<void> {
  const nobody = page
    .getByRole('dialog', { name: /^Quem leva/ })
    .getByRole('button', { name: /^Sem entregador/ })
  await nobody.click({ timeout: 500 }).catch(() => {})
}

const buttonsNamed = (name: string): string =>
  `[data-order] button[aria-label^="${name}"]:not([aria-disabled=true]):not([disabled])`
