import { channelName, pronounOf, withChannel } from '../../../contract/shared/channels.ts'
import type { WishView } from '../../../contract/stores/channels.ts'
import type { MerchantWishes } from './wishes.reads.ts'
import { isPausedNow, type PauseWish, type SeenPause } from './pause-wish.rules.ts'
import { capital, clock, isNotKept, notKept, silentSince, when, type Telling } from './wish-telling.rules.ts'
import type { Wish } from './wish.rules.ts'

type PauseRow = Wish<PauseWish, readonly SeenPause[]>
type Told = Omit<WishView, 'about'>

/** One sentence about each thing that is wished; of several merchants that which needs a person most. */
export function wishSentences(merchants: readonly MerchantWishes[], telling: Telling): readonly WishView[] {
  const selling = merchants.flatMap((one) => sellingWords(one, telling) ?? [])
  const hours = merchants.flatMap(({ hours: wish }) => (wish ? hoursWords(wish, telling) : []))
  return [
    ...worst(selling).map((told) => ({ about: 'selling' as const, ...told })),
    ...worst(hours).map((told) => ({ about: 'hours' as const, ...told })),
  ]
}

/** The marketplace has not answered for a minute; null: it has. */
export function silenceText(wish: Wish<unknown, unknown>, closed: boolean, telling: Telling): string | null {
  const { platform, now } = telling
  const failingSince = silentSince(wish, now)
  if (failingSince === null) return null
  return (
    `${withChannel('O', platform)} não responde desde ${clock(failingSince, telling)}: ` +
    `a loja pode estar ${closed ? 'aberta' : 'fechada'} por lá. Tentando.`
  )
}

/** A pause of ours that a person ended at the marketplace, or a pause that a person made there. */
export const outsideText = (closed: boolean, since: number, telling: Telling): string =>
  `${capital(stateWord(closed, telling.platform))} ${withChannel('em', telling.platform)} ${when(since, telling)}, por fora.`

const order = ['refused', 'silent', 'trying', 'outside', 'proved'] as const

const worst = (told: readonly Told[]): readonly Told[] =>
  told.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, 1)

/** What a person did there says more than our own pause, which is as it should be. */
function sellingWords(merchant: MerchantWishes, telling: Telling): Told | null {
  const { pause, 'pause-there': there } = merchant
  const now = telling.now.getTime()
  const theirs = there && (there.provedAt === null || isPausedNow(there.wished, now)) ? there : null
  const told = pause ? pauseWords(pause, telling) : null
  if (!theirs) return told
  const isTried = theirs.provedAt === null && told?.state === 'trying'
  return !told || told.state === 'proved' || isTried ? pauseWords(theirs, telling) : told
}

function pauseWords(wish: PauseRow, telling: Telling): Told {
  const { platform, now } = telling
  const wished = isPausedNow(wish.wished, now.getTime())
  if (wish.refusal !== null) return { state: 'refused', message: wish.refusal }
  const silence = silenceText(wish, wished, telling)
  if (silence) return { state: 'silent', message: silence }
  if (wish.origin === 'outside' && (wished || wish.version > 1))
    return { state: 'outside', message: outsideText(wished, wish.since, telling) }
  if (wish.provedAt !== null)
    return {
      state: 'proved',
      message: `${capital(stateWord(wished, platform))} como você quer: provado ${when(wish.provedAt, telling, true)}.`,
    }
  const seen = wish.seen && wish.seen.value.some(({ end }) => end > now.getTime())
  const wants = `você quer ${stateWord(wished, platform)}${untilText(wish.wished, telling)} desde ${clock(wish.since, telling)}`
  if (isNotKept(wish)) return { state: 'trying', message: notKept('a mudança', telling) }
  return {
    state: 'trying',
    message:
      wish.seen === null || seen === null || seen === wished
        ? `${channelName(platform)}: ${wants}; tentando.`
        : `${channelName(platform)}: ${stateWord(seen, platform)} desde ${clock(wish.seen.since, telling)}, ${wants}; tentando.`,
  }
}

function hoursWords(wish: Wish<unknown, unknown>, telling: Telling): Told {
  const { platform } = telling
  if (wish.refusal !== null) return { state: 'refused', message: wish.refusal }
  const { provedAt, since, seen } = wish
  const silent = silentSince(wish, telling.now)
  if (silent !== null)
    return {
      state: 'silent',
      message: `${withChannel('O', platform)} não responde desde ${clock(silent, telling)}: o horário por lá pode ser outro. Tentando.`,
    }
  if (wish.origin === 'outside')
    return {
      state: 'outside',
      message:
        wish.version > 1
          ? `Horário mudado ${withChannel('em', platform)} ${when(since, telling)}, por fora.`
          : `Vale o horário ${withChannel('de', platform)}, como estava ${when(since, telling)}.`,
    }
  if (provedAt !== null)
    return { state: 'proved', message: `Horário gravado: provado ${when(provedAt, telling, true)}.` }
  if (isNotKept(wish)) return { state: 'trying', message: notKept('o horário', telling) }
  const there = seen ? `outro horário desde ${clock(seen.since, telling)}, ` : ''
  return {
    state: 'trying',
    message: `${channelName(platform)}: ${there}você quer o da loja desde ${clock(since, telling)}; tentando.`,
  }
}

function stateWord(closed: boolean, platform: string): string {
  const ending = pronounOf(platform) === 'ela' ? 'a' : 'o'
  return `${closed ? 'fechad' : 'abert'}${ending}`
}

const untilText = (wished: PauseWish, telling: Telling): string =>
  wished.closed && wished.until !== null ? ` até ${clock(wished.until, telling)}` : ''
