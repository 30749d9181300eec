import { headers } from '../contract/shared/headers.ts'
import type { Forecast } from '../contract/reports/forecast.ts'
import { selectionText } from '../contract/shared/selection.ts'

export interface ForecastError {
  readonly stores: string
  /** Sum of the errors as a share of what was sold, over eight weeks, one to seven days ahead. */
  readonly error: string
  /** The same of "as a week before". */
  readonly baseline: string
  readonly shown: boolean
}

/** The back-test that the call itself answers, for each store alone and for all together. */
export async function measureForecast(
  url: string,
  token: string,
  stores: readonly { id: string; name: string }[],
): Promise<readonly ForecastError[]> {
  const rows: ForecastError[] = []
  for (const chosen of [...stores.map((store) => [store]), stores]) {
    const query = new URLSearchParams({
      selection: selectionText(chosen.map(({ id }) => ({ storeId: id, merchants: null }))),
    })
    const reply = await fetch(`${url}/api/reports/forecast?${query.toString()}`, {
      headers: { [headers.userToken]: token },
    })
    if (!reply.ok) throw new Error(`The forecast answered ${reply.status}: ${await reply.text()}`)
    const { data } = (await reply.json()) as { data: Forecast }
    const percent = (share: number | undefined) =>
      share === undefined ? '-' : `${(share * 100).toFixed(1)} %`
    rows.push({
      stores: chosen.length === 1 ? (chosen[0]?.name ?? '') : `all ${chosen.length}`,
      error: percent(data.backTest?.errorShare),
      baseline: percent(data.backTest?.baselineShare),
      shown: data.shown !== null,
    })
  }
  return rows
}
