import { pronounOf, publishedRules, withChannel, type Platform } from '../../contract/shared/channels.ts'
import type { SpecialDay } from '../../contract/stores/hours.ts'
import type { ClosedReason, OpenStatus } from '../../contract/stores/stores.ts'
import { services } from '../../contract/stores/stores.ts'
import { moduleNames, moduleOfType, type ModuleKey } from '../../contract/stores/module-keys.ts'
import { moduleSections } from '../../contract/stores/module-sections.ts'
import { localParts } from '../../contract/shared/day.ts'
import { runningBreak, type BreakRow } from './hours/breaks.reads.ts'
import { wasOpen } from './hours/kept-schedule.ts'
import { hoursState, openRule, type OpenState } from './hours/open-rule.rules.ts'
import { isServiceOff } from './modules/modules.rules.ts'
import type { Schedule } from './hours/scheduled-spans.rules.ts'
import { presenceBack, whenText } from './hours/when.rules.ts'

export interface StoreToday {
  readonly active: boolean
  readonly timezone: string
  readonly schedule: Pick<Schedule, 'week'> & { readonly special: readonly SpecialDay[] }
  readonly updatedAt: Date
  /** When a person activated or inactivated it; null: nobody did. */
  readonly activeSince: Date | null
  /** Modules that are switched off. */
  readonly off: readonly ModuleKey[]
  /** When modules were switched last; null: never. */
  readonly offSince: Date | null
  /** Running and planned ones. */
  readonly breaks: readonly BreakRow[]
  readonly channels: readonly ChannelToday[]
  /** Whether the own menu has an item that is not paused. */
  readonly hasItems: boolean
}

/** The store at one marketplace. */
export interface ChannelToday {
  readonly platform: Platform
  readonly active: boolean
  readonly lastPolledAt: Date | null
  /** The marketplace's last status of the store; null: never received. */
  readonly status: {
    readonly available: boolean
    readonly said: string | null
    readonly checkedAt: Date | null
    /** Since when `available` is as it is; null: an older process wrote it. */
    readonly since: Date | null
  } | null
}

/** An older status of a marketplace says nothing about now. */
export const statusCountsForMs = 90_000

/** Open now = active, with something to sell and inside hours; a marketplace that closed the store, or sells for a closed one, is listed too. */
export function openStatus(store: StoreToday, now: Date): OpenStatus {
  const nothingSold = servicesOff(store) || hasNothingToSell(store)
  const { open, changesAt } = nothingSold ? { open: false, changesAt: null } : openRule(store, now)
  const reasons = [...ownReasons(store, now)]
  const selling = open ? [] : [...sellingReasons(store, now)]
  const channels = store.active ? [...channelReasons(store, now)] : []
  return {
    open,
    reasons: [...reasons, ...serviceReasons(store), ...selling, ...channels],
    nextChange: changesAt?.toISOString() ?? null,
  }
}

function* ownReasons(store: StoreToday, now: Date): Generator<ClosedReason> {
  const { schedule, timezone } = store
  if (!store.active) {
    yield {
      ...blank('store-inactive'),
      since: (store.activeSince ?? store.updatedAt).toISOString(),
      message: 'ela foi desativada e não recebe pedidos.',
      fix: 'Ative a loja quando quiser voltar a vender.',
    }
  }
  if (servicesOff(store)) {
    yield {
      ...blank('services-off'),
      message: 'entrega, retirada e salão estão desligados.',
      fix: 'Ligue ao menos um deles em Ajustes, Loja.',
    }
  }
  if (hasNothingToSell(store)) {
    yield {
      ...blank('nothing-to-sell'),
      message: 'o cardápio não tem nenhum item à venda.',
      fix: 'Cadastre um prato em Cardápio, ou retome um que está pausado.',
    }
  }
  const pause = runningBreak(store.breaks, null, now)
  if (pause) yield pauseReason('store-paused', pause, now, timezone)
  const hours = hoursState(schedule, now, timezone)
  if (schedule.week.length === 0 && schedule.special.every(({ kind }) => kind !== 'hours')) {
    yield {
      ...blank('no-hours'),
      message: 'não há horário de funcionamento cadastrado.',
      fix: 'Cadastre os horários da loja.',
    }
  } else if (!hours.open) yield hoursReason(schedule, hours, now, timezone)
}

