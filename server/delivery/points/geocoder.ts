import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import * as z from 'zod/mini'
import { hourMs, minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import { releaseLease, tryLease } from '../../db/lease.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { DoorAddress } from './address-points.ts'
import { circleIn, searchOf, type LocatedCircle } from './geocoder-answer.rules.ts'

/** `null`: the map knows no such address. */
type Geocoded = { readonly circle: LocatedCircle | null } | 'no-answer'

/** A service that says where an address is. Never throws. */
export interface Geocoder {
  /** Credits, as the licence of its data asks. */
  readonly attribution: string
  /** Waits for a turn and for the answer, seconds at most. `beforeCall`: false when the call is not needed any more. */
  locate(door: DoorAddress, beforeCall: () => Promise<boolean>): Promise<Geocoded>
}

type GeocoderDeps = Pick<Deps, 'env' | 'directory' | 'log' | 'now'>

/** Null: the installation names no geocoder. */
export function geocoderOf(deps: GeocoderDeps): Geocoder | null {
  const { GEOCODER_URL: url, GEOCODER_ATTRIBUTION: attribution } = deps.env
  if (!url) return null
  return {
    attribution,
    locate: async (door, beforeCall) => {
      if (isPaused(url, deps.now())) return 'no-answer'
      const turn = await takeTurn(deps)
      if (turn === null) return 'no-answer'
      if (!(await beforeCall())) {
        await releaseLease(deps.directory, leaseName, turn)
        return 'no-answer'
      }
      const answer = await ask(deps, url, door)
      await tryLease(deps.directory, leaseName, restMs, turn)
      return answer
    },
  }
}

const leaseName = 'geocoder'
/** Longer than a call takes; a process that ends in the middle keeps the others waiting for no longer. */
const callMs = 8 * secondMs
/** From one answer to the next call: the public server's absolute maximum is one call a second. */
const restMs = 1_100
const maxWaitMs = 2_500
const lookAgainMs = 150

/** One call at a time for all processes of the installation; null: no turn came in time. */
async function takeTurn({ directory }: GeocoderDeps): Promise<string | null> {
  const turn = randomUUID()
  for (let waited = 0; waited <= maxWaitMs; waited += lookAgainMs) {
    if (await tryLease(directory, leaseName, callMs, turn)) return turn
    await wait(lookAgainMs)
  }
  return null
}

const agent = new Agent({
  connect: { timeout: 1_500 },
  headersTimeout: 4_000,
  bodyTimeout: 4_000,
  maxResponseSize: 200_000,
  connections: 2,
})

async function ask(deps: GeocoderDeps, url: string, door: DoorAddress): Promise<Geocoded> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(searchOf(door))) address.searchParams.set(name, value)
  try {
    const reply = await request(address, {
      dispatcher: agent,
      signal: AbortSignal.timeout(5 * secondMs),
      headers: { accept: 'application/json', 'accept-language': 'pt-BR', 'user-agent': userAgent(deps.env) },
    })
    const text = await reply.body.text()
    if (reply.statusCode === 200) return { circle: circleIn(JSON.parse(text), door) }
    pauseAfter(deps, url, reply)
    deps.log.warn({ status: reply.statusCode }, 'the geocoder refused a call')
  } catch (error) {
    // What was not even an answer keeps others waiting too; what cannot be read came at once.
    if (!(error instanceof SyntaxError || error instanceof z.core.$ZodError)) pause(deps, url, minuteMs)
    deps.log.warn({ err: error }, 'the geocoder did not answer')
  }
  return 'no-answer'
}

/** The usage policy asks for a name that leads to those who run the application. */
const userAgent = ({ PUBLIC_URL: url, DPO_EMAIL: mail }: Pick<Env, 'PUBLIC_URL' | 'DPO_EMAIL'>): string =>
  `Balcao (${[url ?? 'development', mail].filter(Boolean).join('; ')})`

/** Until when each geocoder is left alone. */
const pausedUntil = new Map<string, Date>()

const isPaused = (url: string, now: Date): boolean => (pausedUntil.get(url) ?? now) > now

const pauseMs = { 403: hourMs, 429: minuteMs } as const

/** Calls after a 429 or 403 would get the installation blocked for good. */
function pauseAfter(
  deps: GeocoderDeps,
  url: string,
  {
    statusCode,
    headers,
  }: { readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>> },
): void {
  if (statusCode !== 403 && statusCode !== 429) return
  const after = Number(headers['retry-after']) * secondMs
  const asked = Number.isFinite(after) ? Math.min(after, hourMs) : 0
  pause(deps, url, Math.max(asked, pauseMs[statusCode]))
}

function pause({ now }: GeocoderDeps, url: string, ms: number): void {
  pausedUntil.set(url, new Date(now().getTime() + ms))
}
