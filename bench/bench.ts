import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWholePanel } from '../e2e/whole-panel.ts'
import { demoIsClosed } from '../e2e/seeded-data.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { freePort, startPrivatePostgres } from '../server/db/postgres/private-postgres.ts'
import { isTooHeavy, measurePages } from '../web/bundle-budget.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { measureBoard } from './board-latency.ts'
import { measureAlerts, measureGroupPage, type ChainOptions } from './chain-of-stores.ts'
import { measureFourthChannel } from './channels/fourth-channel.ts'
import { measurePartnerOrders } from './channels/partner-orders.ts'
import { measureEditsBesideMoves } from './edits-beside-moves.ts'
import { measureForecast } from './forecast-error.ts'
import { growsTooMuch, measureGrowth } from './growth.ts'
import { appendHistory } from './history.ts'
import { measureHostileOrders } from './hostile-orders.ts'
import { measureHistory } from './history-latency.ts'
import { measureIdentityTiming } from './identity-timing.ts'
import { measureIntakeFloor } from './intake-floor.ts'
import { measureIntake, measureRollUpCost } from './intake-rate.ts'
import { loadLargeHistory } from './large-history.ts'
import { measureDifference, measureQuote, measureWeekElsewhere } from './menu-and-delivery.ts'
import { measureMenuKeystrokes } from './front/menu-keystrokes.ts'
import { measureMessages } from './messages.ts'
import { measureNeighbours } from './neighbours.ts'
import { measureOpenStatus } from './open-status.ts'
import { measurePolling } from './polling.ts'
import { measureStrangers } from './strangers.ts'
import { measureStreams } from './live-streams.ts'
import { measureLive, measureScripting } from './live-latency.ts'
import { measureFile, measurePdfNames } from './report-files.ts'
import { idTokenFor, measureDailyReport } from './report-latency.ts'
import { measureReportFilters } from './report-filters.ts'
import { measureReportQuestions, measureRollUpSize } from './report-questions.ts'
import { measureReportPages } from './front/report-page.ts'

/**
 * `npm run bench`: measures this machine. Comparisons are ratios within one run.
 * `--large` also loads 100 stores × 12 months (takes minutes) and repeats the questions there.
 * `--orders-per-day=34` makes that history a tenth as large.
 * `--data=FOLDER` keeps the loaded database and reuses it next time.
 * `--only=intake,identity,board,status,quote,week,difference,keystrokes,edits,streams,channels,partner-orders,polling,hostile,messages,live,report,history,page,forecast,files,pdf,neighbours,strangers,start,bundle,growth`
 * selects some.
 * `growth` loads a history of its own (`--orders-per-day=34`, `--data`) and fails above its limits; like polling it runs only when named.
 * `group` and `alerts` load a history of their own as well (`--orders-per-day=34`, `--data`) and run only when named.
 * Polling takes five minutes (`--minutes=2`), hostile orders some more (`--documents=10000`), `filters` half an hour
 * with a history of its own (`--orders-per-day=3`, `--data`): these run only when named. `--acts=2000` shortens the edits beside moves (10,000).
 */
const large = process.argv.includes('--large')
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice(7)
  .split(',')
const ordersPerDay = Number(
  process.argv.find((argument) => argument.startsWith('--orders-per-day='))?.slice(17) ?? 0,
)
const keptFolder = process.argv.find((argument) => argument.startsWith('--data='))?.slice(7)
const wanted = (part: string) => !only || only.includes(part)
const calibrationMs = fixedLoopMs()
// One client asks as often as a whole town; the neighbours are measured with the usual limits.
process.env.CALL_LIMIT_FACTOR ??= '1000'

say(
  `${cpus().length} cores, ${cpus()[0]?.model ?? ''}, Node ${process.version}, a fixed loop in ${calibrationMs} ms`,
)
if (wanted('intake')) await intake()
if (['live', 'report', 'page', 'history', 'forecast', 'keystrokes', 'start'].some(wanted)) await product()
if (wanted('identity')) await identity()
if (wanted('board')) await board()
if (wanted('status')) await openStatus()
if (wanted('quote'))
  await onEmpty(
    'Quote',
    'A quote of the largest config beside a read by key (goal: at most 10 times as long)',
    measureQuote,
  )
if (wanted('week'))
  await onEmpty(
    'Week elsewhere',
    'One week written to a hundred stores, four at a time',
    measureWeekElsewhere,
  )
if (wanted('difference'))
  say('2,000 items compared with 2,000 others (goal: at most 2 s)', measureDifference())
