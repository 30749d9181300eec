import { killChannelWriter } from './channel-writer.ts'
import { playChannels } from './channels/play-channels.ts'
import { hurtHouse } from './house.ts'
import { playLineDown } from './line-down.ts'
import { playMessages } from './messages.ts'
import { playMoves } from './move/play-moves.ts'
import { play, type Fault, type Played } from './play.ts'
import { fillDisk, whyNoMount } from './small-disk.ts'
import { playSequences } from './sequences/play-sequences.ts'
import { playDinners, playUsual } from './presence/play-presence.ts'
import { playWishes } from './wishes/play-wishes.ts'

/**
 * `npm run faults`: plays the faults that a product meets, under load, and prints what was lost. About 10 minutes.
 * `--only=wishes` plays wishes over faulty marketplaces in simulated time (`--wishes=100000`), half a minute.
 * `--only=sequences` plays events of each channel in random sequences (`--sequences=100000`), some seconds.
 * `--only=presence` plays Friday dinners in which boards, sound, paper and net break (`--evenings=4 --hours=1000`), a minute.
 * `--only=channels` sends poison, takes each partner away for an hour and kills the server at each point of an order, of
 * every channel (`--orders=2500` at each), about 10 minutes.
 * `--only=move` moves a chain between two cells under orders, the mover killed at each step (`--moves=20`), about 5 minutes.
 * `--only=house` hurts each part of the demo of `npm start`, about 6 minutes. `--only=messages` plays those of the WhatsApp messages instead (`--messages=20000 --kills=30`); as long again or longer.
 */
const faults: readonly Fault[] = [
  { name: 'server kill -9', times: 30, everyMs: 7_000, strike: (product) => product.killServer() },
  { name: 'database kill -9', times: 10, everyMs: 7_000, strike: (product) => product.killDatabase() },
  { name: 'backend kill -9', times: 10, everyMs: 4_000, strike: (product) => product.killBackend() },
  { name: 'database frozen 10 s', times: 1, everyMs: 0, strike: (product) => product.freezeDatabase(10_000) },
  { name: 'database frozen 60 s', times: 1, everyMs: 0, strike: (product) => product.freezeDatabase(60_000) },
  {
    name: 'connections half-open',
    times: 3,
    everyMs: 10_000,
    strike: (product) => product.silenceConnections(),
  },
]
const diskFull: Fault = {
  name: 'disk full 10 s',
  times: 2,
  everyMs: 15_000,
  strike: ({ folder }) => fillDisk(folder),
}

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)

if (option('only') === 'messages') await messageFaults()
else if (option('only') === 'house') await houseFaults()
else if (option('only') === 'wishes') await wishFaults()
else if (option('only') === 'sequences') sequenceFaults()
else if (option('only') === 'presence') await presenceFaults()
else if (option('only') === 'channels') await channelFaults()
else if (option('only') === 'move') await moveFaults()
else await partFaults()

async function partFaults(): Promise<void> {
  report('killed, frozen, half-open', await play(faults))
  const obstacle = whyNoMount()
  if (obstacle === null) report('full', await play([diskFull], { diskMb: 600 }))
  else console.log(`disk full: skipped (${obstacle})`)
  await playChannelWriter()
  sequenceFaults()
  await wishFaults()
  await presenceFaults()
  await houseFaults()
  console.log('clock ahead: server/worker/in-turns.db.test.ts')
}

async function messageFaults(): Promise<void> {
  const messages = Number(option('messages') ?? 20_000)
  const kills = Number(option('kills') ?? 30)
  const talksEach = Math.min(150, Math.ceil(messages / 20))
  const played = await playMessages({ messages, kills, talksEach })
  console.table([{ ...played, gaveUp: played.gaveUp.join() }])
  const down = await playLineDown(Math.min(3_000, messages), talksEach)
  console.table([down])
  const { lost, doubled, doubledAtGraph, outOfOrder, waiting, deaths, gaveUp } = played
  const wrong = lost + doubled + doubledAtGraph + outOfOrder + waiting + deaths + gaveUp.length
  if (wrong + down.expiredSent + down.lost + down.doubled + down.outOfOrder > 0) process.exitCode = 1
}

/** However its events arrive, an order is what they say. */
function sequenceFaults(): void {
  const played = playSequences(Number(option('sequences') ?? 100_000), 20_261_126)
  console.log('\nevents in random sequences')
  console.table(played)
  if (played.some(({ wrong }) => wrong > 0)) process.exitCode = 1
}

