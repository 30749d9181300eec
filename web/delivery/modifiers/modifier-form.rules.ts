import type {
  DeliveryModifier,
  ModifierEffect,
  ModifierTrigger,
} from '../../../contract/delivery/modifiers.ts'
import type { DeliveryWindow } from '../../../contract/delivery/windows.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

/** A modifier as its dialog holds it: what is typed, as it is typed. */
export interface TypedModifier {
  readonly name: string
  readonly fixed: string
  readonly percent: string
  readonly minutes: string
  readonly minimum: string
  readonly close: boolean
  readonly cap: string
  readonly toCourier: boolean
  readonly kind: ModifierTrigger['kind']
  readonly count: string
  readonly windows: readonly DeliveryWindow[]
  readonly zoneIds: readonly string[]
  readonly active: boolean
}

const untyped: TypedModifier = {
  name: '',
  fixed: '',
  percent: '',
  minutes: '',
  minimum: '',
  close: false,
  cap: '',
  toCourier: false,
  kind: 'manual',
  count: '10',
  windows: [{ weekdays: ['FRIDAY', 'SATURDAY'], start: '19:00', end: '23:00' }],
  zoneIds: [],
  active: true,
}

export function typedOf(one: DeliveryModifier | null): TypedModifier {
  if (one === null) return untyped
  const { effects, name, capCents, toCourier, when, zoneIds, active } = one
  return {
    ...typedEffects(effects),
    name,
    cap: capCents === null ? '' : reaisTyped(capCents),
    toCourier,
    kind: when.kind,
    count: 'count' in when ? String(when.count) : untyped.count,
    windows: when.kind === 'weekly' ? when.windows : untyped.windows,
    zoneIds,
    active,
  }
}

const signed = (cents: number): string => `${cents < 0 ? '-' : ''}${reaisTyped(Math.abs(cents))}`

function typedEffects(effects: readonly ModifierEffect[]) {
  const typed = { fixed: '', percent: '', minutes: '', minimum: '', close: false }
  for (const effect of effects) {
    if (effect.kind === 'fixed') typed.fixed = signed(effect.cents)
    if (effect.kind === 'percent') typed.percent = String(effect.percent)
    if (effect.kind === 'minutes') typed.minutes = String(effect.minutes)
    if (effect.kind === 'minimum') typed.minimum = reaisTyped(effect.cents)
    if (effect.kind === 'closeZone') typed.close = true
  }
  return typed
}

export function bodyOf(typed: TypedModifier, before: DeliveryModifier | null) {
  const cents = (text: string) => {
    const value = centsTyped(text.trim().replace(/^[-−]/, ''))
    return value === null ? Number.NaN : /^[-−]/.test(text.trim()) ? -value : value
  }
  const whole = (text: string) =>
    /^[-−]?\d{1,4}$/.test(text.trim()) ? Number(text.trim().replace('−', '-')) : Number.NaN
  const effects: ModifierEffect[] = [
    ...(typed.close ? [{ kind: 'closeZone' } as const] : []),
    ...(typed.minutes.trim() ? [{ kind: 'minutes', minutes: whole(typed.minutes) } as const] : []),
    ...(typed.minimum.trim() ? [{ kind: 'minimum', cents: cents(typed.minimum) } as const] : []),
    ...(typed.fixed.trim() ? [{ kind: 'fixed', cents: cents(typed.fixed) } as const] : []),
    ...(typed.percent.trim() ? [{ kind: 'percent', percent: whole(typed.percent) } as const] : []),
  ]
  return {
    ...(before ? { id: before.id, version: before.version } : {}),
    name: typed.name.trim(),
    effects,
    capCents: typed.cap.trim() === '' ? null : cents(typed.cap),
    toCourier: typed.toCourier,
    when: whenOf(typed, before, whole),
    zoneIds: [...typed.zoneIds],
    active: typed.active,
  }
}

function whenOf(
  { kind, windows, count }: TypedModifier,
  before: DeliveryModifier | null,
  whole: (text: string) => number,
): ModifierTrigger {
  switch (kind) {
    case 'manual':
      return before?.when.kind === 'manual' ? before.when : { kind, until: null }
    case 'weekly':
      return { kind, windows: [...windows] }
    case 'queueOver':
    case 'freeCouriersUnder':
      return { kind, count: whole(count) }
    case 'specialDays':
      return { kind }
  }
}

/** The field that a path of the contract means. */
export function fieldOf(path: readonly PropertyKey[], effects: readonly ModifierEffect[]): string {
  const [first, second] = path
  if (first === 'effects')
    return typeof second === 'number' ? (effects[second]?.kind ?? 'effects') : 'effects'
  if (first === 'capCents') return 'cap'
  if (first === 'when') return String(second) === 'windows' ? 'windows' : 'count'
  return String(first)
}
