import { seededRandom } from '../../../demo/random.ts'
import type { Faults } from './faulty-merchant.ts'
import { liveAtMerchant, type Lived } from './life-at-merchant.ts'

/** Marketplaces by what they do wrong. */
const simulators: Readonly<Record<string, Faults>> = {
  calm: { lost: 0, unanswered: 0, late: 0, dropped: 0 },
  lossy: { lost: 0.08, unanswered: 0.08, late: 0, dropped: 0 },
  disordered: { lost: 0.01, unanswered: 0.02, late: 0.08, dropped: 0 },
  forgetful: { lost: 0, unanswered: 0.01, late: 0, dropped: 0.05 },
  all: { lost: 0.04, unanswered: 0.04, late: 0.04, dropped: 0.02 },
}

export interface PlayedWishes {
  readonly simulator: string
  readonly wishes: number
  /** Made at the marketplace. */
  readonly outside: number
  /** What is not as it was last wished, in words. */
  readonly wrong: readonly string[]
  /** Published limits that were broken. */
  readonly broken: readonly string[]
  /** From the wish until it is so for good, in seconds of simulated time. */
  readonly p50: number
  readonly p99: number
  /** Seconds until a change from outside was found, at most. */
  readonly foundWithin: number
  readonly calls: number
}

const wishesOfLife = 200

/** That number of wishes here over each simulator, in lives of 200, with the same seed always the same. */
export async function playWishes(wishes: number, seed: number): Promise<readonly PlayedWishes[]> {
  const played: PlayedWishes[] = []
  for (const [index, [simulator, faults]] of Object.entries(simulators).entries()) {
    const lives: Lived[] = []
    const each = Math.ceil(wishes / Object.keys(simulators).length)
    for (let done = 0; done < each; done += wishesOfLife) {
      const random = seededRandom(seed + index * 1_000_003 + done)
      lives.push(await liveAtMerchant({ random, faults, wishes: Math.min(wishesOfLife, each - done) }))
    }
    played.push(summed(simulator, lives))
  }
  return played
}

function summed(simulator: string, lives: readonly Lived[]): PlayedWishes {
  const sum = (of: (life: Lived) => number) => lives.reduce((total, life) => total + of(life), 0)
  const times = lives.flatMap(({ convergedMs }) => convergedMs).toSorted((a, b) => a - b)
  const share = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) / 100) / 10
  return {
    simulator,
    wishes: sum((life) => life.wishes),
    outside: sum((life) => life.outside),
    wrong: lives.flatMap((life) => life.wrong),
    broken: lives.flatMap((life) => life.broken),
    p50: share(0.5),
    p99: share(0.99),
    foundWithin: Math.round(Math.max(0, ...lives.flatMap(({ foundMs }) => foundMs)) / 1_000),
    calls: sum((life) => life.calls),
  }
}
