import type { ChannelCause, ChannelNow, ChannelRepair, Remedy } from '../../../contract/stores/channels.ts'
import { channelRepairs } from '../../../contract/stores/channels.ts'
import { pronounOf, publishedRules, withChannel, type Platform } from '../../../contract/shared/channels.ts'
import type { MerchantStatus } from '../../marketplaces/merchant.ts'
import { runningBreak, type BreakRow } from '../hours/breaks.reads.ts'
import { keptHours, keptWeek } from '../hours/kept-schedule.ts'
import type { OpenState } from '../hours/open-rule.rules.ts'
import { presenceBack, whenText } from '../hours/when.rules.ts'
import { ourPauseWords } from '../hours/our-pause.ts'
import { isServiceOff } from '../modules/modules.rules.ts'
import { isSilent, sellsAfterHours, statusCountsForMs, type StoreToday } from '../open-status.rules.ts'
import { wishSentences } from '../wishes/wish-words.rules.ts'
import type { ChannelFacts } from './channel-facts.reads.ts'
import { sameWeek } from './channel-week.rules.ts'

type Facts = Pick<
  StoreToday,
  'active' | 'activeSince' | 'off' | 'offSince' | 'timezone' | 'schedule' | 'breaks'
>

/** With its hours of now, which every channel asks for. */
type Today = Facts & { readonly hours: OpenState }

/** A repair that has shown no effect for this long is no longer on its way. */
const repairLastsMs = 60_000

/** The store's own channel and its marketplaces; what sells wrongly first. */
export function channelsNow(
  store: Facts,
  who: Who,
  marketplaces: readonly ChannelFacts[],
  now: Date,
): readonly ChannelNow[] {
  const hours = keptHours(store.schedule, now, store.timezone)
  const today = { ...store, hours }
  const own = ownChannel(today, who, now)
  const others = marketplaces.map((facts) => marketplaceNow(today, who, facts, now))
  return [own, ...others].toSorted((a, b) => Number(b.sellsWrongly) - Number(a.sellsWrongly))
}

function ownChannel(store: Today, who: Who, now: Date): ChannelNow {
  const causes = [...ourCauses(store, who, 'balcao', now)]
  const open = causes.length === 0
  return {
    platform: 'balcao',
    state: open ? 'open' : 'closed',
    wanted: open,
    sellsWrongly: false,
    since: causes[0]?.since ?? null,
    checkedAt: now.toISOString(),
    repairing: null,
    causes,
  }
}

function marketplaceNow(store: Today, who: Who, facts: ChannelFacts, now: Date): ChannelNow {
  const { platform, health } = facts
  if (!facts.connected)
    return {
      ...bare(facts, now),
      state: 'unknown',
      causes: [
        cause('disconnected', `A loja não está ligada ${withChannel('a', platform)}.`, {
          remedy: { do: 'see-integrations' },
        }),
      ],
    }
  const ours = ourCauses(store, who, platform, now)
  const wishes = [...wishSentences(facts.wishes, { platform, timezone: store.timezone, now })]
  const common = { ...bare(facts, now), wanted: ours.length === 0, wishes }
  // Nothing is wished of it either.
  if (!publishedRules(platform)?.storefront)
    return { ...common, state: 'unknown', causes: [saysNothing(platform), ...ours] }
  if (!health || now.getTime() - Date.parse(health.checkedAt) > statusCountsForMs)
    return {
      ...common,
      state: 'unknown',
      causes: [noNews(platform, health?.checkedAt ?? null), ...ours, ...standing(store, facts, now)],
    }
  const sellsWrongly =
    ours.length > 0 && health.available && sellsAfterHours(store, platform, new Date(health.checkedAt))
  const causes = health.available
    ? [...(sellsWrongly ? [selling(facts, ours)] : []), ...ours, ...warnings(facts)]
    : ours.length > 0
      ? ours
      : theirCauses(facts, now, store.timezone)
  const silent = noOrders(facts, now)
  return {
    ...common,
    sellsWrongly,
    state: !health.available ? 'closed' : silent.length > 0 ? 'unknown' : 'open',
    since: health.since,
    causes: [...silent, ...causes, ...standing(store, facts, now)],
  }
}

const bare = ({ platform, health, repair }: ChannelFacts, now: Date) => ({
  platform,
  wanted: false,
  sellsWrongly: false,
  since: null,
  checkedAt: health?.checkedAt ?? null,
  repairing: repairOf(repair, now),
})

function repairOf(repair: ChannelFacts['repair'], now: Date): ChannelRepair | null {
  if (!repair || now.getTime() - Date.parse(repair.at) > repairLastsMs) return null
  return channelRepairs.find((one) => one === repair.what) ?? null
}