/** Of a store that sells in another way. */
function* serviceReasons(store: StoreToday): Generator<ClosedReason> {
  if (servicesOff(store)) return
  for (const type of services) {
    if (!isServiceOff(store.off, type)) continue
    const key = moduleOfType(type)
    const name = moduleNames[key]
    yield {
      ...blank('service-off'),
      since: store.offSince?.toISOString() ?? null,
      message: type === 'INDOOR' ? 'o salão está desligado.' : `a ${name.toLowerCase()} está desligada.`,
      fix: `Ligue ${name} em Ajustes, ${moduleSections[key]}.`,
    }
  }
}

function hoursReason(
  schedule: StoreToday['schedule'],
  { changesAt }: OpenState,
  now: Date,
  timezone: string,
): ClosedReason {
  const today = localParts(now, timezone).day
  const decided = schedule.special.find(({ day, kind }) => day === today && kind !== 'week')
  const next = changesAt ? ` Abre ${whenText(changesAt, now, timezone)}.` : ''
  const common = { until: changesAt?.toISOString() ?? null }
  if (!decided) return { ...blank('outside-hours'), ...common, message: `está fora do horário.${next}` }
  const message =
    decided.kind === 'closed'
      ? `hoje ela não abre (${decided.name}).${next}`
      : `hoje o horário é outro (${decided.name}).${next}`
  return { ...blank('special-day'), ...common, message }
}

function pauseReason(
  code: 'store-paused' | 'channel-paused',
  { name, start, end, setBy, madeBy }: BreakRow,
  now: Date,
  timezone: string,
): ClosedReason {
  if (madeBy === 'presence')
    return {
      ...blank(code),
      since: start.toISOString(),
      message: `o Balcão a pausou (${name ?? ''}). ${presenceBack}`,
      fix: 'Abra Pedidos com o som ligado.',
    }
  const who = setBy ? `${setBy} a pausou` : 'está pausada'
  return {
    ...blank(code),
    since: start.toISOString(),
    until: end?.toISOString() ?? null,
    message: `${name ? `está em pausa (${name})` : who}${end ? ` e volta ${whenText(end, now, timezone)}.` : ' até alguém reabrir.'}`,
    fix: name ? 'Volte antes em Ajustes, Horários.' : 'Volte ao movimento normal na tela de pedidos.',
  }
}

/** A marketplace that goes on taking orders for a store that is inactive, paused or outside its hours. */
function* sellingReasons(store: StoreToday, now: Date): Generator<ClosedReason> {
  for (const { platform, active, status } of store.channels) {
    if (!active || !status?.available || !isCurrent(status, now)) continue
    if (!status.checkedAt || !sellsAfterHours(store, null, status.checkedAt)) continue
    yield {
      ...blank('channel-selling'),
      since: status.checkedAt?.toISOString() ?? null,
      channel: platform,
      message: `${withChannel('o', platform)} continua vendendo, embora aqui ela não receba pedidos.`,
      fix: `Se não mudar em dois minutos, feche a loja no aplicativo ${withChannel('de', platform)}.`,
    }
  }
}

/** Marketplaces close by the minute: at the end of its hours a store may sell for a moment longer. */
const closesWithinMs = 60_000

/**
 * Whether a store that was seen selling at `seenAt` was meant to be closed by then. One without any hours sells
 * whenever the marketplace says. `channel` null: breaks of every channel only.
 */
