import { setTimeout as wait } from 'node:timers/promises'
import { sharedChromium } from '../chromium.ts'
import { openSignedIn } from '../panel.ts'
import { placeOrders } from './guests.ts'
import { openTestEnvironment, stores } from './environment.ts'
import { seenOrders, watchBoard, workTheBoard } from './kitchen.ts'
import { verifyOrders } from './verify.ts'

/**
 * `npm run friday-dinner`: simulates an evening of six stores, worked in a real browser. Every event
 * arrives several times and out of order, customers and iFood cancel orders, a printer runs out of
 * paper, the browser loses its network, and the server is killed and restarted. In the end no order may
 * be missing, duplicated, unseen or different from iFood's. `--minutes=60` runs the evening in real
 * time; the default is 10.
 */
const argument = (name: string, otherwise: number): number =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
const minutes = argument('minutes', 10)
const orders = argument('orders', 300)
const evening = minutes * 60_000
const startedAt = Date.now()
const log = (line: string): void => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(0)} s: ${line}`)

const environment = await openTestEnvironment(log)
const browser = await sharedChromium()
try {
  const panel = { browser, url: environment.url }
  const look = { width: 1920, height: 1200 }
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders', look)
  await page.locator('[data-column]').first().waitFor()
  await watchBoard(page)
  await environment.control.setDeliveries({ duplicates: 2, shuffle: true, orderNotFoundForMs: 1_500 })
  const kitchen = workTheBoard(page)
  log(`${orders} orders in ${minutes} minutes begin`)
  const [ordered] = await Promise.all([placeOrders(environment, orders, evening), mishaps()])
  log(`${ordered.ifood.length} by iFood, ${ordered.own.length} by the own channel; working off the rest`)
  // Simulated couriers and customers need up to a minute per step, so wait until no tap happens for a
  // while.
  for (let quiet = 0, taps = -1; quiet < 10; await wait(10_000)) {
    quiet = kitchen.taps === taps ? quiet + 1 : 0
    taps = kitchen.taps
  }
  await kitchen.stop()
  const verdict = await verifyOrders(environment, ordered, await seenOrders(page))
  await page.screenshot({ path: process.env.DINNER_PICTURE ?? '/tmp/friday-dinner.png' })
  log(`${kitchen.taps} taps. ${JSON.stringify(verdict, null, 2)}`)
  const { ordered: all, goneUnseen: _gone, ...wrong } = verdict
  const mistakes = Object.values(wrong).reduce((sum, list) => sum + list.length, 0)
  log(`${all} orders, ${mistakes} mistakes`)
  process.exitCode = mistakes === 0 ? 0 : 1

  async function mishaps(): Promise<void> {
    await wait(evening * 0.2)
    const [first] = stores
    const printer = environment.printers.get(first?.id ?? '')
    printer?.setState('no-paper')
    log('a printer is out of paper')
    await wait(evening * 0.15)
    printer?.setState('ready')
    log('paper is back')
    await wait(evening * 0.05)
    await page.context().setOffline(true)
    log('the browser has no network')
    await wait(evening * 0.08)
    await page.context().setOffline(false)
    log('the network is back')
    await wait(evening * 0.12)
    await environment.killServer()
    log('the server was killed')
    await wait(8_000)
    await environment.startServer()
    log('the server is back')
  }
} finally {
  await browser.close()
  await environment.close()
}
