import { districtKey } from '../../../contract/delivery/district-name.ts'
import { knownDistrictKey, type Town } from '../../../contract/delivery/known-district.ts'
import { effectKinds, type EffectKind, type ModifierEffect } from '../../../contract/delivery/modifiers.ts'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryQuote, FoundPoint } from '../../../contract/delivery/quote.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import { findZone, type FoundZone, type ZipCodes } from './find-zone.rules.ts'
import { foundWords, unknownWords } from './quote-words.rules.ts'
import type { PreparedZones } from './prepare-zones.rules.ts'
import { windowsText } from '../windows.rules.ts'

export interface QuotedPlace {
  readonly district?: string | null | undefined
  readonly zipCode?: string | null | undefined
  readonly point?: MapPoint | null | undefined
  /** Who says where the point is; absent: not said. */
  readonly pointSource?: FoundPoint['source'] | undefined
}

/** Facts that the caller did not send: kept with the address, or learnt from the store's deliveries. */
interface Hints {
  readonly point: FoundPoint | null
  /** Of a district: between which CEPs its deliveries were. */
  readonly zipCodes: ZipCodes | null
  /** Of a CEP: the district of its deliveries. */
  readonly district: string | null
}
const noHints: Hints = { point: null, zipCodes: null, district: null }

/** A zone that staff chose because nothing decides. */
export interface StaffChoice {
  readonly zoneId: string
  readonly by: string
}

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
  readonly hints?: Hints
  readonly chosen?: StaffChoice
  readonly itemsCents: number
  readonly modifiers: readonly RunningModifier[]
  /** What a busy kitchen adds. */
  readonly paceMinutes: number
}

export type QuoteSum = Omit<DeliveryQuote, 'quoteId' | 'expiresAt'>
type Step = QuoteSum['steps'][number]

/** The same input gives the same sum; it reads no clock and no database. */
export function sumQuote(input: QuoteInput): QuoteSum {
  const { prepared, place, town, hints = noHints, chosen } = input
  const named = place.district || hints.district
  const district = named ? knownDistrictKey(prepared.names, named, town) : null
  const steps: Step[] = [{ kind: 'place', words: placeText(place, district, prepared) }]
  if (prepared.zones.length === 0) return refused(steps, 'unset', 'a loja ainda não tem áreas de entrega')
  const point = place.point
    ? { ...place.point, metres: 0, source: place.pointSource ?? ('map' as const) }
    : hints.point
  const { store, timezone, at } = input
  const zipCode = place.zipCode ?? null
  const found = findZone({
    ...{ prepared, store, timezone, at, district, zipCode, point },
    ...{ hasDistrict: Boolean(named), zipCodes: hints.zipCodes },
  })
  const decided = { ...input, point: found.by === 'point' || found.zone === null ? point : null, found }
  if (found.zone === null) return undecided(decided, steps, chosen)
  const words = foundWords(decided)
  if (words) steps.push({ kind: 'found', words })
  if (found.zone.deny)
    return {
      ...refused(steps, 'denied', `não entregamos em ${found.zone.name}`, found.zone),
      ...howOf(decided),
    }
  return { ...sumOf(found.zone, steps, input), ...howOf(decided) }
}

interface Decided extends QuoteInput {
  readonly point: FoundPoint | null
  readonly found: FoundZone
}

const howOf = ({ found, point }: Decided): Pick<QuoteSum, 'decidedBy' | 'point'> => ({
  decidedBy: found.by,
  point,
})

function undecided(decided: Decided, steps: readonly Step[], chosen: StaffChoice | undefined): QuoteSum {
  const { found, point } = decided
  const zone = chosen && found.possible.find(({ id }) => id === chosen.zoneId)
  if (zone) {
    const step: Step = { kind: 'found', words: `área escolhida por ${chosen.by}` }
    const sum = sumOf(zone, [...steps, step], decided)
    return { ...sum, decidedBy: 'staff', point, choices: found.possible.map(choiceOf) }
  }
  const choices = found.closed ? [] : found.possible.map(choiceOf)
  return { ...refused(steps, ...whyNone(decided)), choices, point }
}

const choiceOf = ({ id, name, feeCents, minutes }: DeliveryZone) => ({ zoneId: id, name, feeCents, minutes })

function whyNone(decided: Decided): readonly ['hours' | 'unknown' | 'outside', string] {
  const { closed, missing } = decided.found
  if (closed) return ['hours', `${closed.name} só atende ${windowsText(closed.windows)}`]
  if (missing) return ['unknown', unknownWords(decided, missing)]
  return ['outside', 'nenhuma área atende este endereço']
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
    decidedBy: null,
    point: null,
    choices: [],
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

function sumOf(zone: DeliveryZone, before: readonly Step[], input: QuoteInput): QuoteSum {
  const { itemsCents, paceMinutes } = input
  const steps: Step[] = [...before]
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
    decidedBy: null,
    point: null,
    choices: [],
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
