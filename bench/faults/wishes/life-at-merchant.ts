import { isDeepStrictEqual } from 'node:util'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Random } from '../../../demo/random.ts'
import type { WeekShift } from '../../../server/marketplaces/merchant.ts'
import type { ItemWish, SeenItem } from '../../../server/stores/wishes/item-wish.rules.ts'
import { openWish, type PauseWish, type SeenPause } from '../../../server/stores/wishes/pause-wish.rules.ts'
import { FaultyMerchant, type Faults } from './faulty-merchant.ts'
import { KeptWish } from './kept-wish.ts'
import { hoursPort, itemsPort, ourPausePort, theirPausePort } from './merchant-ports.ts'
import { VirtualTime } from './virtual-time.ts'
import { WishWorkers } from './wish-workers.ts'

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

/** Six items: their sale, then their prices. */
const itemAbouts = ['on-sale', 'price'].flatMap((kind) => [1, 2, 3, 4, 5, 6].map((item) => `${kind} ${item}`))

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
  merchant.items = new Map(itemAbouts.map((about) => [about, about.startsWith('price') ? 1_000 : true]))
  const workers = {
    pause: new WishWorkers(time, random, ourPausePort(merchant, time)),
    there: new WishWorkers(time, random, theirPausePort(merchant, time)),
    hours: new WishWorkers(time, random, hoursPort(merchant, time)),
    items: new WishWorkers(time, random, itemsPort(merchant)),
  }
  const kinds: Kinds = {
    pause: new KeptWish('pause', workers.pause, openWish),
    there: new KeptWish('pause-there', workers.there, null),
    hours: new KeptWish('hours', workers.hours, weeks[0] ?? []),
    items: itemAbouts.map((about) => new KeptWish(about, workers.items, merchant.items.get(about) ?? null)),
  }
  const all = [kinds.pause, kinds.there, kinds.hours, ...kinds.items]
  merchant.changed = () => {
    for (const kind of all) kind.look()
  }
  workers.pause.begin(true)
  workers.there.begin(false)
  workers.hours.begin(true)
  workers.items.begin(false)
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
  readonly pause: KeptWish<PauseWish, readonly SeenPause[]>
  readonly there: KeptWish<PauseWish, readonly SeenPause[]>
  readonly hours: KeptWish<readonly WeekShift[], readonly WeekShift[]>
  readonly items: readonly KeptWish<ItemWish, SeenItem>[]
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
function actHere({ pause, there, hours, items }: Kinds, random: Random, time: VirtualTime): number {
  if (random.chance(0.5)) return wishItem(items, random)
  const what = random.next()
  if (what < 0.55) return pause.wishHere(pauseFrom(random, time))
  if (what < 0.8) return hours.wishHere(random.pick([[], ...weeks]))
  if (what < 0.9) return there.wishNow(openWish)
  return pause.wishAgain()
}

/** A state or a price, or what was undone there once more; now and then many prices at once. */
function wishItem(items: Kinds['items'], random: Random): number {
  if (random.chance(0.1))
    return items.slice(items.length / 2).reduce((made, item) => made + item.wishNow(priceFrom(random)), 0)
  const at = random.int(items.length)
  if (random.chance(0.2)) return items[at]?.wishAgain() ?? 0
  return items[at]?.wishNow(valueFor(itemAbouts[at] ?? '', random)) ?? 0
}

function actOnItem(merchant: FaultyMerchant, items: Kinds['items'], random: Random): number {
  const at = random.int(items.length)
  const about = itemAbouts[at] ?? ''
  const value = valueFor(about, random)
  if (merchant.items.get(about) === value) return 0
  return (
    items[at]?.actOutside(() => {
      merchant.setItem(about, value)
    }) ?? 0
  )
}

const valueFor = (about: string, random: Random): ItemWish =>
  about.startsWith('price') ? priceFrom(random) : random.chance(0.5)

const priceFrom = (random: Random): number => random.pick([1_000, 1_290, 1_590, 5_990])

/** Returns the changes that it made. */
function actOutside(
  merchant: FaultyMerchant,
  { pause, there, hours, items }: Kinds,
  random: Random,
  time: VirtualTime,
) {
  if (random.chance(0.5)) return actOnItem(merchant, items, random)
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
