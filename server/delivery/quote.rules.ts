import { districtKey } from '../../contract/delivery/district-name.ts'
import { knownDistrictKey, type Town } from '../../contract/delivery/known-district.ts'
import { effectKinds, type EffectKind, type ModifierEffect } from '../../contract/delivery/modifiers.ts'
import { metresBetween, type MapPoint } from '../../contract/delivery/points.ts'
import { readAddress } from '../../contract/delivery/read-address.ts'
import type { DeliveryQuote } from '../../contract/delivery/quote.ts'
import type { DeliveryZone } from '../../contract/delivery/zones.ts'
import { moneyText } from '../../contract/shared/money.ts'
import { isInRing, ringOf, type Ring } from './ring.rules.ts'
import { inWindows, windowsText } from './windows.rules.ts'

/** Zones as a quote walks through them, made once for each version of the config. */
export interface PreparedZones {
  /** Those that say no first, then in the owner's order. */
  readonly zones: readonly DeliveryZone[]
  /** Positions in `zones` by the key of a district, ascending. */
  readonly byDistrict: ReadonlyMap<string, readonly number[]>
  /** How the owner wrote a district, by its key. */
  readonly names: ReadonlyMap<string, string>
  /** Those that no district decides, ascending. */
  readonly others: readonly number[]
  readonly rings: ReadonlyMap<number, Ring>
}

export function prepareZones(given: readonly DeliveryZone[]): PreparedZones {
  const zones = [...given.filter(({ deny }) => deny), ...given.filter(({ deny }) => !deny)]
  const byDistrict = new Map<string, number[]>()
  const names = new Map<string, string>()
  const others: number[] = []
  const rings = new Map<number, Ring>()
  for (const [index, { shape }] of zones.entries()) {
    if (shape.kind !== 'district') {
      others.push(index)
      if (shape.kind === 'polygon') rings.set(index, ringOf(shape.ring as [number, number][]))
      continue
    }
    for (const [key, name] of writtenIn(shape.districts)) if (!names.has(key)) names.set(key, name)
    for (const key of keysOf(shape.districts)) byDistrict.set(key, [...(byDistrict.get(key) ?? []), index])
  }
  return { zones, byDistrict, names, others, rings }
}

/** Keys of a district's name and of its other names, each with its name. */
const writtenIn = (
  districts: readonly { readonly name: string; readonly aliases: readonly string[] }[],
): readonly (readonly [string, string])[] =>
  districts.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((written) => [districtKey(written), name] as const),
  )

/** Every way to write one of these districts, once. */
const keysOf = (
  districts: readonly { readonly name: string; readonly aliases: readonly string[] }[],
): ReadonlySet<string> =>
  new Set(districts.flatMap(({ name, aliases }) => [name, ...aliases].map(districtKey)))

export interface QuotedPlace {
  readonly district?: string | null | undefined
  readonly zipCode?: string | null | undefined
  readonly point?: MapPoint | null | undefined
}

/**
 * The district whose name, or another name of it, is in a line of text as whole words: of several the longest, of
 * equally long ones the last, because a district follows its street. Else the one that the address names with one
 * letter wrong.
 */
export function districtIn({ names }: PreparedZones, text: string, town: Town | null): string | null {
  const words = districtKey(text).split(' ')
  for (let length = Math.min(words.length, maxWords); length > 0; length -= 1)
    for (let at = words.length - length; at >= 0; at -= 1) {
      const name = names.get(words.slice(at, at + length).join(' '))
      if (name !== undefined) return name
    }
  const { district } = readAddress(text, undefined, town?.city)
  return names.get(knownDistrictKey(names, district, town) ?? '') ?? null
}

/** Of a district's name. */
const maxWords = 10

/** A modifier that applies at the moment of the quote, in the order of its making. */
export interface RunningModifier {
  readonly name: string
  readonly effects: readonly ModifierEffect[]
  readonly capCents: number | null
  readonly toCourier: boolean
  readonly zoneIds: readonly string[]
  /** "até 21:30"; empty: until its cause ends. */
  readonly untilText: string
}

export interface QuoteInput {
  readonly prepared: PreparedZones
  readonly store: MapPoint | null
  /** The store's own, which people write behind a district; null: unknown. */
  readonly town: Town | null
  readonly timezone: string
  readonly at: Date
  readonly place: QuotedPlace
  readonly itemsCents: number
  readonly modifiers: readonly RunningModifier[]
  /** What a busy kitchen adds. */
  readonly paceMinutes: number
}

export type QuoteSum = Omit<DeliveryQuote, 'quoteId' | 'expiresAt'>
type Step = QuoteSum['steps'][number]

