import { openStoreAndPrint, typedLetters } from '../open-store.ts'
import { openPanel, openSignedIn } from '../panel.ts'
import seedDemo from '../seeded-data.ts'
import { chainJobs } from './chain-jobs.ts'
import { dailyJobs } from './daily-jobs.ts'
import { pointer } from './hands.ts'
import type { Job } from './job.ts'
import { countFields, countPresses } from './presses.ts'
import { forJobs, openStores, type Stores } from './stores.ts'

/**
 * `npm run jobs`: does the owner's daily jobs in a real browser, on a desktop and on a phone, and counts the
 * presses and seconds of each. Exits 1 if a job needs more presses than its limit or cannot be done.
 * `--only=<words>` does the jobs whose name contains these words; `--trace` writes what is pressed.
 */
interface Done {
  readonly presses: number
  readonly seconds: number
  readonly problem: string | null
}

const widths = [1440, 390] as const
const only = process.argv.find((one) => one.startsWith('--only='))?.slice('--only='.length) ?? ''
const chosen = [...dailyJobs, ...chainJobs].filter(({ name }) => name.includes(only))

const removeData = await seedDemo()
const stores = await openStores(forJobs)
/** Presses are counted, not the machine's speed. */
const patienceMs = 60_000
/** A person reads and aims before each press. */
const secondsPerPress = 2
/** Two letters a second, with the thumbs. */
const secondsPerLetter = 0.5
const maxToPrint = { presses: 60, seconds: 300 } as const
try {
  const table: Record<string, string>[] = []
  for (const job of chosen) {
    const row: Record<string, string> = { job: job.name, starts: job.path, limit: limitText(job) }
    for (const width of widths) {
      const done = await doJob(job, width, stores)
      row[`presses at ${width}`] = done.problem
        ? 'failed'
        : `${done.presses}${isOver(job, done) ? ' (over)' : ''}`
      row[`seconds at ${width}`] = done.seconds.toFixed(1)
      if (done.problem) console.error(`${job.name} at ${width}: ${done.problem}`)
      if (done.problem || isOver(job, done)) process.exitCode = 1
    }
    table.push(row)
  }
  console.table(table)
  if ('from account to a printed order'.includes(only)) await printFirstOrder(stores)
} finally {
  await stores.close()
  // Otherwise it keeps this process.
  await stores.panel.browser.close()
  await removeData()
}

async function doJob(job: Job, width: number, { panel, ...rest }: Stores): Promise<Done> {
  const height = width === 390 ? 844 : 900
  const page = await openSignedIn(panel, 'dona@balcao.example', '/', { width, height })
  page.setDefaultTimeout(patienceMs)
  let presses = () => 0
  let startedAt = Date.now()
  try {
    const prepared = await job.prepare?.({ panel, ...rest }, width)
    presses = await countPresses(page)
    await page.goto(job.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    startedAt = Date.now()
    await job.work(page, { panel, ...rest, width, hand: pointer, subject: prepared ?? '' })
    return { presses: presses(), seconds: (Date.now() - startedAt) / 1_000, problem: null }
  } catch (error) {
    const folder = process.env.JOBS_PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${job.name.replaceAll(/\W+/g, '-')}-${width}.png` })
    return { presses: presses(), seconds: (Date.now() - startedAt) / 1_000, problem: String(error) }
  } finally {
    await page.context().close()
  }
}

/** From nothing to a printed test order on a phone: typing is in the seconds, and a person's pace is added to them. */
async function printFirstOrder({ panel }: Stores): Promise<void> {
  const page = await openPanel(panel, '/cadastro', { width: 390, height: 844 })
  page.setDefaultTimeout(patienceMs)
  const pressed = await countPresses(page)
  const entered = await countFields(page)
  const presses = () => pressed() + entered()
  await page.goto('/cadastro')
  const startedAt = Date.now()
  try {
    await openStoreAndPrint(panel, page, `dono-${String(startedAt)}@novo.example`)
    const seconds = (Date.now() - startedAt) / 1_000
    const atHumanPace = seconds + presses() * secondsPerPress + typedLetters * secondsPerLetter
    console.log(
      `From the account to a printed test order at 390: ${presses()} presses (${entered()} of them into fields), ${seconds.toFixed(1)} s, ` +
        `${atHumanPace.toFixed(0)} s at a person's pace (at most ${maxToPrint.presses} and ${maxToPrint.seconds} s).`,
    )
    if (presses() > maxToPrint.presses || atHumanPace > maxToPrint.seconds) process.exitCode = 1
  } catch (error) {
    console.error(`From the account to a printed test order: ${String(error)}`)
    process.exitCode = 1
  } finally {
    await page.context().close()
  }
}

function limitText({ atMost, atLeast }: Job): string {
  return atLeast === undefined ? `≤ ${atMost}` : `${atLeast} to ${atMost}`
}

function isOver({ atMost, atLeast = 0 }: Job, { presses }: Done): boolean {
  return presses > atMost || presses < atLeast
}
