import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** The button that does a dialog's work is seen before anybody scrolls. */
export async function expectSeen(dialog: Locator, name: string): Promise<void> {
  const button = dialog.getByRole('button', { name, exact: true })
  const isSeen = async () => {
    const [outer, inner] = [await dialog.boundingBox(), await button.boundingBox()]
    return outer !== null && inner !== null && inner.y + inner.height <= outer.y + outer.height
  }
  await expect.poll(isSeen, { message: `${name} is out of sight` }).toBe(true)
}
