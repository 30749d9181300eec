import { headers } from '../contract/shared/headers.ts'
import type { Forecast } from '../contract/reports/forecast.ts'
import { selectionText } from '../contract/shared/selection.ts'

export interface ForecastError {
  readonly stores: string
  /** Sum of errors as a share of sales, over eight weeks, one to seven days ahead. */
  readonly error: string
  /** The same for the naive forecast: the value of one week earlier. */
  readonly baseline: string
  readonly shown: boolean
}

/** The back-test that the call itself returns, per store and for all stores together. */
export async function measureForecast(
  url: string,
  token: string,
  stores: readonly { id: string; name: string }[],
): Promise<readonly ForecastError[]> {
  const rows: ForecastError[] = []
  for (const group of [...stores.map((store) => [store]), stores]) {
    const query = new URLSearchParams({
      selection: selectionText(group.map(({ id }) => ({ storeId: id, merchants: null }))),
    })
    const reply = await fetch(`${url}/api/reports/forecast?${query.toString()}`, {
      headers: { [headers.userToken]: token },
    })
    if (!reply.ok) throw new Error(`The forecast answered ${reply.status}: ${await reply.text()}`)
    const { data } = (await reply.json()) as { data: Forecast }
    const percent = (share: number | undefined) =>
      share === undefined ? '-' : `${(share * 100).toFixed(1)} %`
    rows.push({
      stores: group.length === 1 ? (group[0]?.name ?? '') : `all ${group.length}`,
      error: percent(data.backTest?.errorShare),
      baseline: percent(data.backTest?.baselineShare),
      shown: data.shown !== null,
    })
  }
  return rows
}
