import { offlineAfterSeconds, pronounOf, withChannel, type Platform } from '../../contract/shared/channels.ts'
import type { ClosedReason, OpeningInterval, OpenStatus } from '../../contract/stores/stores.ts'
import { hoursState } from './opening-hours.rules.ts'

export interface StoreToday {
  readonly active: boolean
  readonly timezone: string
  readonly openingHours: readonly OpeningInterval[]
  readonly updatedAt: Date
  /** The store's pace is paused (server/orders/rules/set-capacity.ts); null: it is not, or the pause is over. */
  readonly pause: { readonly since: Date; readonly until: Date | null; readonly by: string | null } | null
  readonly channels: readonly ChannelToday[]
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
  } | null
}

/** An older status of a marketplace says nothing about now. */
export const statusCountsForMs = 90_000

/** Open now = active and inside hours; a marketplace that closed the store, or sells for a closed one, is listed too. */
export function openStatus(store: StoreToday, now: Date): OpenStatus {
  const hours = hoursState(store.openingHours, now, store.timezone)
  const reasons = [...ownReasons(store, hours, now)]
  const open = reasons.length === 0
  const selling = store.active && !isPaused(store, now) ? [] : [...sellingReasons(store, now)]
  const channels = store.active ? [...channelReasons(store, now)] : []
  return { open, reasons: [...reasons, ...selling, ...channels] }
}

function* ownReasons(
  store: StoreToday,
  hours: ReturnType<typeof hoursState>,
  now: Date,
): Generator<ClosedReason> {
  if (!store.active) {
    yield {
      ...blank('store-inactive'),
      since: store.updatedAt.toISOString(),
      message: 'ela foi desativada e não recebe pedidos.',
      fix: 'Ative a loja quando quiser voltar a vender.',
    }
  }
  if (isPaused(store, now)) {
    const { since, until, by } = store.pause
    yield {
      ...blank('store-paused'),
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      message: `${by ? `${by} a pausou` : 'está pausada'}${until ? ` e volta ${whenText(until, now, store.timezone)}.` : ' até alguém reabrir.'}`,
      fix: 'Volte ao movimento normal na tela de pedidos.',
    }
  }
  if (store.openingHours.length === 0) {
    yield {
      ...blank('no-hours'),
      message: 'não há horário de funcionamento cadastrado.',
      fix: 'Cadastre os horários da loja.',
    }
  } else if (!hours.open) {
    yield {
      ...blank('outside-hours'),
      until: hours.changesAt && hours.changesAt > now ? hours.changesAt.toISOString() : null,
      message: hours.changesAt
        ? `está fora do horário. Abre ${whenText(hours.changesAt, now, store.timezone)}.`
        : 'está fora do horário.',
    }
  }
}

/** A marketplace that goes on taking orders for an inactive or paused store. */
function* sellingReasons(store: StoreToday, now: Date): Generator<ClosedReason> {
  for (const { platform, active, status } of store.channels) {
    if (!active || !status?.available || !isCurrent(status, now)) continue
    yield {
      ...blank('channel-selling'),
      since: status.checkedAt?.toISOString() ?? null,
      channel: platform,
      message: `${withChannel('o', platform)} continua vendendo, embora aqui ela não receba pedidos.`,
      fix: `Se não mudar em dois minutos, feche a loja no aplicativo ${withChannel('de', platform)}.`,
    }
  }
}

function* channelReasons(store: StoreToday, now: Date): Generator<ClosedReason> {
  for (const channel of store.channels) {
    const reason = channel.active ? channelReason(channel, isPaused(store, now), now) : null
    if (reason) yield { ...reason, channel: channel.platform }
  }
}

function channelReason(
  { platform, lastPolledAt, status }: ChannelToday,
  paused: boolean,
  now: Date,
): ClosedReason | null {
  const name = withChannel('o', platform)
  const silentAfterMs = (offlineAfterSeconds(platform) ?? 90) * 1_000
  if (!lastPolledAt || now.getTime() - lastPolledAt.getTime() > silentAfterMs)
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
    message: status.said
      ? `${name} informa: ${status.said}`
      : `${name} informa que a loja está fechada por lá.`,
  }
}

const isCurrent = ({ checkedAt }: NonNullable<ChannelToday['status']>, now: Date): boolean =>
  checkedAt !== null && now.getTime() - checkedAt.getTime() <= statusCountsForMs

/** A pause past its end no longer counts, even before the worker records the end. */
const isPaused = (
  store: StoreToday,
  now: Date,
): store is StoreToday & { pause: NonNullable<StoreToday['pause']> } =>
  store.pause !== null && (store.pause.until === null || store.pause.until > now)

const blank = (code: ClosedReason['code']): ClosedReason => ({
  code,
  since: null,
  until: null,
  channel: null,
  message: '',
  fix: null,
})

function whenText(at: Date, now: Date, timezone: string): string {
  const day = (date: Date) => date.toLocaleDateString('en-CA', { timeZone: timezone })
  const time = at.toLocaleTimeString('pt-BR', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  if (day(at) === day(now)) return `hoje às ${time}`
  if (day(at) === day(new Date(now.getTime() + 86_400_000))) return `amanhã às ${time}`
  return `${at.toLocaleDateString('pt-BR', { timeZone: timezone, weekday: 'long' })} às ${time}`
}
