import { chromium } from 'playwright-core'
import { setTimeout as wait } from 'node:timers/promises'
import { openPanel, signIn } from '../panel.ts'
import { letGuestsOrder } from './guests.ts'
import { openTestEnvironment, stores } from './environment.ts'
import { seenOrders, watchBoard, workTheBoard } from './kitchen.ts'
import { judge } from './verify.ts'

/**
 * `npm run friday-dinner`: an evening of six stores, worked in a real browser. Every event comes
 * several times and out of order, customers and iFood cancel, a printer runs out of paper, the
 * browser loses its network, the server is killed and started again. At the end nothing may be
 * missing, doubled, unseen or otherwise than iFood believes. `--minutes=60` is the whole evening in
 * real time; 10 unless told.
 */
const argument = (name: string, otherwise: number): number =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
const minutes = argument('minutes', 10)
const orders = argument('orders', 300)
const evening = minutes * 60_000
const begun = Date.now()
const say = (line: string): void => console.log(`${((Date.now() - begun) / 1_000).toFixed(0)} s: ${line}`)

const house = await openTestEnvironment(say)
const browser = await chromium.launch({
  executablePath: process.env.BALCAO_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await openPanel({ browser, url: house.url }, '/menu/orders', { width: 1920, height: 1200 })
  await signIn(page, 'dona@balcao.example')
  await page.locator('[data-column]').first().waitFor()
  await watchBoard(page)
  await house.control.setDeliveries({ duplicates: 2, shuffle: true, orderNotFoundForMs: 1_500 })
  const kitchen = workTheBoard(page)
  say(`${orders} orders in ${minutes} minutes begin`)
  const [ordered] = await Promise.all([letGuestsOrder(house, orders, evening), mishaps()])
  say(`${ordered.ifood.length} by iFood, ${ordered.own.length} by the own channel; working off the rest`)
  // Couriers and customers of the simulator need a minute each; a waiting tap is sent within seconds.
  for (let quiet = 0, taps = -1; quiet < 10; await wait(10_000)) {
    quiet = kitchen.taps === taps ? quiet + 1 : 0
    taps = kitchen.taps
  }
  await kitchen.stop()
  const verdict = await judge(house, ordered, await seenOrders(page))
  await page.screenshot({ path: process.env.DINNER_PICTURE ?? '/tmp/friday-dinner.png' })
  say(`${kitchen.taps} taps. ${JSON.stringify(verdict, null, 2)}`)
  const { ordered: all, goneUnseen: _gone, ...wrong } = verdict
  const mistakes = Object.values(wrong).reduce((sum, list) => sum + list.length, 0)
  say(`${all} orders, ${mistakes} mistakes`)
  process.exitCode = mistakes === 0 ? 0 : 1

  async function mishaps(): Promise<void> {
    await wait(evening * 0.2)
    const [first] = stores
    const printer = house.printers.get(first?.id ?? '')
    printer?.setState('no-paper')
    say('a printer is out of paper')
    await wait(evening * 0.15)
    printer?.setState('ready')
    say('paper is back')
    await wait(evening * 0.05)
    await page.context().setOffline(true)
    say('the browser has no network')
    await wait(evening * 0.08)
    await page.context().setOffline(false)
    say('the network is back')
    await wait(evening * 0.12)
    await house.killServer()
    say('the server was killed')
    await wait(8_000)
    await house.startServer()
    say('the server is back')
  }
} finally {
  await browser.close()
  await house.close()
}