/** What one partner does, and a death of ours, costs no order of any. */
async function channelFaults(): Promise<void> {
  const { poison, down, killed } = await playChannels(Number(option('orders') ?? 2_500), (ended) =>
    console.log(ended),
  )
  console.log('\norders of which one in a hundred cannot be read')
  console.table(poison)
  console.log('\na partner away for an hour; milliseconds until the others’ orders are here')
  console.table(down)
  console.log('\nserver kill -9 between an event and its answer')
  console.table(killed)
  const isBad =
    poison.some(({ harmed, unseen, unacknowledged }) => harmed + unseen + unacknowledged > 0) ||
    down.some(
      ({ lost, doubled, othersBefore, othersP99 }) => lost + doubled > 0 || othersP99 > othersBefore + 2_000,
    ) ||
    killed.some(({ lost, doubled }) => lost + doubled > 0)
  if (isBad) process.exitCode = 1
}

/** A chain changes its cell, and no order, number or screen notices. */
async function moveFaults(): Promise<void> {
  const { moves, verdict, resyncs, refusals, tools } = await playMoves(
    Number(option('moves') ?? 20),
    (line) => console.log(line),
  )
  console.log('\na chain moves between two cells under orders')
  console.table(moves)
  const { wrong, ...counts } = verdict
  console.table([{ ...counts, resyncs, tools, wrong: wrong.join() }])
  console.table(Object.fromEntries(refusals))
  const { lost, doubled, gaps, heardTwice } = verdict
  if (lost + doubled + gaps + heardTwice + tools + wrong.length > 0) process.exitCode = 1
}

/** An order is seen, or its marketplace is closed. */
async function presenceFaults(): Promise<void> {
  const seed = 20_261_127
  console.log('\nFriday dinners with 40 breaks: seconds until closed and open, orders that expired')
  const dinners = await playDinners(Number(option('evenings') ?? 4), seed)
  console.table(dinners)
  const usual = await playUsual(Number(option('hours') ?? 1_000), seed)
  console.table([usual])
  const isBad = dinners.some(
    ({ closedWithin, openWithin, expired }) => closedWithin > 180 || openWithin > 60 || expired > 0,
  )
  if (isBad || usual.falsePer1000Hours > 1) process.exitCode = 1
}

/** What was wished last is what each marketplace shows, within the limits that it publishes. */
async function wishFaults(): Promise<void> {
  const played = await playWishes(Number(option('wishes') ?? 100_000), 20_261_126)
  console.log('\nwishes over faulty marketplaces, in simulated seconds')
  console.table(
    played.map(({ wrong, broken, ...row }) => ({ ...row, wrong: wrong.length, broken: broken.length })),
  )
  for (const { wrong, broken } of played)
    for (const one of [...wrong, ...broken].slice(0, 5)) console.log(one)
  const isBad = played.some(
    ({ wrong, broken, p99, foundWithin }) =>
      wrong.length + broken.length > 0 || p99 > 60 || foundWithin > 300,
  )
  if (isBad) process.exitCode = 1
}

/** Parts that nobody needs never close the house. */
async function houseFaults(): Promise<void> {
  const hurts = await hurtHouse()
  console.log('\nnpm start, whose parts are hurt')
  console.table(hurts)
  if (hurts.some(({ houseStayed }) => !houseStayed)) process.exitCode = 1
}

/** The process dies between what it wrote at the marketplace and the row that says so. */
async function playChannelWriter(): Promise<void> {
  const steps = await killChannelWriter()
  console.log('\nchannel writer kill -9')
  console.table(steps)
  if (steps.some(({ isTrue }) => !isTrue)) process.exitCode = 1
}

function report(
  title: string,
  { faults: results, verdict, deaths, gaveUp, resyncs, refusals }: Played,
): void {
  console.log(`\n${title}`)
  console.table(
    results.map(({ name, times, recoveryMs, neverRecovered }) => {
      const sorted = recoveryMs.toSorted((a, b) => a - b)
      return {
        fault: name,
        times,
        'recovery p50 ms': Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN),
        'max ms': Math.round(sorted.at(-1) ?? Number.NaN),
        never: neverRecovered,
      }
    }),
  )
  const { wrong, ...counts } = verdict
  console.table([{ ...counts, resyncs, deaths, gaveUp: gaveUp.join(), wrong: wrong.join() }])
  console.table(Object.fromEntries(refusals))
  const { lost, doubled, gaps, heardTwice } = verdict
  if (lost + doubled + gaps + heardTwice + deaths + wrong.length + gaveUp.length > 0) process.exitCode = 1
}
