import type { Page } from 'playwright-core'

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
