import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { FoundPoint } from '../../../contract/delivery/quote.ts'
import type { DeliveryZone, ZoneShape } from '../../../contract/delivery/zones.ts'
import { prepareZones } from './prepare-zones.rules.ts'
import { sumQuote, type QuoteInput } from './quote.rules.ts'

const zone = (name: string, shape: ZoneShape, changes: Partial<DeliveryZone> = {}): DeliveryZone => ({
  id: randomUUID(),
  name,
  shape,
  deny: false,
  feeCents: 700,
  minutes: { min: 40, max: 55 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
  ...changes,
})
const districts = (...names: string[]): ZoneShape => ({
  kind: 'district',
  districts: names.map((name) => ({ name, aliases: [] })),
})
const band = (fromMetres: number, toMetres: number): ZoneShape => ({ kind: 'radius', fromMetres, toMetres })
const zipCodes = (from: string, to: string): ZoneShape => ({ kind: 'cep', from, to })
const store = { lat: -23.5535, lng: -46.6915 }
/** This many metres north of the store. */
const north = (metres: number): MapPoint => ({ lat: store.lat + metres / 111_195, lng: store.lng })
const square = (middle: MapPoint, metres: number): ZoneShape => {
  const half = metres / 111_195
  const corner = (x: number, y: number): [number, number] => [middle.lng + x * half, middle.lat + y * half]
  return { kind: 'polygon', ring: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] }
}
const quote = (zones: DeliveryZone[], place: QuoteInput['place'], more: Partial<QuoteInput> = {}) =>
  sumQuote({
    prepared: prepareZones(zones),
    store,
    town: { city: 'São Paulo', state: 'SP' },
    timezone: 'America/Sao_Paulo',
    at: new Date('2026-11-20T22:00:00Z'),
    place,
    itemsCents: 6_760,
    modifiers: [],
    paceMinutes: 0,
    ...more,
  })
const learnt = (at: MapPoint, metres: number): Partial<QuoteInput> => ({
  hints: { point: { source: 'district', metres, ...at }, zipCodes: null, district: null },
})
const names = ({ choices }: ReturnType<typeof quote>) => choices.map(({ name }) => name)

describe('an address without a point', () => {
  const near = zone('Perto', band(0, 2_000))
  const far = zone('Longe', band(2_000, 6_000), { feeCents: 1_200 })

  test('has the zone of its district, whatever drawings there are', () => {
    const sum = quote(
      [zone('Lagoa', square(north(500), 100), { deny: true }), zone('Centro', districts('Centro')), near],
      {
        district: 'Centro',
      },
    )
    expect(sum).toMatchObject({ served: true, zoneName: 'Centro', decidedBy: 'district', point: null })
  })

  test('that nothing decides leaves the zones to staff, by name and fee', () => {
    const closed = zone('Sexta de manhã', band(0, 9_000), {
      windows: [{ weekdays: ['FRIDAY'], start: '08:00', end: '10:00' }],
    })
    const sum = quote(
      [near, far, closed, zone('Rio', square(store, 50), { deny: true }), zone('Lapa', districts('Lapa'))],
      { district: 'Pinheiros' },
    )
    expect(sum).toMatchObject({ served: false, refusal: 'unknown', feeCents: 0, decidedBy: null })
    expect(sum.choices).toEqual([
      { zoneId: near.id, name: 'Perto', feeCents: 700, minutes: { min: 40, max: 55 } },
      { zoneId: far.id, name: 'Longe', feeCents: 1_200, minutes: { min: 40, max: 55 } },
    ])
  })

  test('and without a district is not refused as outside: the district is what is missing', () => {
    const list = [zone('Centro', districts('Centro')), zone('Lapa', districts('Lapa'))]
    const byPoint = quote(list, { point: north(10) })
    expect([byPoint.refusal, byPoint.steps.at(-1)?.words]).toEqual([
      'unknown',
      'nenhum desenho tem este ponto, e falta o bairro',
    ])
    expect(names(quote(list, { zipCode: '05409000' }))).toEqual(['Centro', 'Lapa'])
    expect(quote(list, { district: 'Tatuapé' }).refusal).toBe('outside')
  })

  test('has the zone that staff chose, with their name in the sum', () => {
    const chosen = { zoneId: far.id, by: 'Ana' }
    const sum = quote([near, far], { district: 'Pinheiros' }, { chosen })
    expect(sum).toMatchObject({ served: true, zoneName: 'Longe', feeCents: 1_200, decidedBy: 'staff' })
    expect(sum.steps.map(({ words }) => words)).toContain('área escolhida por Ana')
  })

  test('no choice goes against what the address decides, nor to a zone that says no or is not the store’s', () => {
    const no = zone('Rio', square(north(90_000), 50), { deny: true })
    const centre = zone('Centro', districts('Centro'))
    const choose = (zoneId: string, place: QuoteInput['place']) =>
      quote([no, centre, near, far], place, { chosen: { zoneId, by: 'Ana' } })
    expect(choose(far.id, { district: 'Centro' }).zoneName).toBe('Centro')
    expect(choose(far.id, { district: 'X', point: north(100) }).zoneName).toBe('Perto')
    for (const zoneId of [no.id, randomUUID(), centre.id])
      expect(choose(zoneId, { district: 'Pinheiros' })).toMatchObject({ served: false, refusal: 'unknown' })
  })
})

