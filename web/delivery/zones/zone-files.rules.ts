import type { DeliveryZone, ZoneShape } from '../../../contract/delivery/zones.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { districtsOf } from './zone-form.rules.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

const maxFileBytes = 1_000_000

/** Zones of a file, or one sentence about what is wrong with it. */
export type ReadZones =
  | { readonly zones: readonly DeliveryZone[]; readonly problem: null }
  | { readonly zones: null; readonly problem: string }

const wrong = (problem: string): ReadZones => ({ zones: null, problem })

/** By what is inside: GeoJSON begins with a brace. */
export function readZones(text: string): ReadZones {
  if (text.length > maxFileBytes) return wrong('O arquivo pode ter até 1\u00a0MB.')
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare === '') return wrong('O arquivo está vazio.')
  return bare.startsWith('{') ? readGeoJson(bare) : readCsv(bare)
}

const columns = [
  'nome',
  'tipo',
  'onde',
  'taxa',
  'min_minutos',
  'max_minutos',
  'pedido_minimo',
  'gratis_acima',
  'repasse',
  'nao_entrega',
] as const

/** One zone a line; `onde` depends on `tipo`. Windows are not in it. */
export function csvOf(zones: readonly DeliveryZone[]): string {
  const lines = zones.map((zone) => [
    zone.name,
    typeNames[zone.shape.kind],
    whereText(zone.shape),
    reaisTyped(zone.feeCents),
    String(zone.minutes.min),
    String(zone.minutes.max),
    reaisTyped(zone.minimumCents),
    zone.freeAboveCents === null ? '' : reaisTyped(zone.freeAboveCents),
    zone.courierPayoutCents === null ? '' : reaisTyped(zone.courierPayoutCents),
    zone.deny ? 'sim' : '',
  ])
  return `\uFEFF${[columns, ...lines].map((cells) => cells.map(cellText).join(';')).join('\r\n')}\r\n`
}

const typeNames = { district: 'bairro', radius: 'raio', cep: 'cep', polygon: 'desenho' } as const