/** Who switched the store last; null: nobody did. */
interface Who {
  readonly since: Date | null
  readonly by: string | null
}

/** Why the store itself does not want to sell here. Empty: it does. */
function ourCauses(
  { active, off, offSince, breaks, schedule, hours, timezone }: Today,
  { since, by }: Who,
  platform: Platform,
  now: Date,
): readonly ChannelCause[] {
  if (!active)
    return [
      cause('inactive', by ? `${by} desativou a loja.` : 'A loja está desativada.', {
        since: since?.toISOString() ?? null,
        who: by,
        remedy: { do: 'activate' },
      }),
    ]
  // A marketplace knows no merchant that only hands over the counter.
  if (platform !== 'balcao' && isServiceOff(off, 'DELIVERY')) return [deliveryOff(offSince)]
  const pause = runningBreak(breaks, platform, now)
  if (pause) return [breakCause(pause, now, timezone)]
  if (hours.open) return []
  const none = schedule.week.length === 0 && schedule.special.every(({ kind }) => kind !== 'hours')
  if (none) return [cause('no-hours', 'Não há horário cadastrado.', { remedy: { do: 'see-hours' } })]
  const next = hours.changesAt ? ` Abre ${whenText(hours.changesAt, now, timezone)}.` : ''
  return [
    cause('outside-hours', `Fora do horário.${next}`, { until: hours.changesAt?.toISOString() ?? null }),
  ]
}

const deliveryOff = (since: Date | null): ChannelCause =>
  cause('delivery-off', 'A entrega está desligada na loja.', {
    since: since?.toISOString() ?? null,
    remedy: { do: 'see-modules' },
  })

function breakCause(
  { id, name, start, end, setBy, madeBy }: BreakRow,
  now: Date,
  timezone: string,
): ChannelCause {
  const what =
    madeBy === 'presence'
      ? `O Balcão pausou: ${name ?? ''}.`
      : name
        ? `Em pausa: ${name}.`
        : setBy
          ? `${setBy} pausou a loja.`
          : 'A loja está pausada.'
  const back = end
    ? ` Volta ${whenText(end, now, timezone)}.`
    : madeBy === 'presence'
      ? ` ${presenceBack}`
      : ' Até alguém reabrir.'
  return cause('break', `${what}${back}`, {
    since: start.toISOString(),
    until: end?.toISOString() ?? null,
    who: madeBy === 'presence' ? 'Balcão' : setBy,
    remedy: { do: 'end-break', breakId: id },
  })
}

function selling({ platform, health }: ChannelFacts, [why]: readonly ChannelCause[]): ChannelCause {
  const reason = why ? (closedWords[why.code] ?? 'fechada') : 'fechada'
  return cause(
    'selling',
    `${withChannel('O', platform)} está vendendo e não devia: aqui a loja está ${reason}.`,
    {
      since: health?.since ?? null,
      remedy: { do: 'close' },
    },
  )
}

const closedWords: Partial<Readonly<Record<ChannelCause['code'], string>>> = {
  inactive: 'desativada',
  'delivery-off': 'sem entrega',
  break: 'em pausa',
}

/** Why the marketplace does not sell though the store wants to. */
function theirCauses(
  { platform, health, wishes }: ChannelFacts,
  now: Date,
  timezone: string,
): readonly ChannelCause[] {
  if (!health) return []
  const ourPause = wishes.some(({ pause }) => pause?.seen?.value.some(({ end }) => end > now.getTime()))
  const { failed, pauses, reopenable, since } = health
  const pausing = pauses.map(({ words, end }): ChannelCause => {
    const until = ` Termina ${whenText(new Date(end), now, timezone)}.`
    // An earlier one of ours: nothing here wants it any more.
    const left = words === ourPauseWords
    return cause(
      left ? 'pause-left' : 'paused-there',
      left
        ? `Uma pausa antiga do Balcão ficou ${withChannel('em', platform)}.${until}`
        : `Pausada no aplicativo ${withChannel('de', platform)}${words ? `: ${words}` : ''}.${until}`,
      {
        since: left && ourPause ? null : since,
        until: end,
        who: left ? 'Balcão' : `aplicativo ${withChannel('de', platform)}`,
        remedy: reopenable ? { do: 'reopen' } : null,
      },
    )
  })
  const others = failed.flatMap(({ check, said }) => {
    const found = checkCause(check, said, platform)
    return found === null || (check === 'pause' && pausing.length > 0) ? [] : [{ ...found, since }]
  })
  const causes = [...pausing, ...others]
  if (causes.length > 0) return causes
  const said = health.said ? `: ${health.said.replace(/\.$/, '')}` : ''
  return [
    cause('closed-there', `${withChannel('O', platform)} fechou a loja por lá${said}.`, {
      since,
      remedy: { do: reopenable ? 'reopen' : 'check' },
    }),
  ]
}

