import { manualMinutes, type DeliveryModifier } from '../../../contract/delivery/modifiers.ts'

const later = (from: number, minutes: number): string => new Date(from + minutes * 60_000).toISOString()

/** The one that a new store begins with, running at once. */
export const rain = (now: Date) => ({
  name: 'Chuva',
  effects: [
    { kind: 'minutes' as const, minutes: 10 },
    { kind: 'fixed' as const, cents: 200 },
  ],
  capCents: null,
  toCourier: false,
  when: { kind: 'manual' as const, until: later(now.getTime(), manualMinutes.usual) },
  zoneIds: [],
  active: true,
})

/** A manual one that runs these minutes longer, within its limit; null: it ends. */
export function turned(one: DeliveryModifier, minutes: number | null, now: Date) {
  const from = one.on && one.until !== null ? Date.parse(one.until) : now.getTime()
  const last = now.getTime() + manualMinutes.most * 60_000
  const until = minutes === null ? null : new Date(Math.min(last, from + minutes * 60_000)).toISOString()
  const { id, version, name, effects, capCents, toCourier, zoneIds } = one
  return {
    id,
    version,
    name,
    effects: [...effects],
    capCents,
    toCourier,
    zoneIds: [...zoneIds],
    when: { kind: 'manual' as const, until },
    active: true,
  }
}