if (wanted('edits')) await edits()
if (wanted('streams')) await streams()
if (wanted('partner-orders'))
  await onEmpty(
    'Partner orders',
    'Orders a second of a partner that answers in 200 ms (goals: twenty stores 150, one store 60)',
    measurePartnerOrders,
  )
if (wanted('channels'))
  await onEmpty(
    'Channels',
    'A store at four marketplaces beside one at three, median ms (goal: at most 1.05 times)',
    measureFourthChannel,
  )
if (only?.includes('polling')) await polling()
if (only?.includes('filters')) await filters()
if (only?.includes('hostile')) await hostile()
if (only?.includes('growth')) await growth()
if (only?.includes('group'))
  await chainOf(
    'Group page',
    'The group page of a hundred stores beside six (goal: at most 3 times as long)',
    measureGroupPage,
  )
if (only?.includes('alerts'))
  await chainOf(
    'Alerts',
    'A round of the alerts over 1,000 stores (goal: at most a fifth of a core)',
    measureAlerts,
  )
if (wanted('messages'))
  await onEmpty(
    'Messages',
    'An order’s news beside an outbox round trip (goal: at most 10 times), a queue of 10,000 beside one statement (3)',
    measureMessages,
  )
if (wanted('files')) {
  say('A table of 200,000 orders as a file (goal of XLSX: at most 64 MB more memory)')
  table('Files', { csv: await measureFile('csv', 200_000), xlsx: await measureFile('xlsx', 200_000) })
}
if (wanted('pdf'))
  say('PDF of names of 200 letters beside one of 20 (goal: at most 2 times as long)', await measurePdfNames())
if (wanted('neighbours')) await neighbours()
if (wanted('strangers')) await strangers()
if (wanted('bundle')) bundle()

