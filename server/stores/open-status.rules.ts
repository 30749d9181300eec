import type { ClosedReason, OpeningInterval, OpenStatus } from '../../contract/stores/stores.ts'
import { hoursState } from './opening-hours.rules.ts'

export interface StoreToday {
  readonly active: boolean
  readonly timezone: string
  readonly openingHours: readonly OpeningInterval[]
  readonly updatedAt: Date
  /** The store's pace is paused (server/orders/rules/set-capacity.ts); null: it is not, or no longer. */
  readonly pause: { readonly since: Date; readonly until: Date | null; readonly by: string | null } | null
  readonly ifood: {
    readonly active: boolean
    readonly lastPolledAt: Date | null
    /** What iFood itself said last: null while it has not been asked. */
    readonly available: boolean | null
    readonly said: string | null
  } | null
}

/** iFood takes a store off the air when nobody polls for a while; it asks for 30 s (docs/marketplaces/ifood.md section 3). */
const silentAfterMs = 90_000

/** Open now = active and inside hours; a channel that is closed by itself is named apart. */
export function openStatus(store: StoreToday, now: Date): OpenStatus {
  const hours = hoursState(store.openingHours, now, store.timezone)
  const reasons = [...ownReasons(store, hours, now)]
  const open = reasons.length === 0
  return { open, reasons: open || store.active ? [...reasons, ...channelReasons(store, now)] : reasons }
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
      fix: 'Volte ao ritmo normal na tela de pedidos.',
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

function* channelReasons(store: StoreToday, now: Date): Generator<ClosedReason> {
  const { ifood } = store
  if (!ifood?.active) return
  const silent = !ifood.lastPolledAt || now.getTime() - ifood.lastPolledAt.getTime() > silentAfterMs
  if (silent) {
    yield {
      ...blank('channel-silent'),
      channel: 'ifood',
      since: ifood.lastPolledAt?.toISOString() ?? null,
      message: 'o iFood não responde ao sistema; ele pode fechar a loja por lá.',
      fix: 'Confira a internet; o sistema tenta de novo sozinho.',
    }
  } else if (ifood.available === false && !isPaused(store, now)) {
    yield {
      ...blank('channel-closed'),
      channel: 'ifood',
      message: ifood.said
        ? `o iFood informa: ${ifood.said}`
        : 'o iFood informa que a loja está fechada por lá.',
    }
  }
}

/** Past its end it is open, whether or not that was written yet. */
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