export function sellsAfterHours(
  { active, activeSince, off, offSince, breaks, schedule, timezone }: SellingFacts,
  channel: Platform | null,
  seenAt: Date,
): boolean {
  if (!active) return activeSince === null || activeSince <= seenAt
  if (channel !== null && isServiceOff(off, 'DELIVERY')) return offSince === null || offSince <= seenAt
  if (runningBreak(breaks, channel, seenAt)) return true
  if (schedule.week.length === 0) return false
  return (
    !wasOpen(schedule, seenAt, timezone) &&
    !wasOpen(schedule, new Date(seenAt.getTime() - closesWithinMs), timezone)
  )
}

type SellingFacts = Pick<
  StoreToday,
  'active' | 'activeSince' | 'off' | 'offSince' | 'breaks' | 'schedule' | 'timezone'
>

function* channelReasons(store: StoreToday, now: Date): Generator<ClosedReason> {
  for (const channel of store.channels) {
    if (!channel.active) continue
    const ownPause = runningBreak(store.breaks, channel.platform, now)
    const reason =
      ownPause && ownPause.channels.length > 0
        ? channelPauseReason(channel, ownPause, now, store.timezone)
        : channelReason(channel, ownPause !== null || isServiceOff(store.off, 'DELIVERY'), now)
    if (reason) yield { ...reason, channel: channel.platform }
  }
}

function channelReason(
  { platform, lastPolledAt, status }: ChannelToday,
  paused: boolean,
  now: Date,
): ClosedReason | null {
  const name = withChannel('o', platform)
  if (isSilent(platform, lastPolledAt, now))
    return {
      ...blank('channel-silent'),
      since: lastPolledAt?.toISOString() ?? null,
      message: `${name} não responde ao sistema; ${pronounOf(platform)} pode fechar a loja por lá.`,
      fix: 'Confira a internet; o sistema tenta de novo sozinho.',
    }
  if (!status) return null
  if (!isCurrent(status, now))
    return {
      ...blank('channel-unknown'),
      since: status.checkedAt?.toISOString() ?? null,
      message: `a situação da loja ${withChannel('em', platform)} é desconhecida; ${name} não a informa.`,
      fix: `Confira no aplicativo ${withChannel('de', platform)}; o sistema tenta de novo sozinho.`,
    }
  if (status.available || paused) return null
  return {
    ...blank('channel-closed'),
    since: status.since?.toISOString() ?? null,
    message: status.said
      ? `${name} informa: ${status.said}`
      : `${name} informa que a loja está fechada por lá.`,
  }
}

/** Not polled for so long that the marketplace closes the store. Never, where nothing is polled. */
export function isSilent(platform: string, lastPolledAt: Date | null, now: Date): boolean {
  const offlineAfterSeconds = publishedRules(platform)?.offlineAfterSeconds ?? null
  if (offlineAfterSeconds === null) return false
  return !lastPolledAt || now.getTime() - lastPolledAt.getTime() > offlineAfterSeconds * 1_000
}

function channelPauseReason(
  { platform, status }: ChannelToday,
  pause: BreakRow,
  now: Date,
  timezone: string,
): ClosedReason {
  const reason = pauseReason('channel-paused', pause, now, timezone)
  const still =
    status?.available && isCurrent(status, now) ? ' Ainda vende por lá: o fechamento está a caminho.' : ''
  return { ...reason, message: `${withChannel('em', platform)}, ${reason.message}${still}` }
}

const isCurrent = ({ checkedAt }: NonNullable<ChannelToday['status']>, now: Date): boolean =>
  checkedAt !== null && now.getTime() - checkedAt.getTime() <= statusCountsForMs

/** A store that takes no orders of any type. */
const servicesOff = ({ off }: StoreToday): boolean => services.every((type) => isServiceOff(off, type))

/** A marketplace sells from a menu of its own. */
const hasNothingToSell = ({ hasItems, channels }: StoreToday): boolean =>
  !hasItems && channels.every(({ active }) => !active)

const blank = (code: ClosedReason['code']): ClosedReason => ({
  code,
  since: null,
  until: null,
  channel: null,
  message: '',
  fix: null,
})
