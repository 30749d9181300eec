import { districtKey } from '../../contract/delivery/district-name.ts'
import {
  maxDistricts,
  maxPoints,
  maxVertices,
  type DeliveryConfig,
  type DeliveryZone,
} from '../../contract/delivery/zones.ts'
import type { RingPoint } from '../../contract/delivery/points.ts'
import type { ErrorDetail } from '../../contract/shared/errors.ts'
import { crossingEdges, doubleArea, placeIn, ringOf, tidyRing, type Ring } from './ring.rules.ts'

/** As they are kept: rings tidy and counter-clockwise. */
export const tidyZones = (zones: readonly DeliveryZone[]): readonly DeliveryZone[] =>
  zones.map((zone) =>
    zone.shape.kind === 'polygon'
      ? {
          ...zone,
          shape: { kind: 'polygon', ring: tidyRing(zone.shape.ring).map(([lng, lat]) => [lng, lat]) },
        }
      : zone,
  )

/** What cannot be meant; nothing is saved while one of these stands. */
export function zoneProblems(zones: readonly DeliveryZone[]): readonly ErrorDetail[] {
  // Their sides are compared in pairs: more of them are not looked at.
  const tooMany = pointProblems(zones)
  if (tooMany.length > 0) return tooMany
  return [
    ...repeatedIds(zones),
    ...zones.flatMap((zone, index) => shapeProblems(zone, `zones.${index}`)),
    ...repeatedDistricts(zones),
    ...bandProblems(zones),
  ]
}

function pointProblems(zones: readonly DeliveryZone[]): readonly ErrorDetail[] {
  const count = zones.reduce((sum, { shape }) => sum + (shape.kind === 'polygon' ? shape.ring.length : 0), 0)
  if (count <= maxPoints) return []
  const message = `No máximo ${maxPoints.toLocaleString('pt-BR')} pontos em todos os desenhos.`
  return [{ path: 'zones', message }]
}

function repeatedIds(zones: readonly DeliveryZone[]): readonly ErrorDetail[] {
  const seen = new Set<string>()
  return zones.flatMap(({ id, name }, index) => {
    const again = seen.has(id)
    seen.add(id)
    return again ? [{ path: `zones.${index}.id`, message: `“${name}” está duas vezes na lista.` }] : []
  })
}

function shapeProblems({ name, shape }: DeliveryZone, path: string): readonly ErrorDetail[] {
  const wrong = (field: string, message: string) => [
    { path: `${path}.shape.${field}`, message: `“${name}”: ${message}` },
  ]
  if (shape.kind === 'cep' && shape.from > shape.to) return wrong('to', 'o CEP final vem antes do inicial.')
  if (shape.kind === 'radius' && shape.fromMetres >= shape.toMetres)
    return wrong('toMetres', 'a distância final precisa ser maior que a inicial.')
  if (shape.kind !== 'polygon') return []
  const ring = shape.ring as readonly RingPoint[]
  if (ring.length > maxVertices) return wrong('ring', `o desenho tem mais de ${maxVertices} pontos.`)
  if (ring.length < 3) return wrong('ring', 'o desenho precisa de 3 pontos diferentes.')
  const crossing = crossingEdges(ring)
  if (crossing) return wrong('ring', `os lados ${crossing[0]} e ${crossing[1]} do desenho se cruzam.`)
  return doubleArea(ring) === 0 ? wrong('ring', 'o desenho não tem área.') : []
}

/** Zones that hold at the same hours and say the same about delivering: two of them must not mean one place. */
const peers = (zones: readonly DeliveryZone[]) =>
  Map.groupBy(zones.entries(), ([, { deny, windows }]) => JSON.stringify([deny, windows]))

interface Written {
  readonly key: string
  readonly text: string
  readonly zone: number
  /** The district's place in its zone. */
  readonly at: number
}

const writtenIn = (members: Members): readonly Written[] =>
  members.flatMap(([zone, { shape }]) =>
    shape.kind === 'district'
      ? shape.districts.flatMap(({ name, aliases }, at) =>
          [name, ...aliases].map((text) => ({ key: districtKey(text), text, zone, at })),
        )
      : [],
  )