describe('a circle around the address', () => {
  const near = zone('Perto', band(0, 2_000))
  const far = zone('Longe', band(2_000, 6_000))
  const place = { district: 'Pinheiros' }

  test('decides where all of it is in one zone, and says how exact that is', () => {
    const sum = quote([near, far], place, learnt(north(1_000), 800))
    expect(sum).toMatchObject({
      zoneName: 'Perto',
      decidedBy: 'point',
      point: { source: 'district', metres: 800 },
    })
    expect(sum.steps[1]).toEqual({
      kind: 'found',
      words: 'pelas entregas a este bairro, até 800\u00a0m de diferença',
    })
    expect(quote([near, far], place, learnt(north(4_000), 1_900)).zoneName).toBe('Longe')
  })

  test('that reaches into another zone, or out of all, decides nothing', () => {
    const across = quote([near, far], place, learnt(north(1_500), 800))
    expect([across.refusal, names(across)]).toEqual(['unknown', ['Perto', 'Longe']])
    expect(across.steps.at(-1)?.words).toBe(
      'pelas entregas a este bairro, até 800\u00a0m de diferença: pode ser Perto ou Longe',
    )
    const edge = quote([near, far], place, learnt(north(5_900), 300))
    expect([edge.refusal, names(edge)]).toEqual(['unknown', ['Longe']])
    expect(quote([near, far], place, learnt(north(8_000), 500)).refusal).toBe('outside')
  })

  test('that a drawing cuts decides nothing, however small the drawing is', () => {
    const lake = zone('Lagoa', square(north(1_000), 20), { deny: true })
    expect(quote([lake, near], place, learnt(north(900), 300))).toMatchObject({
      refusal: 'unknown',
      choices: [{ name: 'Perto' }],
    })
    expect(quote([lake, near], place, learnt(north(600), 300)).zoneName).toBe('Perto')
    const park = zone('Parque', square(north(1_000), 900))
    expect(quote([park, near], place, learnt(north(1_000), 800)).zoneName).toBe('Parque')
    expect(quote([park, near], place, learnt(north(1_000), 901)).refusal).toBe('unknown')
    expect(quote([lake], place, learnt(north(1_000), 10))).toMatchObject({
      refusal: 'denied',
      decidedBy: 'point',
    })
  })

  test('never beats a point, a district or a CEP', () => {
    const list = [
      zone('Centro', districts('Centro')),
      zone('CEP', zipCodes('05400000', '05499999')),
      near,
      far,
    ]
    const wrong = learnt(north(4_000), 100)
    expect(quote(list, { district: 'Centro' }, wrong).zoneName).toBe('Centro')
    expect(quote(list, { district: 'X', zipCode: '05409000' }, wrong)).toMatchObject({
      zoneName: 'CEP',
      decidedBy: 'zipCode',
    })
    expect(quote(list, { district: 'X', point: north(10) }, wrong).zoneName).toBe('Perto')
  })

  test('decides as every door in it would, for any bands and drawings', () => {
    const list = [
      zone('Não', square(north(2_500), 300), { deny: true }),
      zone('Praça', square({ lat: store.lat - 0.01, lng: store.lng + 0.01 }, 700)),
      near,
      far,
    ]
    let decided = 0
    for (let at = 0; at < 400; at += 1) {
      const turn = at * 2.399963
      const distance = at * 17
      const middle = {
        lat: store.lat + (distance * Math.cos(turn)) / 111_195,
        lng: store.lng + (distance * Math.sin(turn)) / 101_900,
      }
      const metres = 40 + ((at * 37) % 900)
      const sum = quote(list, place, learnt(middle, metres))
      if (sum.refusal === 'unknown') continue
      decided += 1
      for (let door = 0; door < 16; door += 1) {
        const reach = (metres * 0.98 * ((door % 4) + 1)) / 4
        const angle = (door * Math.PI) / 8
        const point = {
          lat: middle.lat + (reach * Math.cos(angle)) / 111_195,
          lng: middle.lng + (reach * Math.sin(angle)) / (111_195 * Math.cos((middle.lat * Math.PI) / 180)),
        }
        const own = quote(list, { ...place, point })
        expect([at, door, own.zoneName, own.refusal]).toEqual([at, door, sum.zoneName, sum.refusal])
      }
    }
    expect(decided).toBeGreaterThan(150)
  })
})

test('a district whose deliveries had CEPs of one zone is in that zone', () => {
  const list = [zone('A', zipCodes('05400000', '05449999')), zone('B', zipCodes('05450000', '05499999'))]
  const within = (from: string, to: string) =>
    quote(list, { district: 'Pinheiros' }, { hints: { point: null, zipCodes: { from, to }, district: null } })
  const sum = within('05409000', '05422010')
  expect([sum.zoneName, sum.decidedBy, sum.steps[1]?.words]).toEqual([
    'A',
    'zipCode',
    'pelos CEPs das entregas a este bairro, 05409-000 a 05422-010',
  ])
  expect(names(within('05409000', '05451000'))).toEqual(['A', 'B'])
  expect(within('01310000', '01310999').refusal).toBe('outside')
})

test('a quote says where its point comes from', () => {
  const near = [zone('Perto', band(0, 2_000))]
  const said = (pointSource: FoundPoint['source'] | undefined) =>
    quote(near, { district: 'X', point: north(10), pointSource }).steps.find(({ kind }) => kind === 'found')
      ?.words
  expect([said('map'), said('pin'), said('order'), said(undefined)]).toEqual([
    'ponto marcado no mapa',
    'ponto enviado pelo cliente',
    'ponto da última entrega neste endereço',
    undefined,
  ])
  const geocoded = (metres: number) =>
    quote(
      near,
      { district: 'X' },
      { hints: { point: { source: 'geocoder', metres, ...north(10) }, zipCodes: null, district: null } },
    ).steps[1]?.words
  expect([geocoded(0), geocoded(1_250)]).toEqual([
    'rua e número achados no mapa',
    'rua achada no mapa, até 1,3\u00a0km de diferença',
  ])
})