/** The same input gives the same sum; it reads no clock and no database. */
export function sumQuote(input: QuoteInput): QuoteSum {
  const { prepared, place } = input
  const district = place.district ? knownDistrictKey(prepared.names, place.district, input.town) : null
  const placeStep: Step = { kind: 'place', words: placeText(place, district, prepared) }
  if (prepared.zones.length === 0)
    return refused([placeStep], 'unset', 'a loja ainda não tem áreas de entrega')
  const found = findZone(input, district)
  if (found.zone === null) {
    const { kind, words } = whyNone(found, input)
    return refused([placeStep], kind, words)
  }
  const { zone } = found
  if (zone.deny) return refused([placeStep], 'denied', `não entregamos em ${zone.name}`, zone)
  return sumOf(zone, placeStep, input)
}

interface Found {
  readonly zone: DeliveryZone | null
  /** Fits, but not at this hour. */
  readonly closed: DeliveryZone | null
  /** A zone needs a fact that is not known. */
  readonly missing: 'point' | 'zipCode' | 'store' | null
}

function findZone(input: QuoteInput, district: string | null): Found {
  const { prepared, at, timezone } = input
  const { zones, byDistrict, others } = prepared
  const named = district === null ? [] : (byDistrict.get(district) ?? [])
  let closed: DeliveryZone | null = null
  let missing: Found['missing'] = null
  for (const index of merged(named, others)) {
    const zone = zones[index]
    if (!zone) continue
    const fit = zone.shape.kind === 'district' ? true : fits(zone, prepared.rings.get(index), input)
    if (typeof fit === 'string') missing ??= fit
    if (fit !== true) continue
    if (zone.windows.length === 0 || inWindows(zone.windows, at, timezone)) return { zone, closed, missing }
    if (!zone.deny) closed ??= zone
  }
  return { zone: null, closed, missing }
}

/** Two ascending lists as one. */
function* merged(one: readonly number[], other: readonly number[]): Iterable<number> {
  let at = 0
  for (const index of one) {
    while (at < other.length && (other[at] ?? 0) < index) yield other[at++] ?? 0
    yield index
  }
  while (at < other.length) yield other[at++] ?? 0
}

function fits(
  { shape }: DeliveryZone,
  ring: Ring | undefined,
  { place: { zipCode, point }, store }: QuoteInput,
): boolean | NonNullable<Found['missing']> {
  switch (shape.kind) {
    case 'district':
      return false
    case 'cep':
      return zipCode ? zipCode >= shape.from && zipCode <= shape.to : 'zipCode'
    case 'polygon':
      if (!point) return 'point'
      return ring !== undefined && isInRing(ring, point)
    case 'radius': {
      if (!store) return 'store'
      if (!point) return 'point'
      const metres = metresBetween(store, point)
      return metres <= shape.toMetres && (shape.fromMetres === 0 || metres > shape.fromMetres)
    }
  }
}

function whyNone(
  { closed, missing }: Found,
  { place }: QuoteInput,
): { readonly kind: 'hours' | 'unknown' | 'outside'; readonly words: string } {
  if (closed) return { kind: 'hours', words: `${closed.name} só atende ${windowsText(closed.windows)}` }
  if (missing === 'store')
    return { kind: 'unknown', words: 'falta o ponto da loja no mapa, em Ajustes, Loja' }
  if (missing === 'point')
    return { kind: 'unknown', words: 'nenhum bairro ou CEP bate, e falta o ponto do endereço' }
  if (missing === 'zipCode' && !place.zipCode)
    return { kind: 'unknown', words: 'nenhum bairro bate, e falta o CEP' }
  return { kind: 'outside', words: 'nenhuma área atende este endereço' }
}

function refused(
  before: readonly Step[],
  refusal: NonNullable<QuoteSum['refusal']>,
  words: string,
  zone: DeliveryZone | null = null,
): QuoteSum {
  return {
    served: false,
    refusal,
    zoneId: zone?.id ?? null,
    zoneName: zone?.name ?? null,
    steps: [...before, { kind: 'no', words }],
    feeCents: 0,
    minutes: null,
    minimumCents: 0,
    missingCents: 0,
    courierPayoutCents: null,
  }
}

interface Sum {
  readonly fee: number
  readonly payout: number | null
  readonly min: number
  readonly max: number
  readonly minimum: number
}

