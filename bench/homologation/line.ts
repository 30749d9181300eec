import type { Exchange } from './recording-proxy.ts'
import type { House } from './house.ts'

/** What a check saw. */
export interface Seen {
  readonly passed: boolean
  /** The call and its answer, or what was read after it. */
  readonly exchange: string
}

/** A line of a page of homologation criteria, in own words. */
export interface Line {
  readonly module: string
  readonly line: string
  /** Under `https://developer.ifood.com.br/pt-BR/docs/guides/modules/`. */
  readonly page: string
  readonly is:
    | { readonly check: (house: House) => Promise<Seen> }
    /** We have no code for it. */
    | { readonly absent: string }
    /** Neither the page nor the simulator shows it. */
    | { readonly unverified: string }
}

export type Outcome = 'passed' | 'failed' | 'não verificado'

export interface Played {
  readonly module: string
  readonly line: string
  readonly outcome: Outcome
  readonly exchange: string
}

/** A check that throws has failed; what nobody could look at is never a pass. */
export async function playLine({ module, line, is }: Line, house: House): Promise<Played> {
  if ('unverified' in is) return { module, line, outcome: 'não verificado', exchange: is.unverified }
  if ('absent' in is) return { module, line, outcome: 'failed', exchange: `not built: ${is.absent}` }
  try {
    const { passed, exchange } = await is.check(house)
    return { module, line, outcome: passed ? 'passed' : 'failed', exchange }
  } catch (error) {
    return {
      module,
      line,
      outcome: 'failed',
      exchange: error instanceof Error ? error.message : String(error),
    }
  }
}

export const counted = (played: readonly Played[]): Readonly<Record<Outcome, number>> => ({
  passed: played.filter(({ outcome }) => outcome === 'passed').length,
  failed: played.filter(({ outcome }) => outcome === 'failed').length,
  'não verificado': played.filter(({ outcome }) => outcome === 'não verificado').length,
})

/** `POST /order/v1.0/orders/3f2a…/confirm → 202` */
export const exchangeText = ({ method, path, status }: Exchange): string =>
  `${method} ${path.replaceAll(/([\da-f]{4})[\da-f]{4}-[\da-f-]{27}/g, '$1…')} → ${String(status)}`

/** The last exchange of this method and path; `none` where nothing was sent. */
export function sawCall(
  exchanges: readonly Exchange[],
  method: string,
  path: RegExp,
  statuses: readonly number[],
): Seen {
  const found = exchanges.findLast((one) => one.method === method && path.test(one.path))
  if (!found) return { passed: false, exchange: `no ${method} ${path.source}` }
  return { passed: statuses.includes(found.status), exchange: exchangeText(found) }
}

/** All of them, in one cell. */
export const allOf = (...seen: readonly Seen[]): Seen => ({
  passed: seen.every(({ passed }) => passed),
  exchange: seen.map(({ exchange }) => exchange).join('; '),
})