function whereText(shape: ZoneShape): string {
  switch (shape.kind) {
    case 'district':
      return shape.districts
        .map(({ name, aliases }) => (aliases.length > 0 ? `${name} = ${aliases.join(', ')}` : name))
        .join(' | ')
    case 'radius':
      return `${shape.fromMetres} a ${shape.toMetres}`
    case 'cep':
      return `${shape.from} a ${shape.to}`
    case 'polygon':
      return shape.ring.map(([lng, lat]) => `${lng} ${lat}`).join(', ')
  }
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
function cellText(text: string): string {
  const safe = /^[=+@\t\r-]/.test(text) && !/^-?[\d., ]+$/.test(text) ? `'${text}` : text
  return /[;"\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function readCsv(text: string): ReadZones {
  const [head = [], ...rows] = cellsOf(text)
  const names = head.map((name) => name.trim().toLowerCase())
  const missing = ['nome', 'tipo', 'onde', 'taxa'].filter((name) => !names.includes(name))
  if (missing.length > 0) return wrong(`Falta a coluna “${missing[0] ?? ''}” na primeira linha.`)
  const zones: DeliveryZone[] = []
  for (const [index, row] of rows.entries()) {
    const cell = (name: (typeof columns)[number]) => {
      const at = names.indexOf(name)
      return at === -1 ? '' : (row[at] ?? '').trim().replace(/^'(?=[=+@-])/, '')
    }
    const line = index + 2
    const shape = shapeFrom(cell('tipo').toLowerCase(), cell('onde'))
    if (!shape) return wrong(`Linha ${line}: não entendemos o tipo ou o lugar.`)
    const deny = ['sim', 's', 'x', '1'].includes(cell('nao_entrega').toLowerCase())
    const fee = centsTyped(cell('taxa'))
    if (fee === null && !deny) return wrong(`Linha ${line}: a taxa precisa ser como 7,00.`)
    const optional = (name: (typeof columns)[number]) => (cell(name) === '' ? null : centsTyped(cell(name)))
    const min = Number(cell('min_minutos') || 40)
    zones.push({
      id: crypto.randomUUID(),
      name: cell('nome'),
      shape,
      deny,
      feeCents: fee ?? 0,
      minutes: { min, max: Number(cell('max_minutos') || Math.max(min, 55)) },
      minimumCents: optional('pedido_minimo') ?? 0,
      freeAboveCents: optional('gratis_acima'),
      courierPayoutCents: optional('repasse'),
      windows: [],
    })
  }
  return zones.length === 0 ? wrong('O arquivo não tem nenhuma área.') : { zones, problem: null }
}

function shapeFrom(type: string, where: string): ZoneShape | null {
  if (type === 'bairro') {
    const districts = districtsOf(where.replaceAll('|', '\n'))
    return districts.length > 0 ? { kind: 'district', districts } : null
  }
  if (type === 'desenho') {
    const ring = where.split(',').map((pair) => pair.trim().split(/\s+/).map(Number))
    return ring.every((pair) => pair.length === 2 && pair.every(Number.isFinite))
      ? { kind: 'polygon', ring: ring as [number, number][] }
      : null
  }
  const [from = '', to = ''] = where.split(/\s*(?:\ba\b|–)\s*/)
  if (type === 'cep') return { kind: 'cep', from, to }
  if (type !== 'raio' || !/^\d+$/.test(from) || !/^\d+$/.test(to)) return null
  return { kind: 'radius', fromMetres: Number(from), toMetres: Number(to) }
}

/** Cells by semicolon or comma, whichever the first line has more of; quoted cells may hold both. */
function cellsOf(text: string): string[][] {
  const [first = ''] = text.split('\n', 1)
  const mark = first.split(';').length >= first.split(',').length ? ';' : ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"') quoted = !quoted
    else if (!quoted && (letter === mark || letter === '\n')) {
      row.push(cell.replace(/\r$/, ''))
      cell = ''
      if (letter === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += letter
  }
  row.push(cell.replace(/\r$/, ''))
  rows.push(row)
  return rows.filter((cells) => cells.some((each) => each.trim() !== ''))
}

/** Drawings as areas; other kinds as features without a geometry, so that nothing is lost on the way back. */
export const geoJsonOf = (zones: readonly DeliveryZone[]): string =>
  JSON.stringify(
    {
      type: 'FeatureCollection',
      features: zones.map(({ shape, id: _id, ...rest }) => ({
        type: 'Feature',
        properties: { ...rest, ...(shape.kind === 'polygon' ? {} : { shape }) },
        geometry:
          shape.kind === 'polygon'
            ? { type: 'Polygon', coordinates: [[...shape.ring, ...shape.ring.slice(0, 1)]] }
            : null,
      })),
    },
    null,
    1,
  )

function readGeoJson(text: string): ReadZones {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return wrong('O arquivo não é um GeoJSON que se possa ler.')
  }
  const features = (parsed as { features?: unknown }).features
  const list = Array.isArray(features) ? (features as unknown[]) : [parsed]
  const zones: DeliveryZone[] = []
  for (const [index, feature] of list.entries()) {
    const { geometry, properties } = feature as {
      geometry?: { type?: string; coordinates?: unknown } | null
      properties?: Record<string, unknown> | null
    }
    const rings = ringsOf(geometry)
    const shapes: readonly unknown[] = rings
      ? rings.map((ring) => ({ kind: 'polygon', ring: ring.slice(0, -1) }))
      : [properties?.shape]
    for (const shape of shapes) {
      if (typeof shape !== 'object' || shape === null)
        return wrong(`A área ${index + 1} do arquivo não é um polígono.`)
      zones.push(zoneFrom(shape as ZoneShape, properties ?? {}, index))
    }
  }
  return zones.length === 0 ? wrong('O arquivo não tem nenhuma área.') : { zones, problem: null }
}

/** The outer rings; null: no area. */
function ringsOf(
  geometry: { type?: string; coordinates?: unknown } | null | undefined,
): [number, number][][] | null {
  if (!geometry || !Array.isArray(geometry.coordinates)) return null
  const { type, coordinates } = geometry
  const polygons = (
    type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : []
  ) as unknown[][]
  const rings = polygons.map((polygon) => polygon[0])
  const fine = rings.every(
    (ring) => Array.isArray(ring) && ring.every((point) => Array.isArray(point) && point.length >= 2),
  )
  if (rings.length === 0 || !fine) return null
  return (rings as number[][][]).map((ring) =>
    ring.map(([lng = Number.NaN, lat = Number.NaN]): [number, number] => [
      Math.round(lng * 1e6) / 1e6,
      Math.round(lat * 1e6) / 1e6,
    ]),
  )
}

/** Ours, or a drawing of another program with a name at most. */
function zoneFrom(shape: ZoneShape, properties: Record<string, unknown>, index: number): DeliveryZone {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const whole = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  const maybe = (value: unknown) => (typeof value === 'number' ? value : null)
  const minutes = properties.minutes as { min?: unknown; max?: unknown } | undefined
  return {
    id: crypto.randomUUID(),
    name: text(properties.name) || text(properties.nome) || `Área ${index + 1}`,
    shape,
    deny: properties.deny === true,
    feeCents: whole(properties.feeCents, 700),
    minutes: { min: whole(minutes?.min, 40), max: whole(minutes?.max, 55) },
    minimumCents: whole(properties.minimumCents, 0),
    freeAboveCents: maybe(properties.freeAboveCents),
    courierPayoutCents: maybe(properties.courierPayoutCents),
    windows: Array.isArray(properties.windows) ? (properties.windows as DeliveryZone['windows']) : [],
  }
}
