import type { Page } from 'playwright-core'
import { openSignedIn, type Look, type Panel } from './panel.ts'

/** The owner's board. Its clock goes on by itself, and the test may put it forward. */
export async function boardWithClock(
  panel: Pick<Panel, 'browser' | 'url'>,
  path: string,
  look: Look = {},
): Promise<Page> {
  const page = await openSignedIn(panel, 'dona@balcao.example', 'about:blank', look)
  await page.clock.install()
  await page.goto(path)
  await page.locator('[data-order]').first().waitFor()
  return page
}

/** A button of the board's head opens its search. */
export async function findOnBoard(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Procurar pedido' }).click()
  await page.getByPlaceholder('Número, cliente, item').fill(words)
}

/** One of the tools that are not needed every minute. */
export async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('dialog', { name: 'Mais opções' }).getByRole('button', { name, exact: true }).click()
}

/** The next ticket comes to the place of the last one, where a second tap within 400 ms counts as the same tap. */
export const afterDoubleTap = (board: Page): Promise<void> => board.clock.fastForward(400)
