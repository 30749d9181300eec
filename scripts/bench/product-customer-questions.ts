import pg from 'pg'
import { addDays, localParts } from '../../contract/day.ts'
import { headers } from '../../contract/headers.ts'
import { selectionText } from '../../contract/selection.ts'

interface Question {
  readonly name: string
  readonly path: string
  /** Days before today of the period's two ends. */
  readonly from: number
  readonly to: number
  readonly goalMs: number | null
  /** The same from the orders themselves: $1 stores, $2 and $3 the days. */
  readonly raw: string
}

const topProducts = `
  select i.name, sum(i.quantity_milli), sum(i.total_cents) as cents, count(distinct o.id)
  from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
  where o.store_id = any ($1::uuid[]) and o.business_day between $2 and $3 and o.status <> 'cancelled'
  group by 1 order by 3 desc limit 50`

const cohorts = `
  with firsts as (
    select store_id, customer_id, date_trunc('month', min(business_day)) as month from orders
    where store_id = any ($1::uuid[]) and customer_id is not null and status <> 'cancelled' group by 1, 2)
  select f.month, date_trunc('month', o.business_day), count(distinct (o.store_id, o.customer_id)), count(*), sum(o.gross_cents)
  from orders o join firsts f on f.store_id = o.store_id and f.customer_id = o.customer_id
  where o.store_id = any ($1::uuid[]) and o.status <> 'cancelled' and o.business_day between $2 and $3
  group by 1, 2`

const questions: readonly Question[] = [
  { name: 'product, top 50 of 12 months', path: 'product', from: 364, to: 0, goalMs: 100, raw: topProducts },
  { name: 'product, top 50 of 30 days', path: 'product', from: 29, to: 0, goalMs: null, raw: topProducts },
  { name: 'customer with cohorts, 12 months', path: 'customer', from: 364, to: 0, goalMs: 400, raw: cohorts },
]

export interface AnsweredQuestion {
  readonly question: string
  readonly p50: number
  readonly p95: number
  readonly goal: string
  /** The same question on the orders, once. */
  readonly raw: number
}

/** Over HTTP, one at a time, after five that do not count; each beside raw SQL on the same orders. */
export async function measureProductsAndCustomers(asked: {
  readonly url: string
  readonly token: string
  readonly storeIds: readonly string[]
  /** Of the database's owner. */
  readonly ownerUrl: string
  readonly runs: number
}): Promise<readonly AnsweredQuestion[]> {
  const today = localParts(new Date(Date.now() - 4 * 3_600_000), 'America/Sao_Paulo').day
  const selection = selectionText(asked.storeIds.map((storeId) => ({ storeId, merchants: null })))
  const client = new pg.Client({ connectionString: asked.ownerUrl })
  await client.connect()
  try {
    const answers: AnsweredQuestion[] = []
    for (const { name, path, from, to, goalMs, raw } of questions) {
      const days = { from: addDays(today, -from), to: addDays(today, -to) }
      const address = `${asked.url}/api/reports/${path}?${new URLSearchParams({ selection, ...days }).toString()}`
      const took = await timesOf(address, asked.token, asked.runs)
      const begun = performance.now()
      await client.query(raw, [asked.storeIds, days.from, days.to])
      answers.push({
        question: name,
        p50: round(took[Math.floor(took.length / 2)] ?? 0),
        p95: round(took[Math.min(took.length - 1, Math.floor(took.length * 0.95))] ?? 0),
        goal: goalMs === null ? '' : `<= ${goalMs}`,
        raw: round(performance.now() - begun),
      })
    }
    return answers
  } finally {
    await client.end()
  }
}

async function timesOf(address: string, token: string, runs: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let run = -5; run < runs; run += 1) {
    const begun = performance.now()
    const reply = await fetch(address, { headers: { [headers.userToken]: token } })
    const body = await reply.text()
    if (!reply.ok) throw new Error(`The report answered ${reply.status}: ${body}`)
    if (run >= 0) took.push(performance.now() - begun)
  }
  return took.toSorted((a, b) => a - b)
}

const round = (ms: number): number => Math.round(ms * 10) / 10
