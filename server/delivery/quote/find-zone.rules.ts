import type { MapPoint, RingPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryQuote } from '../../../contract/delivery/quote.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { overlapWithBand, overlapWithRing, type Circle } from './circle.rules.ts'
import type { PreparedZones } from './prepare-zones.rules.ts'
import { inWindows } from '../windows.rules.ts'

/** What is known of an address, as zones ask for it. */
export interface ZoneQuestion {
  readonly prepared: PreparedZones
  readonly store: MapPoint | null
  readonly timezone: string
  readonly at: Date
  /** The key by which the zones know the district; null: none of theirs. */
  readonly district: string | null
  /** False: the address names no district. */
  readonly hasDistrict: boolean
  readonly zipCode: string | null
  /** Without a CEP: between which two it is. */
  readonly zipCodes: ZipCodes | null
  readonly point: Circle | null
}

export interface ZipCodes {
  readonly from: string
  readonly to: string
}

/** A fact that a zone needs and nobody knows. */
export type MissingFact = 'store' | 'point' | 'zipCode' | 'district'

export interface FoundZone {
  readonly zone: DeliveryZone | null
  readonly by: DeliveryQuote['decidedBy']
  /** Fits, but not at this hour. */
  readonly closed: DeliveryZone | null
  /** Without a zone: the most useful of the missing facts. */
  readonly missing: MissingFact | null
  /** Zones that may serve the address, once the missing fact is known. */
  readonly possible: readonly DeliveryZone[]
}

/**
 * The first zone that fits. Where only a circle around the address is known, it decides only when no other fact does, and
 * only when the whole circle gets the same answer.
 */
export function findZone(question: ZoneQuestion): FoundZone {
  const { point } = question
  const isExact = point === null || point.metres === 0
  const sure = walk({ ...question, point: isExact ? point : null })
  if (isExact || sure.zone || !sure.missing.has('point')) return answered(question, sure)
  return answered(question, walk(question))
}

interface Walk {
  readonly zone: DeliveryZone | null
  readonly closed: DeliveryZone | null
  readonly missing: ReadonlySet<MissingFact>
}

function walk(question: ZoneQuestion): Walk {
  const { prepared } = question
  const missing = new Set<MissingFact>()
  let closed: DeliveryZone | null = null
  // A zone further up may be the one: a circle that it cuts decides nothing.
  let isCut = false
  for (const { zone, fit } of zonesInTurn(question)) {
    const isOpen = isOpenAt(zone, question)
    if (typeof fit === 'string') missing.add(fit)
    else if (fit && isOpen) return { zone: isCut ? null : zone, closed, missing }
    else if (fit && !zone.deny) closed ??= zone
    if (fit === 'point' && question.point && isOpen) isCut = true
  }
  if (!question.hasDistrict && prepared.byDistrict.size > 0) missing.add('district')
  return { zone: null, closed, missing }
}

/** Zones of the named district, and those that no district decides, in the order in which they hold. */
function* zonesInTurn(question: ZoneQuestion) {
  const { prepared, district } = question
  const named = district === null ? [] : (prepared.byDistrict.get(district) ?? [])
  for (const index of merged(named, prepared.others)) {
    const zone = prepared.zones[index]
    if (zone) yield { zone, fit: zone.shape.kind === 'district' ? true : fits(question, zone, index) }
  }
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

const isOpenAt = ({ windows }: DeliveryZone, { at, timezone }: ZoneQuestion): boolean =>
  windows.length === 0 || inWindows(windows, at, timezone)

function fits(
  { prepared, store, point, zipCode, zipCodes }: ZoneQuestion,
  { shape }: DeliveryZone,
  index: number,
): boolean | MissingFact {
  switch (shape.kind) {
    case 'district':
      return false
    case 'cep':
      return fitsZipCode(shape, zipCode ? { from: zipCode, to: zipCode } : zipCodes)
    case 'polygon': {
      if (!point) return 'point'
      const ring = prepared.rings.get(index)
      return ring !== undefined && isWithin(overlapWithRing(ring, shape.ring as RingPoint[], point))
    }
    case 'radius': {
      if (!store) return 'store'
      return point ? isWithin(overlapWithBand(shape, store, point)) : 'point'
    }
  }
}

function fitsZipCode(band: ZipCodes, known: ZipCodes | null): boolean | 'zipCode' {
  if (!known) return 'zipCode'
  if (known.from >= band.from && known.to <= band.to) return true
  return known.to < band.from || known.from > band.to ? false : 'zipCode'
}

const isWithin = (overlap: ReturnType<typeof overlapWithBand>): boolean | 'point' =>
  overlap === 'across' ? 'point' : overlap === 'inside'

const usefulFirst = ['store', 'point', 'zipCode', 'district'] as const

function answered(question: ZoneQuestion, { zone, closed, missing }: Walk): FoundZone {
  if (zone) return { zone, by: decidedBy[zone.shape.kind], closed, missing: null, possible: [] }
  const fact = usefulFirst.find((one) => missing.has(one)) ?? null
  return { zone: null, by: null, closed, missing: fact, possible: fact ? possibleZones(question) : [] }
}

const decidedBy = { district: 'district', cep: 'zipCode', polygon: 'point', radius: 'point' } as const

function possibleZones(question: ZoneQuestion): readonly DeliveryZone[] {
  const { prepared, district, hasDistrict } = question
  const named = new Set(district === null ? [] : prepared.byDistrict.get(district))
  return prepared.zones.filter((zone, index) => {
    if (zone.deny || !isOpenAt(zone, question)) return false
    if (zone.shape.kind === 'district') return hasDistrict ? named.has(index) : true
    return fits(question, zone, index) !== false
  })
}
