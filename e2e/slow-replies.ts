import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** In ms; half of the replies come at once. */
const waits = [0, 0, 300, 800] as const

/**
 * With `BALCAO_SLOW_REPLIES=<seed>` replies, and the panel's files and fonts, come late and in another order. A test
 * that measures or leaves before what it needs has come is then red, and so is a screen that keeps what it knew first.
 */
export async function delayReplies(context: BrowserContext): Promise<void> {
  let seed = Number(process.env.BALCAO_SLOW_REPLIES ?? 0)
  if (seed === 0) return
  await context.route(/\/(api|assets)\//, async (route) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    await wait(waits[(seed >> 16) & 3])
    // The page may be gone.
    await route.continue().catch(() => {})
  })
}