/** It sells, though less than it could. */
const warnings = ({ platform, health }: ChannelFacts): readonly ChannelCause[] =>
  (health?.failed ?? []).flatMap(({ check, said }) =>
    check === 'radius' ? (checkCause(check, said, platform) ?? []) : [],
  )

type Check = MerchantStatus['failed'][number]['check']

function checkCause(check: Check, said: string | null, platform: Platform): ChannelCause | null {
  const [O, de, em] = [withChannel('O', platform), withChannel('de', platform), withChannel('em', platform)]
  const words = said ? ` ${sentence(said)}` : ''
  switch (check) {
    case 'connection':
      return cause('not-reached', `${O} não percebe o sistema conectado. O Balcão tenta de novo sozinho.`, {
        remedy: { do: 'check' },
      })
    case 'hours':
      return cause('closed-by-hours-there', `${O} tem outro horário e fechou a loja.`, {
        remedy: { do: 'write-hours' },
      })
    case 'pause':
      return cause('paused-there', `Há uma pausa ${em}.`, { remedy: { do: 'reopen' } })
    case 'radius':
      return cause('radius', `${O} reduziu a área de entrega. Volta sozinha.${words}`)
    case 'payout':
      return cause(
        'blocked',
        `${O} bloqueou a loja por causa dos repasses. Fale com o suporte ${de}.${words}`,
      )
    case 'logistics':
      return cause('blocked', `${O} está sem entregadores para a loja. Volta sozinho.${words}`)
    case 'terms':
      return cause('blocked', `${O} bloqueou a loja por causa dos termos. Fale com o suporte ${de}.${words}`)
    case 'availability':
      return cause('blocked', `${O} deixou a loja indisponível. Fale com o suporte ${de}.${words}`)
  }
}

/** What is wrong whether or not it closes the store now. */
function standing({ schedule, timezone }: Facts, facts: ChannelFacts, now: Date): readonly ChannelCause[] {
  const { platform, wishes } = facts
  const week = keptWeek(schedule, now, timezone)
  const differs =
    week.length > 0 && wishes.some(({ hours }) => hours?.seen && !sameWeek(hours.seen.value, week))
  const refusal = refusalOf(wishes.map(({ hours }) => hours))
  const pauseRefusal = refusalOf(wishes.map(({ pause }) => pause))
  return [
    ...(differs
      ? [
          cause('hours-differ', `${withChannel('O', platform)} tem outro horário.`, {
            remedy: { do: 'write-hours' },
          }),
        ]
      : []),
    ...(refusal && differs ? [cause('refused', refusal)] : []),
    ...(pauseRefusal ? [cause('refused', pauseRefusal, { remedy: { do: 'check' } })] : []),
  ]
}

const refusalOf = (wishes: readonly ({ readonly refusal: string | null } | undefined)[]): string | null =>
  wishes.find((wish) => wish?.refusal)?.refusal ?? null

const saysNothing = (platform: Platform): ChannelCause =>
  cause(
    'no-news',
    `${withChannel('O', platform)} não informa se a loja está aberta. O Balcão avisa quando ela para e volta a vender; confira pelo aplicativo de lá.`,
  )

/** Its status is known, and its orders are not. */
const noOrders = ({ platform, lastPolledAt }: ChannelFacts, now: Date): readonly ChannelCause[] => {
  if (!isSilent(platform, lastPolledAt, now)) return []
  const words = `${withChannel('O', platform)} não responde quando o Balcão pede os pedidos novos, e pode fechar a loja por lá. O Balcão tenta de novo sozinho.`
  const its = { since: lastPolledAt?.toISOString() ?? null, remedy: { do: 'check' } } as const
  return [cause('not-reached', words, its)]
}

const noNews = (platform: Platform, checkedAt: string | null): ChannelCause =>
  cause(
    'no-news',
    checkedAt
      ? `Sem notícia ${withChannel('de', platform)}: ${pronounOf(platform)} não informa a situação da loja.`
      : `${withChannel('O', platform)} ainda não informou a situação da loja.`,
    { since: checkedAt, remedy: { do: 'check' } },
  )

const cause = (
  code: ChannelCause['code'],
  message: string,
  its: {
    readonly since?: string | null
    readonly until?: string | null
    readonly who?: string | null
    readonly remedy?: Remedy | null
  } = {},
): ChannelCause => ({ code, message, since: null, until: null, who: null, remedy: null, ...its })

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
