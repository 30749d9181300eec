import { openScreen, placeOrders, type Load } from './load.ts'
import { startProduct, type Product, type ProductOptions } from './product.ts'
import { verify, type Verdict } from './verify.ts'

export interface Fault {
  readonly name: string
  readonly times: number
  /** Between two of them: the product gives a part up that ends ten times in a minute. */
  readonly everyMs: number
  strike(product: Product): Promise<void> | void
}

interface FaultResult {
  readonly name: string
  readonly times: number
  /** From the fault's end to the first acknowledgement of an order that was sent after it. */
  readonly recoveryMs: readonly number[]
  readonly neverRecovered: number
}

export interface Played {
  readonly faults: readonly FaultResult[]
  readonly verdict: Verdict
  readonly deaths: number
  readonly gaveUp: readonly string[]
  readonly resyncs: number
  readonly refusals: ReadonlyMap<string, number>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const recoversWithinMs = 40_000

/** Starts a product, keeps orders and screens going, and hurts it. */
export async function play(faults: readonly Fault[], options: ProductOptions = {}): Promise<Played> {
  const product = await startProduct(options)
  try {
    const screens = [openScreen(product), openScreen(product)]
    await pause(500)
    const load = placeOrders(product)
    await pause(2_000)
    const results: FaultResult[] = []
    for (const fault of faults) results.push(await strike(product, fault, load))
    await load.stop()
    // The last events reach the screens within a look of the hub.
    await pause(3_000)
    for (const screen of screens) await screen.close()
    return {
      faults: results,
      verdict: await verify(product, load, screens),
      deaths: product.deaths(),
      gaveUp: product.gaveUp,
      resyncs: screens.reduce((total, screen) => total + screen.resyncs(), 0),
      refusals: load.refusals,
    }
  } finally {
    await product.stop()
  }
}

async function strike(product: Product, fault: Fault, load: Load): Promise<FaultResult> {
  const recoveryMs: number[] = []
  let neverRecovered = 0
  for (let count = 0; count < fault.times; count += 1) {
    const began = performance.now()
    await fault.strike(product)
    const over = performance.now()
    if (await serves(load, over)) recoveryMs.push(performance.now() - over)
    else neverRecovered += 1
    await pause(Math.max(fault.everyMs - (performance.now() - began), 500))
  }
  return { name: fault.name, times: fault.times, recoveryMs, neverRecovered }
}

/** A new customer each time: one whose order is in doubt has to wait for its answer. */
async function serves(load: Load, since: number): Promise<boolean> {
  // An answer that was already on its way says nothing about the recovery.
  await pause(20)
  while (performance.now() - since < recoversWithinMs) {
    if (await load.probe()) return true
    await pause(20)
  }
  return false
}