function sumOf(zone: DeliveryZone, placeStep: Step, input: QuoteInput): QuoteSum {
  const { itemsCents, paceMinutes } = input
  const steps: Step[] = [placeStep]
  let sum: Sum = {
    fee: zone.feeCents,
    payout: zone.courierPayoutCents,
    min: zone.minutes.min,
    max: zone.minutes.max,
    minimum: zone.minimumCents,
  }
  steps.push({ kind: 'zone', words: `${zone.name} (${feeText(sum.fee)}, ${minutesText(sum.min, sum.max)})` })
  for (const { modifier, effect } of inOrder(input.modifiers, zone.id)) {
    if (effect.kind === 'closeZone') {
      const words = `${named(modifier)}: ${zone.name} não recebe pedidos`
      return refused(steps, 'closed', words, zone)
    }
    const next = applied(sum, effect, modifier)
    steps.push({ kind: 'modifier', words: `${named(modifier)} (${changeText(sum, next, effect)})` })
    sum = next
  }
  if (paceMinutes > 0) {
    sum = { ...sum, min: sum.min + paceMinutes, max: sum.max + paceMinutes }
    steps.push({ kind: 'pace', words: `cozinha cheia (+${paceMinutes}\u00a0min)` })
  }
  const free = zone.freeAboveCents
  if (free !== null && itemsCents >= free) {
    sum = { ...sum, fee: 0 }
    steps.push({ kind: 'free', words: `grátis a partir de ${moneyText(free)}` })
  } else if (free !== null) {
    const words = `grátis a partir de ${moneyText(free)} não vale (faltam ${moneyText(free - itemsCents)})`
    steps.push({ kind: 'free', words })
  }
  const missing = Math.max(0, sum.minimum - itemsCents)
  if (missing > 0)
    steps.push({
      kind: 'minimum',
      words: `pedido mínimo ${moneyText(sum.minimum)} (faltam ${moneyText(missing)})`,
    })
  steps.push({ kind: 'total', words: `${feeText(sum.fee)}, ${minutesText(sum.min, sum.max)}` })
  return {
    served: true,
    refusal: null,
    zoneId: zone.id,
    zoneName: zone.name,
    steps,
    feeCents: sum.fee,
    minutes: { min: sum.min, max: sum.max },
    minimumCents: sum.minimum,
    missingCents: missing,
    courierPayoutCents: sum.payout,
  }
}

/** Effects by their kind, and of one kind by the making of their modifiers. */
function inOrder(modifiers: readonly RunningModifier[], zoneId: string) {
  const here = modifiers.filter(({ zoneIds }) => zoneIds.length === 0 || zoneIds.includes(zoneId))
  return effectKinds.flatMap((kind: EffectKind) =>
    here.flatMap((modifier) =>
      modifier.effects.filter((effect) => effect.kind === kind).map((effect) => ({ modifier, effect })),
    ),
  )
}

const maxMinutes = 24 * 60

function applied(sum: Sum, effect: ModifierEffect, { capCents, toCourier }: RunningModifier): Sum {
  switch (effect.kind) {
    case 'closeZone':
      return sum
    case 'minutes': {
      const within = (minutes: number) => Math.min(maxMinutes, Math.max(1, minutes + effect.minutes))
      return { ...sum, min: within(sum.min), max: within(sum.max) }
    }
    case 'minimum':
      return { ...sum, minimum: Math.max(sum.minimum, effect.cents) }
    case 'fixed':
    case 'percent': {
      const wished =
        effect.kind === 'fixed'
          ? sum.fee + effect.cents
          : Math.round((sum.fee * (100 + effect.percent)) / 100)
      // A cap holds a rise back; it never lowers a fee that was higher before.
      const capped =
        capCents === null || wished <= sum.fee ? wished : Math.max(sum.fee, Math.min(wished, capCents))
      const fee = Math.min(highestFee, Math.max(0, capped))
      const rise = Math.max(0, fee - sum.fee)
      return { ...sum, fee, payout: toCourier && rise > 0 ? (sum.payout ?? 0) + rise : sum.payout }
    }
  }
}

/** As high as an order's delivery fee may be. */
const highestFee = 1_000_000

function changeText(before: Sum, after: Sum, effect: ModifierEffect): string {
  if (effect.kind === 'minutes') {
    const change = after.max - before.max
    return `${change < 0 ? '−' : '+'}${Math.abs(change)}\u00a0min`
  }
  if (effect.kind === 'minimum') return `mínimo ${moneyText(after.minimum)}`
  const change = after.fee - before.fee
  const words = `${change < 0 ? '−' : '+'}${moneyText(Math.abs(change))}`
  return after.payout !== before.payout ? `${words}, vai para o entregador` : words
}

const named = ({ name, untilText }: RunningModifier): string => (untilText ? `${name} ${untilText}` : name)

const feeText = (cents: number): string => (cents === 0 ? 'grátis' : moneyText(cents))

const minutesText = (min: number, max: number): string =>
  min === max ? `${max}\u00a0min` : `${min}–${max}\u00a0min`

/** A district as it was written; where that is not how the owner writes it, both. */
function placeText(
  { district, zipCode, point }: QuotedPlace,
  key: string | null,
  { names }: PreparedZones,
): string {
  if (district) {
    const owner = key === null || key === districtKey(district) ? null : names.get(key)
    return owner ? `${district}: ${owner}` : district
  }
  if (zipCode) return `CEP ${zipCode.slice(0, 5)}-${zipCode.slice(5)}`
  return point ? 'ponto no mapa' : 'endereço'
}
