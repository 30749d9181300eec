import { headers } from '../contract/shared/headers.ts'
import { selectionText } from '../contract/shared/selection.ts'

export interface ReportLatency {
  readonly stores: number
  readonly runs: number
  /** Milliseconds from the request to the last byte of the reply, over HTTP. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  readonly bytes: number
}

export interface ReportQuestion {
  /** URL of a running server: `http://127.0.0.1:3000`. */
  readonly url: string
  /** Id token of a user who manages the stores. */
  readonly token: string
  readonly storeIds: readonly string[]
  readonly runs: number
  /** `YYYY-MM-DD`; absent: the running day, which costs more because it is cut at the current minute. */
  readonly day?: string
}

/** Requests the daily report repeatedly, one call at a time, after ten warm-up calls. */
export async function measureDailyReport(question: ReportQuestion): Promise<ReportLatency> {
  const query = new URLSearchParams({
    selection: selectionText(question.storeIds.map((storeId) => ({ storeId, merchants: null }))),
    ...(question.day ? { day: question.day } : {}),
  })
  const address = `${question.url}/api/reports/daily?${query.toString()}`
  const took: number[] = []
  let bytes = 0
  for (let run = -10; run < question.runs; run += 1) {
    const begun = performance.now()
    const response = await fetch(address, { headers: { [headers.userToken]: question.token } })
    const body = await response.arrayBuffer()
    const ms = performance.now() - begun
    if (!response.ok)
      throw new Error(`The report answered ${response.status}: ${Buffer.from(body).toString()}`)
    bytes = body.byteLength
    if (run >= 0) took.push(ms)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return {
    stores: question.storeIds.length,
    runs: question.runs,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: round(sorted.at(-1) ?? 0),
    bytes,
  }
}

const round = (ms: number): number => Math.round(ms * 10) / 10

/** Signs in at a running server and returns the id token. */
export async function idTokenFor(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { data?: { idToken: string }; message?: string }
  if (!body.data) throw new Error(`Sign-in failed: ${body.message ?? response.status}`)
  return body.data.idToken
}