function repeatedDistricts(zones: readonly DeliveryZone[]): readonly ErrorDetail[] {
  const count = zones.reduce(
    (sum, { shape }) => sum + (shape.kind === 'district' ? shape.districts.length : 0),
    0,
  )
  if (count > maxDistricts)
    return [{ path: 'zones', message: `No máximo ${maxDistricts.toLocaleString('pt-BR')} bairros.` }]
  return [...peers(zones).values()].flatMap((group) => {
    const seen = new Map<string, Written>()
    return writtenIn([...group]).flatMap((one) => {
      const path = `zones.${one.zone}.shape.districts.${one.at}`
      if (one.key === '')
        return [{ path, message: `“${zones[one.zone]?.name ?? ''}”: informe o nome do bairro.` }]
      const before = seen.get(one.key)
      if (before === undefined) seen.set(one.key, one)
      // A name and its alias may be one: they mean the same district.
      if (before === undefined || (before.zone === one.zone && before.at === one.at)) return []
      const message = `“${one.text}” já está em “${zones[before.zone]?.name ?? ''}”. Tire de uma das áreas.`
      return [{ path, message }]
    })
  })
}

/** Rings around the store leave no gap; neither rings nor CEP bands overlap. */
function bandProblems(zones: readonly DeliveryZone[]): readonly ErrorDetail[] {
  return [...peers(zones).values()].flatMap((group) => {
    const members = [...group]
    if (members[0]?.[1].deny) return []
    return [...radiusProblems(members), ...cepProblems(members)]
  })
}

type Members = readonly (readonly [number, DeliveryZone])[]

function radiusProblems(members: Members): readonly ErrorDetail[] {
  const bands = members
    .flatMap(([index, { name, shape }]) =>
      shape.kind === 'radius' ? [{ index, name, from: shape.fromMetres, to: shape.toMetres }] : [],
    )
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  return bands.slice(1).flatMap((band, at) => {
    const before = bands[at]
    const path = `zones.${band.index}.shape.fromMetres`
    if (!before || band.from === before.to) return []
    const message =
      band.from < before.to
        ? `“${before.name}” e “${band.name}” se sobrepõem entre ${kmText(band.from)} e ${kmText(Math.min(before.to, band.to))}.`
        : `Entre ${kmText(before.to)} e ${kmText(band.from)} ninguém atende: aproxime “${before.name}” e “${band.name}”.`
    return [{ path, message }]
  })
}

function cepProblems(members: Members): readonly ErrorDetail[] {
  const bands = cepBands(members)
  return bands.slice(1).flatMap((band, at) => {
    const before = bands[at]
    if (!before || band.from > before.to) return []
    const message = `“${before.name}” e “${band.name}” têm os mesmos CEPs a partir de ${cepText(band.from)}.`
    return [{ path: `zones.${band.index}.shape.from`, message }]
  })
}

const cepBands = (members: Members) =>
  members
    .flatMap(([index, { id, name, shape }]) =>
      shape.kind === 'cep' ? [{ index, id, name, from: shape.from, to: shape.to }] : [],
    )
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

/** What may be meant, said so that it is not a surprise: at most 20 sentences. */
export function zoneWarnings(
  zones: readonly DeliveryZone[],
  store: DeliveryConfig['store'],
): DeliveryConfig['warnings'] {
  const warnings = [
    ...storeWarnings(zones, store),
    ...cepGaps(zones),
    ...neverReached(zones),
    ...overlaps(zones),
  ]
  return warnings.slice(0, 20)
}

function storeWarnings(zones: readonly DeliveryZone[], store: DeliveryConfig['store']) {
  const rings = zones.filter(({ shape }) => shape.kind === 'radius')
  if (rings.length === 0 || store) return []
  const message = 'A distância conta a partir da loja: informe o ponto dela em Ajustes, Loja.'
  return [{ zoneIds: rings.map(({ id }) => id), message }]
}

