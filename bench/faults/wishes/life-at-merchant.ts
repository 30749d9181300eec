import { isDeepStrictEqual } from 'node:util'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Random } from '../../../demo/random.ts'
import type { WeekShift } from '../../../server/marketplaces/merchant.ts'
import { openWish, type PauseWish } from '../../../server/stores/wishes/pause-wish.rules.ts'
import { FaultyMerchant, type Faults } from './faulty-merchant.ts'
import { KeptWish } from './kept-wish.ts'
import { hoursPort, ourPausePort, theirPausePort } from './merchant-ports.ts'
import { VirtualTime } from './virtual-time.ts'

export interface Lived {
  readonly wishes: number
  readonly outside: number
  readonly wrong: readonly string[]
  readonly broken: readonly string[]
  readonly convergedMs: readonly number[]
  readonly foundMs: readonly number[]
  readonly calls: number
}

/** After the last act everything settles: what arrives late, and two readings back. */
const settlesMs = 15 * minuteMs

const weeks: readonly (readonly WeekShift[])[] = [
  [{ weekday: 'MONDAY', start: '18:00', minutes: 300 }],
  [{ weekday: 'MONDAY', start: '11:00', minutes: 240 }],
  [{ weekday: 'FRIDAY', start: '18:00', minutes: 480 }],
  [],
]

/** People here and at the marketplace change their minds; two workers make it so over a faulty line. */
export async function liveAtMerchant({
  random,
  faults,
  wishes,
}: {
  readonly random: Random
  readonly faults: Faults
  readonly wishes: number
}): Promise<Lived> {
  const time = new VirtualTime()
  const merchant = new FaultyMerchant(time, random, faults)
  const kinds = {
    pause: new KeptWish('pause', time, random, ourPausePort(merchant, time), openWish as PauseWish),
    there: new KeptWish(
      'pause-there',
      time,
      random,
      theirPausePort(merchant, time),
      null as PauseWish | null,
    ),
    hours: new KeptWish('hours', time, random, hoursPort(merchant, time), weeks[0] ?? []),
  }
  const all = Object.values(kinds)
  merchant.changed = () => {
    for (const kind of all) kind.look()
  }
  for (const kind of all) kind.begin()
  await time.passUntil(5 * minuteMs)
  let made = 0
  let outside = 0
  while (made < wishes) {
    await time.passUntil(time.at + gapOf(random))
    if (random.chance(0.3)) outside += actOutside(merchant, kinds, random, time)
    else made += actHere(kinds, random, time)
  }
  await time.passUntil(time.at + settlesMs)
  for (const kind of all) kind.end()
  return {
    wishes: made,
    outside,
    wrong: all.flatMap((kind) => kind.wrong),
    broken: merchant.broken,
    convergedMs: all.flatMap((kind) => kind.convergedMs),
    foundMs: all.flatMap((kind) => kind.foundMs),
    calls: merchant.calls,
  }
}

interface Kinds {
  readonly pause: KeptWish<PauseWish, readonly { readonly id: string; readonly end: number }[]>
  readonly there: KeptWish<PauseWish | null, readonly { readonly id: string; readonly end: number }[]>
  readonly hours: KeptWish<readonly WeekShift[], readonly WeekShift[]>
}

/** Often within seconds, sometimes after a quarter of an hour. */
const gapOf = (random: Random): number => {
  const within = random.weighted<readonly [number, number]>(
    [
      [[1, 20], 4],
      [[20, 180], 4],
      [[180, 900], 2],
    ],
    [1, 20],
  )
  return random.between(...within) * secondMs
}

const pauseFrom = (random: Random, time: VirtualTime): PauseWish =>
  random.pick([
    openWish,
    openWish,
    { closed: true, until: null },
    { closed: true, until: Math.round(time.at + random.between(10, 180) * minuteMs) },
  ])

/** Returns the wishes that it made. */
function actHere({ pause, there, hours }: Kinds, random: Random, time: VirtualTime): number {
  const what = random.next()
  if (what < 0.55) return pause.wishHere(pauseFrom(random, time))
  if (what < 0.8) return hours.wishHere(random.pick([[], ...weeks]))
  if (what < 0.9) return there.wishAgain(openWish)
  return pause.wishAgain()
}

/** Returns the changes that it made. */
function actOutside(
  merchant: FaultyMerchant,
  { pause, there, hours }: Kinds,
  random: Random,
  time: VirtualTime,
) {
  const what = random.next()
  const running = merchant.pauses.filter(({ end }) => end > time.at)
  const [ours, theirs] = [running.filter((one) => one.ours), running.filter((one) => !one.ours)]
  if (what < 0.3)
    return there.actOutside(() => {
      merchant.pausedOutside(Math.round(time.at + random.between(20, 240) * minuteMs))
    })
  if (what < 0.5 && theirs.length > 0)
    return there.actOutside(() => {
      merchant.set({ pauses: ours })
    })
  if (what < 0.7 && ours.length > 0)
    return pause.actOutside(() => {
      merchant.set({ pauses: theirs })
    })
  const week = random.pick([[], ...weeks])
  if (isDeepStrictEqual(week, merchant.week)) return 0
  return hours.actOutside(() => {
    merchant.set({ week })
  })
}