async function intake(): Promise<void> {
  const dataRoot = temporary()
  // fsync stays on: the ratio compares durable commits.
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Intake: orders per second beside bare single-row commits of the same server')
  const rows = await measureIntake(server.url)
  table('Intake', rows)
  say('The same without the figures of the reports: by how much these slow it down (goal: at most 0.35)')
  table('Intake, cost of the reports', await measureRollUpCost(server.url, rows))
  const floor = await measureIntakeFloor(server.url)
  say('Plain inserts of the same rows, 32 orders a commit, without the intake around them', {
    perSecond: floor,
    ratioToBareAt32: round((floor / (rows.at(-1)?.bare ?? 1)) * 10) / 10,
  })
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

function bundle(): void {
  say('What each page loads before it works: requests, and bytes after gzip, beside their limits')
  const pages = measurePages('dist/web')
  table('Bundle', pages)
  failAbove(
    'weigh',
    pages.filter(isTooHeavy).map(({ page }) => page),
  )
}

function failAbove(verb: 'weigh' | 'grow', names: readonly string[]): void {
  if (names.length === 0) return
  console.error(`These ${verb} too much: ${names.join('; ')}.`)
  process.exitCode = 1
}

/** Calibration: machine speed drifts within half an hour, so each run records this beside its results. */
function fixedLoopMs(): number {
  const took = Array.from({ length: 9 }, () => {
    const began = performance.now()
    let sum = 0
    for (let step = 0; step < 30_000_000; step += 1) sum += step % 7
    return sum > 0 ? performance.now() - began : 0
  })
  return Math.round(took.toSorted((a, b) => a - b)[4] ?? 0)
}

/** Without demo traffic, printers and closing of past days, which would compete for the two cores. */
async function live(dataDir: string, storeIds: readonly string[]): Promise<void> {
  const panel = await startWholePanel(dataDir, { DEMO: 'off' })
  const token = await idTokenFor(panel.url, 'dona@balcao.example', 'Balcao#2026')
  const [one = '', two = '', three = ''] = storeIds
  say(
    'Commit to card, 20 events/s',
    await measureLive(panel, token, one, { perSecond: 20, seconds: 60, openOrders: 40 }),
  )
  say(
    'Commit to card, 50 events/s, 200 open orders',
    await measureLive(panel, token, two, { perSecond: 50, seconds: 60, openOrders: 200 }),
  )
  say('An event on a board of 200 open orders, processor 4 times slower (goal: scripting 8 ms)')
  const scripting = []
  for (const perSecond of [4, 20, 50])
    scripting.push(await measureScripting(panel, token, three, { perSecond, seconds: 30, openOrders: 200 }))
  table('An event on the board', scripting)
  await panel.stop()
}

async function identity(): Promise<void> {
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Identity: median ms of 1,000 calls each about known and unknown addresses (gap goal: below 5)')
  table('Identity', await measureIdentityTiming(server.url))
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function board(): Promise<void> {
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Board over HTTP, ms', await measureBoard(server.url, 100, 2_000))
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function edits(): Promise<void> {
  const acts = Number(process.argv.find((argument) => argument.startsWith('--acts='))?.slice(7) ?? 10_000)
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Edits beside moves of other orders, 8 at a time (goal: no error, no deadlock, no wrong row)')
  table('Edits beside moves', { edits: await measureEditsBesideMoves(server.url, acts) })
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function streams(): Promise<void> {
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Live streams on one process', await measureStreams(server.url, 5_000, await freePort()))
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function neighbours(): Promise<void> {
  const dataRoot = keptFolder ?? temporary()
  mkdirSync(dataRoot, { recursive: true })
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Neighbours: what one tenant notices of another')
  table('Neighbours', await measureNeighbours(server.url, await freePort(), (line) => say(line)))
  await server.stop()
  if (!keptFolder) rmSync(dataRoot, { recursive: true, force: true })
}

async function strangers(): Promise<void> {
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Strangers: a neighbour’s board and a sign-in beside them ÷ at rest, p99 (goals: 1.5 and 2; readers 3)')
  table('Strangers', await measureStrangers(server.url, await freePort()))
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function filters(): Promise<void> {
  const dataRoot = keptFolder ?? temporary()
  mkdirSync(dataRoot, { recursive: true })
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Every report with each of its filters beside the same without it (goal: at most 10 times as long)')
  const measured = await measureReportFilters(server.url, await freePort(), {
    ordersPerDay: ordersPerDay || 34,
    log: (line) => say(line),
  })
  if (measured.slow.length > 0) console.table(measured.slow)
  table('Filters', { filters: measured.filters })
  await server.stop()
  if (!keptFolder) rmSync(dataRoot, { recursive: true, force: true })
}

async function growth(): Promise<void> {
  const dataRoot = keptFolder ?? temporary()
  mkdirSync(dataRoot, { recursive: true })
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Ten times the orders and ten times the stores ÷ few (goals: at most 1.3 and 12 times as long)')
  const measured = await measureGrowth(server.url, await freePort(), {
    ordersPerDay: ordersPerDay || 34,
    log: (line) => say(line),
  })
  table('Growth', measured)
  await server.stop()
  if (!keptFolder) rmSync(dataRoot, { recursive: true, force: true })
  failAbove(
    'grow',
    measured.filter(growsTooMuch).map(({ question }) => question),
  )
}

/** On a history of its own, which `--data` keeps. */
async function chainOf(
  name: string,
  words: string,
  measure: (options: ChainOptions) => Promise<object>,
): Promise<void> {
  const dataRoot = keptFolder ?? temporary()
  mkdirSync(dataRoot, { recursive: true })
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say(words)
  const options = {
    ownerUrl: server.url,
    port: await freePort(),
    ordersPerDay: ordersPerDay || 344,
    log: (line: string) => say(line),
  }
  table(name, { [name.toLowerCase()]: await measure(options) })
  await server.stop()
  if (!keptFolder) rmSync(dataRoot, { recursive: true, force: true })
}

async function openStatus(): Promise<void> {
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Open status of a hundred stores beside one (goal: at most 3 times as long)')
  table('Open status', await measureOpenStatus(server.url))
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

/** Measures on a database of its own. */
async function onEmpty(
  name: string,
  words: string,
  measure: (ownerUrl: string) => Promise<object>,
): Promise<void> {
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say(words)
  table(name, { [name.toLowerCase()]: await measure(server.url) })
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function polling(): Promise<void> {
  const minutes = Number(process.argv.find((argument) => argument.startsWith('--minutes='))?.slice(10) ?? 5)
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say(`Gaps between polls of 2,000 merchants over ${minutes} minutes (goal: 30 s ± 2 s)`)
  table('Polling', await measurePolling(server.url, 2_000, minutes))
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function hostile(): Promise<void> {
  const documents = Number(
    process.argv.find((argument) => argument.startsWith('--documents='))?.slice(12) ?? 100_000,
  )
  const dataRoot = temporary()
  const server = await startPrivatePostgres({ dataRoot })
  await migrate(server.url)
  say('Orders that are spoilt in up to six places (goal: none refused, no board down, none left out)')
  table('Hostile orders', { hostile: await measureHostileOrders(server.url, documents) })
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

async function product(): Promise<void> {
  const dataDir = keptFolder ?? temporary()
  mkdirSync(dataDir, { recursive: true })
  const cold = performance.now()
  let panel = await startWholePanel(dataDir)
  const coldSeconds = (performance.now() - cold) / 1_000
  await panel.stop()
  const warm = performance.now()
  panel = await startWholePanel(dataDir)
  say('npm start', {
    coldSeconds: round(coldSeconds),
    warmSeconds: round((performance.now() - warm) / 1_000),
  })
  // The first start closes the demo's past days in the background; wait so that it does not disturb the
  // measurement.
  await demoIsClosed(panel.databaseUrl())
  const token = await idTokenFor(panel.url, 'dona@balcao.example', 'Balcao#2026')
  const storeIds = demoStores.slice(0, 6).map((store) => store.id)
  if (wanted('report'))
    say(
      'Daily report over HTTP, demo',
      await measureDailyReport({ url: panel.url, token, storeIds, runs: 200 }),
    )
  if (wanted('keystrokes')) {
    const [small = '', large = ''] = storeIds
    say(
      'A letter in the editor of 2,000 items beside one of 20 (goal: at most 2 times as long)',
      await measureMenuKeystrokes(panel, { token, storeIds: [small, large] }),
    )
  }
  if (wanted('forecast')) {
    say('Forecast of the demo stores: error one to seven days ahead over eight weeks')
    table('Forecast', await measureForecast(panel.url, token, demoStores.slice(0, 6)))
  }
  if (wanted('page')) {
    // A phone does not share its processor with demo traffic and printers.
    await panel.stop()
    panel = await startWholePanel(dataDir, { DEMO: 'off' })
    say(
      'Reports on a mid phone: a fourth of this processor, 1.6 Mbit/s (goal: interactive within 1,500 ms, nothing moves)',
    )
    table('Reports on a mid phone', await measureReportPages(panel, 5))
    await panel.stop()
    panel = await startWholePanel(dataDir)
  }
  if (wanted('live')) {
    await panel.stop()
    await live(dataDir, storeIds)
    panel = await startWholePanel(dataDir)
  }
  if (wanted('history')) {
    say('Search of orders over HTTP, demo')
    table('Search of orders, demo', await measureHistory({ url: panel.url, token, storeIds, runs: 60 }))
  }
  if (large) {
    const loaded = await loadLargeHistory({
      ownerUrl: panel.databaseUrl(),
      now: new Date(),
      ...(ordersPerDay ? { ordersPerDay } : {}),
      log: (line: string) => say(line),
    })
    const manager = await idTokenFor(panel.url, loaded.email, loaded.password)
    for (const count of [1, 6, 100]) {
      const storeIds = loaded.storeIds.slice(0, count)
      if (wanted('report'))
        say(
          `Daily report, ${loaded.orders} orders`,
          await measureDailyReport({ url: panel.url, token: manager, storeIds, runs: 60 }),
        )
      if (wanted('history')) {
        say(`Search of orders, ${loaded.orders} orders, ${count} stores`)
        table(
          `Search of orders, ${loaded.orders} orders, ${count} stores`,
          await measureHistory({ url: panel.url, token: manager, storeIds, runs: 60 }),
        )
      }
    }
    if (wanted('report')) {
      const { storeIds } = loaded
      say(`Reports, ${loaded.orders} orders, ${storeIds.length} stores, ms, beside the demo's own traffic`)
      const questions = async (token: string, besideRaw: boolean) =>
        table(
          `Reports, ${loaded.orders} orders${besideRaw ? '' : ', beside demo traffic'}`,
          await measureReportQuestions({
            url: panel.url,
            token,
            storeIds,
            ownerUrl: panel.databaseUrl(),
            runs: 60,
            besideRaw,
          }),
        )
      await questions(manager, false)
      await panel.stop()
      panel = await startWholePanel(dataDir, { DEMO: 'off' })
      say('The same without that traffic, beside the same question on the orders themselves')
      await questions(await idTokenFor(panel.url, loaded.email, loaded.password), true)
      say('What the reports keep', await measureRollUpSize(panel.databaseUrl()))
    }
  }
  await panel.stop()
  if (!keptFolder) rmSync(dataDir, { recursive: true, force: true })
}

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
  chmodSync(dir, 0o755)
  return dir
}

function say(what: string, figures?: object): void {
  console.log(
    `[load ${loadavg()[0]?.toFixed(2) ?? '?'}] ${what}${figures ? ` ${JSON.stringify(figures)}` : ''}`,
  )
  if (figures) appendHistory(what, figures, calibrationMs)
}

/** Prints a result as a table and appends it to the history under this name. */
function table(name: string, rows: object): void {
  console.table(rows)
  appendHistory(name, rows, calibrationMs)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