/** Districts are rarely neighbours by CEP, so a gap is allowed; one of less than a thousand CEPs is a slip. */
function cepGaps(zones: readonly DeliveryZone[]) {
  return [...peers(zones).values()].flatMap((group) => {
    const bands = cepBands([...group].filter(([, { deny }]) => !deny))
    return bands.slice(1).flatMap((band, at) => {
      const before = bands[at]
      const gap = before ? Number(band.from) - Number(before.to) - 1 : 0
      if (!before || gap <= 0 || gap >= 1_000) return []
      const message = `Entre “${before.name}” e “${band.name}” sobram ${gap} CEPs sem entrega.`
      return [{ zoneIds: [before.id, band.id], message }]
    })
  })
}

/** A district that is denied and served as well. */
function neverReached(zones: readonly DeliveryZone[]) {
  const denied = new Map(
    zones
      .filter(({ deny, windows }) => deny && windows.length === 0)
      .flatMap(({ id, shape }) =>
        shape.kind === 'district'
          ? shape.districts.flatMap(({ name, aliases }) =>
              [name, ...aliases].map((each) => [districtKey(each), id] as const),
            )
          : [],
      ),
  )
  return zones
    .filter(({ deny }) => !deny)
    .flatMap(({ id, name: zoneName, shape }) =>
      shape.kind === 'district'
        ? shape.districts.flatMap(({ name }) => {
            const by = denied.get(districtKey(name))
            return by === undefined
              ? []
              : [{ zoneIds: [by, id], message: `${name} está em “${zoneName}”, mas ali não entregamos.` }]
          })
        : [],
    )
}

/** Sides of drawings that are looked at for one reply, some tens of milliseconds: a map of 50 needs a tenth of it. */
const maxSides = 10_000_000

/** Drawings that share ground: the upper one of the list decides. Found by their corners. */
function overlaps(zones: readonly DeliveryZone[]) {
  const drawn = zones.flatMap((zone) =>
    zone.shape.kind === 'polygon' && !zone.deny ? [drawnOf(zone, zone.shape.ring)] : [],
  )
  const found: DeliveryConfig['warnings'] = []
  let sides = 0
  const cornerInside = (of: Drawn, ring: Ring): boolean =>
    of.points.some(([lng, lat]) => {
      if (lng < ring.west / 1e6 || lng > ring.east / 1e6 || lat < ring.south / 1e6 || lat > ring.north / 1e6)
        return false
      sides += ring.xs.length
      return sides <= maxSides && placeIn(ring, { lat, lng }) === 'inside'
    })
  for (const [at, one] of drawn.entries()) {
    for (const other of drawn.slice(at + 1)) {
      if (found.length >= 20) return found
      if (boxesApart(one.ring, other.ring)) continue
      if (sides > maxSides) return [...found, { zoneIds: [], message: tooManyDrawings }]
      if (cornerInside(other, one.ring) || cornerInside(one, other.ring))
        found.push({
          zoneIds: [one.zone.id, other.zone.id],
          message: `“${one.zone.name}” e “${other.zone.name}” se sobrepõem: ali vale “${one.zone.name}”.`,
        })
    }
  }
  return found
}

interface Drawn {
  readonly zone: DeliveryZone
  readonly points: readonly RingPoint[]
  readonly ring: Ring
}

const drawnOf = (zone: DeliveryZone, points: readonly RingPoint[]): Drawn => ({
  zone,
  points,
  ring: ringOf(points),
})

const boxesApart = (one: Ring, other: Ring): boolean =>
  one.west > other.east || other.west > one.east || one.south > other.north || other.south > one.north

const tooManyDrawings =
  'Os desenhos são grandes demais para comparar todos: confira no mapa se outras áreas se sobrepõem.'

const kmText = (metres: number): string =>
  `${(metres / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 2 })}\u00a0km`
const cepText = (cep: string): string => `${cep.slice(0, 5)}-${cep.slice(5)}`
