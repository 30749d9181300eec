import { headers } from '../contract/shared/headers.ts'
import { selectionText } from '../contract/shared/selection.ts'

export interface HistoryLatency {
  readonly question: string
  /** Orders on the last requested page. */
  readonly found: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

export interface HistoryQuestions {
  readonly url: string
  /** Id token of a user who manages the stores. */
  readonly token: string
  readonly storeIds: readonly string[]
  readonly runs: number
}

interface Page {
  readonly orders: readonly { id: string; customerName: string; customerPhone: string | null }[]
  readonly next: string | null
}

const farPage = 1_000

/** Pages of 50, at the start and after a thousand others, and typical searches; over HTTP. */
export async function measureHistory(options: HistoryQuestions): Promise<readonly HistoryLatency[]> {
  const selection = selectionText(options.storeIds.map((storeId) => ({ storeId, merchants: null })))
  const today = new Date().toISOString().slice(0, 10)
  const year = { from: new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10), to: today }
  const read = async (query: Readonly<Record<string, string>>) => {
    const address = `${options.url}/api/orders/history?${new URLSearchParams({ selection, ...query }).toString()}`
    const begun = performance.now()
    const response = await fetch(address, { headers: { [headers.userToken]: options.token } })
    const text = await response.text()
    const ms = performance.now() - begun
    if (!response.ok) throw new Error(`The search answered ${response.status}: ${text}`)
    return { ms, page: (JSON.parse(text) as { data: Page }).data }
  }
  const far = await walk(read, year)
  const known = (await read(year)).page.orders.find((order) => order.customerPhone !== null)
  const phone = known?.customerPhone?.slice(-9) ?? '999999999'
  const questions: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['page 1, a year', year],
    [`page ${far.page}, a year`, { ...year, after: far.cursor }],
    ['cancelled, 30 days', { status: 'cancelled' }],
    ['number 42, 30 days', { search: '42' }],
    ['phone, a year', { ...year, search: phone }],
    ['surname (1 of 20), 30 days', { search: 'conceicao' }],
    ['whole name, a year', { ...year, search: known?.customerName ?? 'Ana' }],
    ['name of nobody, a year', { ...year, search: 'Wanderleia' }],
    ['common item, 30 days', { search: 'Produto 1' }],
    ['rare item, 30 days', { search: 'produto 39' }],
  ]
  const figures: HistoryLatency[] = []
  for (const [question, query] of questions) {
    const took: number[] = []
    let found = 0
    for (let run = -5; run < options.runs; run += 1) {
      const { ms, page } = await read(query)
      found = page.orders.length
      if (run >= 0) took.push(ms)
    }
    const sorted = took.toSorted((a, b) => a - b)
    const at = (share: number) =>
      round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    figures.push({ question, found, p50: at(0.5), p95: at(0.95), max: round(sorted.at(-1) ?? 0) })
  }
  return figures
}

/** Follows the real cursors, up to the last page. */
async function walk(
  read: (query: Readonly<Record<string, string>>) => Promise<{ page: Page }>,
  year: Readonly<Record<string, string>>,
): Promise<{ page: number; cursor: string }> {
  let cursor = ''
  let number = 1
  for (; number < farPage; number += 1) {
    const { next } = (await read(cursor === '' ? year : { ...year, after: cursor })).page
    if (next === null) break
    cursor = next
  }
  return { page: number, cursor }
}

const round = (ms: number): number => Math.round(ms * 10) / 10
