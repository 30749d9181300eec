import { hourMs, minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import { seededRandom } from '../../../demo/random.ts'
import type { Faults } from '../wishes/faulty-merchant.ts'
import { brokenEvening, eveningMs, usualEvening, type EveningPlan, type Shop } from './evening-plan.ts'
import { liveEvening, type LivedEvening } from './live-evening.ts'

const shops: Readonly<Record<string, Shop>> = {
  'a board': { hasBoard: true, acceptsAlone: false },
  'a board and a printer': { hasBoard: true, acceptsAlone: true },
  'a printer alone': { hasBoard: false, acceptsAlone: true },
}

const lines: Readonly<Record<string, Faults>> = {
  calm: { lost: 0, unanswered: 0, late: 0, dropped: 0 },
  lossy: { lost: 0.05, unanswered: 0.05, late: 0, dropped: 0 },
}

const breaksOfEvening = 40
/** Somebody who got the push takes the orders of a gap within this time. */
const answersWithinMs = 5 * minuteMs
/** By then the store has to be closed. */
const closedWithinMs = 3 * minuteMs

export interface PlayedDinners {
  readonly shop: string
  readonly line: string
  readonly breaks: number
  /** Times of more than three minutes in which nobody would have seen an order. */
  readonly unseen: number
  /** Of those: seconds until it was closed, at most; Infinity: it was not. */
  readonly closedWithin: number
  /** Seconds from when somebody would see an order again until it sold, at most. */
  readonly openWithin: number
  readonly orders: number
  /** Cancelled because nobody accepted them: somebody answers the push within five minutes; nobody ever does; without presence. */
  readonly expired: number
  readonly expiredUnanswered: number
  readonly expiredBefore: number
}

/** That number of Friday dinners, each with 40 random breaks, of each shop over each line; with the same seed always the same. */
export async function playDinners(evenings: number, seed: number): Promise<readonly PlayedDinners[]> {
  const played: PlayedDinners[] = []
  for (const [line, faults] of Object.entries(lines))
    for (const [name, shop] of Object.entries(shops)) {
      const lived: { readonly plan: EveningPlan; readonly as: LivedEvening }[] = []
      let [expiredUnanswered, expiredBefore] = [0, 0]
      for (let evening = 0; evening < evenings; evening += 1) {
        const random = () => seededRandom(seed + evening * 7_919)
        const plan = brokenEvening(shop, breaksOfEvening, random())
        const its = { plan, faults, watched: true, answersWithinMs }
        lived.push({ plan, as: await liveEvening({ ...its, random: random() }) })
        const alone = await liveEvening({ ...its, random: random(), answersWithinMs: null })
        const before = await liveEvening({ ...its, random: random(), watched: false, answersWithinMs: null })
        expiredUnanswered += alone.expired
        expiredBefore += before.expired
      }
      const sum = (of: (one: LivedEvening) => number) => lived.reduce((total, { as }) => total + of(as), 0)
      const times = lived.map(({ plan, as }) => timesOf(plan, as))
      played.push({
        shop: name,
        line,
        breaks: evenings * breaksOfEvening,
        unseen: times.reduce((total, { closing }) => total + closing.length, 0),
        closedWithin: seconds(times.flatMap(({ closing }) => closing)),
        openWithin: seconds(times.flatMap(({ opening }) => opening)),
        orders: sum(({ orders }) => orders),
        expired: sum(({ expired }) => expired),
        expiredUnanswered,
        expiredBefore,
      })
    }
  return played
}

/** From the moment when nobody would see an order until it is closed, and from when somebody does until it sells. Ms. */
function timesOf(
  plan: EveningPlan,
  { closed }: LivedEvening,
): { readonly closing: readonly number[]; readonly opening: readonly number[] } {
  const unseen = plan.unseen()
  const isClosed = (at: number) => closed.some(({ from, to }) => from <= at && at < to)
  const closing = unseen
    .filter(({ from, to }) => to - from > closedWithinMs)
    .map(({ from, to }) => {
      if (isClosed(from)) return 0
      const at = closed.find((one) => one.from >= from && one.from < to)?.from
      return at === undefined ? Infinity : at - from
    })
  const opening = unseen.flatMap(({ to }, index) => {
    const seenUntil = unseen[index + 1]?.from ?? eveningMs
    if (!isClosed(to) || seenUntil - to < minuteMs) return []
    const at = closed.find((one) => one.from <= to && one.to > to)?.to ?? Infinity
    return [at - to]
  })
  return { closing, opening }
}

const seconds = (times: readonly number[]): number => Math.round(Math.max(0, ...times) / secondMs)

export interface PlayedUsual {
  readonly openHours: number
  readonly pauses: number
  /** Somebody would have seen an order at that moment. */
  readonly falsePauses: number
  readonly falsePer1000Hours: number
}

/** Evenings in which somebody is there, with what happens anyway. */
export async function playUsual(hours: number, seed: number): Promise<PlayedUsual> {
  let [openHours, pauses, falsePauses] = [0, 0, 0]
  for (let evening = 0; openHours < hours; evening += 1) {
    const random = seededRandom(seed + evening * 104_729)
    const plan = usualEvening(random.pick([...Object.values(shops)] as [Shop, ...Shop[]]), random)
    const faults = random.pick([...Object.values(lines)] as [Faults, ...Faults[]])
    const lived = await liveEvening({ plan, random, faults, watched: true, answersWithinMs })
    openHours += eveningMs / hourMs
    pauses += lived.pausedAt.length
    falsePauses += lived.pausedAt.filter((at) => plan.isSeen(at)).length
  }
  return {
    openHours,
    pauses,
    falsePauses,
    falsePer1000Hours: Math.round((falsePauses / openHours) * 100_000) / 100,
  }
}
