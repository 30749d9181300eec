import { describe, expect, test } from 'vitest'
import type { DeliveryZone, ZoneShape } from '../../../contract/delivery/zones.ts'
import { fromPlane, onPlane, planeAround, withCorner } from '../map/plane.rules.ts'
import { csvOf, geoJsonOf, readZones } from './zone-files.rules.ts'
import { changedTogether, districtsOf, formOf, moved, placeWords, zoneOf } from './zone-form.rules.ts'

const zone = (name: string, shape: ZoneShape, changes: Partial<DeliveryZone> = {}): DeliveryZone => ({
  id: crypto.randomUUID(),
  name,
  shape,
  deny: false,
  feeCents: 790,
  minutes: { min: 35, max: 45 },
  minimumCents: 3_000,
  freeAboveCents: 8_000,
  courierPayoutCents: null,
  windows: [],
  ...changes,
})
const all: readonly DeliveryZone[] = [
  zone('Bairro', {
    kind: 'district',
    districts: [
      { name: 'Pinheiros', aliases: ['Baixo Pinheiros', 'Largo'] },
      { name: 'Lapa', aliases: [] },
    ],
  }),
  zone('Pertinho', { kind: 'radius', fromMetres: 0, toMetres: 1_500 }, { freeAboveCents: null }),
  zone('Faixa', { kind: 'cep', from: '05400000', to: '05499999' }, { courierPayoutCents: 500 }),
  zone(
    'Não; "aqui"',
    {
      kind: 'polygon',
      ring: [
        [-46.7, -23.6],
        [-46.6, -23.6],
        [-46.6, -23.5],
      ],
    },
    { deny: true },
  ),
]
const withoutIds = (zones: readonly DeliveryZone[] | null) => zones?.map(({ id: _id, ...rest }) => rest)

test('a zone survives its own form', () => {
  for (const one of all)
    expect(zoneOf(formOf(one))).toEqual(
      one.deny
        ? { ...one, feeCents: 0, minutes: { min: 1, max: 1 }, minimumCents: 0, freeAboveCents: null }
        : withCeps(one),
    )
})
/** The form writes a CEP with its hyphen, which the contract takes out again. */
const withCeps = (one: DeliveryZone): DeliveryZone =>
  one.shape.kind === 'cep' ? { ...one, shape: { kind: 'cep', from: '05400-000', to: '05499-999' } } : one

describe('a file', () => {
  test('brings back the zones that went into it', () => {
    expect(withoutIds(readZones(csvOf(all)).zones)).toEqual(withoutIds(all))
    expect(withoutIds(readZones(geoJsonOf(all)).zones)).toEqual(withoutIds(all))
  })

  test('never holds a formula', () => {
    const text = csvOf([zone('=1+2', { kind: 'district', districts: [{ name: '@Lapa', aliases: [] }] })])
    expect(text).toContain("'=1+2;bairro;'@Lapa;")
    expect(readZones(text).zones?.[0]?.name).toBe('=1+2')
  })

  test.each([
    ['', 'O arquivo está vazio.'],
    ['nome;tipo;onde\nA;bairro;B', 'Falta a coluna “taxa” na primeira linha.'],
    ['nome;tipo;onde;taxa\nA;estrela;B;7,00', 'Linha 2: não entendemos o tipo ou o lugar.'],
    ['nome;tipo;onde;taxa\nA;bairro;B;NaN', 'Linha 2: a taxa precisa ser como 7,00.'],
    ['nome;tipo;onde;taxa\nA;bairro;B;-0,01', 'Linha 2: a taxa precisa ser como 7,00.'],
    ['{"type":', 'O arquivo não é um GeoJSON que se possa ler.'],
    ['{"type":"Point","coordinates":[1,2]}', 'A área 1 do arquivo não é um polígono.'],
  ])('that says %j is answered with %j', (text, problem) => {
    expect(readZones(text)).toEqual({ zones: null, problem })
  })

  test('of more than a megabyte is not read', () => {
    expect(readZones('x'.repeat(1_000_001)).problem).toBe('O arquivo pode ter até 1\u00a0MB.')
  })
})

test('all fees change together, and none falls below nothing', () => {
  const change = (kind: 'cents' | 'percent', by: number) =>
    changedTogether(all, { fee: { kind, by }, minutes: -40 }).map(({ feeCents }) => feeCents)
  expect(change('cents', 100)).toEqual([890, 890, 890, 790])
  expect(change('percent', 10)).toEqual([869, 869, 869, 790])
  expect(change('cents', -1_000)).toEqual([0, 0, 0, 790])
  expect(changedTogether(all, { fee: { kind: 'cents', by: 0 }, minutes: -40 })[0]?.minutes).toEqual({
    min: 1,
    max: 5,
  })
})

test('a zone has a few words for its place', () => {
  expect(all.map(placeWords)).toEqual([
    '2 bairros',
    'até 1,5\u00a0km',
    'CEP 05400-000 a 05499-999',
    'desenhada, 3 pontos',
  ])
  expect(districtsOf(' Lapa \n\nVila = V., Vilinha')).toEqual([
    { name: 'Lapa', aliases: [] },
    { name: 'Vila', aliases: ['V.', 'Vilinha'] },
  ])
})

test('a zone moves up and down the list', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
})

test('a point of the plane is the same point of the earth', () => {
  const plane = planeAround([], { lat: -23.55, lng: -46.69 }, 3_000, { width: 600, height: 400 })
  const [x, y] = onPlane(plane, { lat: -23.56, lng: -46.7 })
  expect(fromPlane(plane, x, y)).toEqual({ lat: -23.56, lng: -46.7 })
  expect(onPlane(plane, plane.centre)).toEqual([300, 200])
})

test('a new corner goes into the side it is nearest to', () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const
  expect(withCorner(ring, [11, 5])).toEqual([
    [0, 0],
    [10, 0],
    [11, 5],
    [10, 10],
    [0, 10],
  ])
  expect(withCorner(ring, [-1, 5]).at(-1)).toEqual([-1, 5])
})
