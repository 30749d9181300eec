import type { Page } from 'playwright-core'
import { openSignedIn, type Look, type Panel } from './panel.ts'

/** As `openSignedIn`, with a clock that runs and that the test may put forward. */
export async function openWithClock(
  panel: Pick<Panel, 'browser' | 'url'>,
  email: string,
  path: string,
  look: Look = {},
): Promise<Page> {
  const page = await openSignedIn(panel, email, 'about:blank', look)
  await page.clock.install()
  await page.goto(path)
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

/** In the page: the taps that the server has not answered yet. */
export const keptTaps = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('orderTap'))
