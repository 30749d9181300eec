import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { districtKey } from '../../../contract/delivery/district-name.ts'
import { zipCodeIn } from '../../../contract/delivery/zip-code-in.ts'
import { metresBetween } from '../../../contract/delivery/points.ts'
import type { DeliveryZone, ZoneShape } from '../../../contract/delivery/zones.ts'
import { seededRandom } from '../../../demo/random.ts'
import { districtIn, prepareZones } from './prepare-zones.rules.ts'
import { sumQuote, type QuoteInput, type RunningModifier } from './quote.rules.ts'

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
const modifier = (changes: Partial<RunningModifier>): RunningModifier => ({
  name: 'Chuva',
  effects: [{ kind: 'fixed', cents: 200 }],
  capCents: null,
  toCourier: false,
  zoneIds: [],
  untilText: '',
  ...changes,
})
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const store = { lat: -23.5535, lng: -46.6915 }
const quote = (zones: DeliveryZone[], changes: Partial<QuoteInput> = {}) =>
  sumQuote({
    prepared: prepareZones(zones),
    store,
    town: { city: 'São Paulo', state: 'SP' },
    timezone: 'America/Sao_Paulo',
    at: evening,
    place: { district: 'Butantã' },
    itemsCents: 6_760,
    modifiers: [],
    paceMinutes: 0,
    ...changes,
  })
/** Steps in plain text: a no-break space is a space. */
const words = (sum: ReturnType<typeof quote>) => sum.steps.map((step) => step.words.replaceAll('\u00a0', ' '))

test('the sum is written step by step, as an owner would', () => {
  const near = zone('Zona 2', districts('Butantã'), { freeAboveCents: 8_000, minutes: { min: 45, max: 60 } })
  const sum = quote([near], { modifiers: [modifier({ untilText: 'até 21:30' })] })
  expect(words(sum)).toEqual([
    'Butantã',
    'Zona 2 (R$ 7,00, 45–60 min)',
    'Chuva até 21:30 (+R$ 2,00)',
    'grátis a partir de R$ 80,00 não vale (faltam R$ 12,40)',
    'R$ 9,00, 45–60 min',
  ])
  expect(sum).toMatchObject({ served: true, feeCents: 900, zoneId: near.id, missingCents: 0 })
})

describe('a district is found however it is written', () => {
  test.each([
    ['São José', 'sao jose'],
    ['São José', 'S. JOSÉ'],
    ['Jardim Paulista', 'Jd. Paulista'],
    ['Vila Madalena', 'vl madalena'],
    ['Parque Dom Pedro', 'Pq. Dom  Pedro'],
    ['Nossa Senhora do Ó', 'N. Sra. do Ó'],
    ['Conjunto Residencial Butantã', 'Conj. Res. Butantã'],
    ['Santo André', 'Sto André'],
    ['Setor Bueno', 'St. Bueno'],
    ['Setor Bueno', 'Set. Bueno'],
    ['Cohab II', 'Cohab 2'],
    ['Conjunto Habitacional São Pedro', 'Conj. Hab. São Pedro'],
    ['Recanto das Emas', 'Rec. das Emas'],
  ])('%s as %s', (name, written) => {
    expect(districtKey(written)).toBe(districtKey(name))
    expect(quote([zone('Perto', districts(name))], { place: { district: written } }).served).toBe(true)
  })

  test.each([
    ['Asa Norte', 'Plano Piloto (Asa Norte)'],
    ['Jardim América', 'Jardin Amérca'],
    ['Centro', 'Centro - São Paulo/SP'],
  ])('%s as %s, and the sum says both', (name, written) => {
    const sum = quote([zone('Perto', districts(name, 'Vila Nova'))], { place: { district: written } })
    expect([sum.served, words(sum)[0]]).toEqual([true, `${written}: ${name}`])
  })

  test('but not one of another town, nor one of two that it may be', () => {
    const near = [zone('Perto', districts('Centro', 'Vila Nova', 'Vila Nora'))]
    for (const district of ['Centro - Osasco', 'Vila Nola', 'Centro (Osasco)'])
      expect(quote(near, { place: { district } }).refusal, district).toBe('outside')
  })

  test('by another name that the owner gave it; a name of JavaScript is a name like any other', () => {
    const pinheiros = zone('Perto', {
      kind: 'district',
      districts: [{ name: 'Pinheiros', aliases: ['Baixo Pinheiros'] }],
    })
    expect(quote([pinheiros], { place: { district: 'baixo pinheiros' } }).served).toBe(true)
    for (const odd of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(quote([pinheiros], { place: { district: odd } }).refusal).toBe('outside')
  })
})

test('a line of text names its CEP and its district, the longest and last one, as whole words', () => {
  const zones = prepareZones([
    zone('Um', { kind: 'district', districts: [{ name: 'Vila Sônia', aliases: ['Morumbi Sul'] }] }),
    zone('Dois', districts('Sônia', 'Centro', 'Paulista', 'Jardim Paulista')),
  ])
  for (const [text, expected] of [
    ['Rua das Acácias, 12, vl sonia', 'Vila Sônia'],
    ['Av. Paulista 900, Jd. Paulista', 'Jardim Paulista'],
    ['Avenida Paulista, 900 - Centro', 'Centro'],
    ['rua x 3, MORUMBI SUL, São Paulo', 'Vila Sônia'],
    ['Rua Centropolis, 4', null],
    ['Rua das Flores 10 Jardim Paulsita', 'Jardim Paulista'],
    ['constructor __proto__', null],
    ['', null],
  ] as const)
    expect([text, districtIn(zones, text, null)]).toEqual([text, expected])
  expect(['05.501-000', 'Rua A, 5 05501-000 SP', '05501 000'].map(zipCodeIn)).toEqual(
    Array.from({ length: 3 }, () => '05501000'),
  )
  expect(['123456789', 'rua 1234', '(11) 98765-4321'].map(zipCodeIn)).toEqual([null, null, null])
})

describe('the first zone that fits decides', () => {
  const band = zone('Até 3 km', { kind: 'radius', fromMetres: 0, toMetres: 3_000 }, { feeCents: 500 })
  const far = zone('Até 6 km', { kind: 'radius', fromMetres: 3_000, toMetres: 6_000 }, { feeCents: 900 })
  const street = zone('Faria Lima', { kind: 'cep', from: '01451000', to: '01452999' }, { feeCents: 300 })
  const north = (metres: number) => ({ lat: store.lat + metres / 111_195, lng: store.lng })

  test('in the owner’s order, whatever their kinds', () => {
    const place = { zipCode: '01451001', point: north(1_000) }
    expect(quote([street, band], { place }).feeCents).toBe(300)
    expect(quote([band, street], { place }).feeCents).toBe(500)
  })

  test('but a zone without delivery always comes first', () => {
    const no = zone('Beco do Rato', districts('Centro'), { deny: true })
    const sum = quote([zone('Centro', districts('Centro')), no], { place: { district: 'centro' } })
    expect(sum).toMatchObject({ served: false, refusal: 'denied', feeCents: 0 })
    expect(words(sum)).toEqual(['centro', 'não entregamos em Beco do Rato'])
  })

  test('by distance from the store, each band with its outer edge', () => {
    expect(quote([far, band], { place: { point: north(2_999) } }).feeCents).toBe(500)
    expect(quote([far, band], { place: { point: north(3_002) } }).feeCents).toBe(900)
    expect(quote([far, band], { place: { point: north(6_010) } }).refusal).toBe('outside')
  })

  test('at its hours, and says them where no other zone fits', () => {
    const lunch = zone('Almoço', districts('Butantã'), {
      feeCents: 200,
      windows: [
        { weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'], start: '11:00', end: '15:00' },
      ],
    })
    const night = zone('Noite', districts('Butantã'), { feeCents: 800 })
    expect(quote([lunch, night]).feeCents).toBe(800)
    expect(quote([lunch, night], { at: new Date('2026-11-20T15:00:00Z') }).feeCents).toBe(200)
    const closed = quote([lunch])
    expect([closed.refusal, words(closed).at(-1)]).toEqual([
      'hours',
      'Almoço só atende seg a sex, 11:00 às 15:00',
    ])
  })

  test('and what cannot be known is said', () => {
    expect(words(quote([band])).at(-1)).toBe('nenhum bairro ou CEP bate, e falta o ponto do endereço')
    expect(words(quote([band], { store: null, place: { point: north(1) } })).at(-1)).toBe(
      'falta o ponto da loja no mapa, em Ajustes, Loja',
    )
    expect(quote([]).refusal).toBe('unset')
  })
})

describe('modifiers', () => {
  const plain = zone('Zona 1', districts('Butantã'), { feeCents: 1_000, courierPayoutCents: 600 })

  test('apply in one order: minutes and minimum, then what is added, then percent', () => {
    const sum = quote([plain], {
      modifiers: [
        modifier({ name: 'Noite', effects: [{ kind: 'percent', percent: 50 }] }),
        modifier({
          effects: [
            { kind: 'fixed', cents: 200 },
            { kind: 'minutes', minutes: 10 },
          ],
        }),
        modifier({ name: 'Lotado', effects: [{ kind: 'minimum', cents: 9_000 }] }),
      ],
    })
    expect(words(sum).slice(2)).toEqual([
      'Chuva (+10 min)',
      'Lotado (mínimo R$ 90,00)',
      'Chuva (+R$ 2,00)',
      'Noite (+R$ 6,00)',
      'pedido mínimo R$ 90,00 (faltam R$ 22,40)',
      'R$ 18,00, 50–65 min',
    ])
    expect(sum).toMatchObject({ feeCents: 1_800, minimumCents: 9_000, missingCents: 2_240 })
  })

  test('are held by their cap, which lowers nothing', () => {
    const capped = (capCents: number) =>
      quote([plain], { modifiers: [modifier({ capCents, effects: [{ kind: 'percent', percent: 100 }] })] })
        .feeCents
    expect([capped(1_500), capped(800), capped(5_000)]).toEqual([1_500, 1_000, 2_000])
  })

  test('go to the courier only where the owner said so', () => {
    const given = quote([plain], { modifiers: [modifier({ toCourier: true })] })
    expect([given.courierPayoutCents, words(given)[2]]).toEqual([
      800,
      'Chuva (+R$ 2,00, vai para o entregador)',
    ])
    expect(quote([plain], { modifiers: [modifier({})] }).courierPayoutCents).toBe(600)
  })

  test('close the zones they name, and no other', () => {
    const other = zone('Zona 9', districts('Lapa'))
    const modifiers = [
      modifier({ name: 'Ponte fechada', effects: [{ kind: 'closeZone' }], zoneIds: [plain.id] }),
    ]
    expect(quote([plain, other], { modifiers })).toMatchObject({ served: false, refusal: 'closed' })
    expect(quote([plain, other], { modifiers, place: { district: 'Lapa' } }).served).toBe(true)
  })

  test('come before a free delivery, which takes them all away', () => {
    const free = { ...plain, freeAboveCents: 5_000 }
    const sum = quote([free], { modifiers: [modifier({})] })
    expect([sum.feeCents, words(sum).at(-1)]).toEqual([0, 'grátis, 40–55 min'])
  })
})

test('in any set of rules no fee is negative, and the same question has the same answer', () => {
  const random = seededRandom(7)
  const effects = [
    () => ({ kind: 'fixed', cents: random.int(20_001) - 10_000 }) as const,
    () => ({ kind: 'percent', percent: random.int(401) - 100 }) as const,
    () => ({ kind: 'minutes', minutes: random.int(361) - 120 }) as const,
    () => ({ kind: 'minimum', cents: random.int(20_000) }) as const,
  ]
  const runs = 10_000
  const wrong: object[] = []
  for (let run = 0; run < runs; run += 1) {
    const one = zone('Zona', districts('Butantã'), {
      feeCents: random.int(100_001),
      freeAboveCents: random.chance(0.3) ? random.int(20_000) : null,
    })
    const modifiers = Array.from({ length: random.int(6) }, () =>
      modifier({
        effects: [effects[random.int(effects.length)]?.() ?? { kind: 'closeZone' }],
        capCents: random.chance(0.3) ? random.int(100_001) : null,
      }),
    )
    const changes = { modifiers, itemsCents: random.int(20_000) }
    const sum = quote([one], changes)
    const fits = Number.isInteger(sum.feeCents) && sum.feeCents >= 0 && sum.feeCents <= 1_000_000
    const soon = (sum.minutes?.min ?? 0) < 1
    const again = JSON.stringify(quote([one], changes)) !== JSON.stringify(sum)
    if (!fits || soon || again) wrong.push({ one, changes, sum })
  }
  expect(wrong).toEqual([])
})

test('random places among zones of every kind get the zone that looking at each in turn finds, at edges too', () => {
  const random = seededRandom(20261124)
  const around = (spread: number) => (random.int(2 * spread + 1) - spread) / 1e6
  const names = ['Butantã', 'Lapa', 'Pinheiros', 'Vila Sônia', 'Moema']
  const shape = (): ZoneShape => {
    const kind = random.int(4)
    if (kind === 0) return districts(...names.filter(() => random.chance(0.4)), 'Centro')
    if (kind === 1) {
      const fromMetres = random.int(4) * 1_000
      return { kind: 'radius', fromMetres, toMetres: fromMetres + 1_000 * (1 + random.int(3)) }
    }
    const from = 5_000_000 + random.int(40)
    if (kind === 2) return { kind: 'cep', from: `0${from}`, to: `0${from + random.int(20)}` }
    const [lng, lat] = [store.lng + around(30_000), store.lat + around(30_000)]
    const [width, height] = [10 + random.int(40_000), 10 + random.int(40_000)]
    const corners = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
    return {
      kind: 'polygon',
      ring: corners.map(([x, y]) => [Math.round(lng * 1e6 + x) / 1e6, Math.round(lat * 1e6 + y) / 1e6]),
    }
  }
  const wrong: object[] = []
  const kinds = new Map<string, number>()
  for (let config = 0; config < 1_000; config += 1) {
    const zones = Array.from({ length: 1 + random.int(12) }, (_, at) =>
      zone(`Z${at}`, shape(), { deny: random.chance(0.15) }),
    )
    const prepared = prepareZones(zones)
    for (let ask = 0; ask < 100; ask += 1) {
      const place = randomPlace(random, zones, [...names, 'Tatuapé'])
      const sum = quote([], { prepared, place })
      const expected = inTurn(zones, place)
      kinds.set(expected?.shape.kind ?? 'none', (kinds.get(expected?.shape.kind ?? 'none') ?? 0) + 1)
      if (sum.zoneId !== (expected?.id ?? null) || sum.served !== (expected !== null && !expected.deny))
        wrong.push({ zones, place, sum, expected })
    }
  }
  expect(wrong.slice(0, 1)).toEqual([])
  for (const kind of ['district', 'radius', 'cep', 'polygon', 'none'])
    expect([kind, (kinds.get(kind) ?? 0) > 2_000]).toEqual([kind, true])
}, 60_000)

/** Often a corner or the edge of a zone, the last CEP of a band, or exactly as far as a ring reaches. */
function randomPlace(random: ReturnType<typeof seededRandom>, zones: DeliveryZone[], names: string[]) {
  const aimed = zones[random.int(zones.length)]?.shape
  const free = {
    lat: store.lat + (random.int(80_000) - 40_000) / 1e6,
    lng: store.lng + (random.int(80_000) - 40_000) / 1e6,
  }
  const [corner, next] = aimed?.kind === 'polygon' ? [aimed.ring[0], aimed.ring[1]] : []
  const edge = corner && next ? { lng: Math.round((corner[0] + next[0]) * 5e5) / 1e6, lat: corner[1] } : free
  const point = random.chance(0.1) ? null : random.chance(0.5) ? edge : free
  const zipCode = aimed?.kind === 'cep' && random.chance(0.5) ? aimed.to : `0${5_000_000 + random.int(80)}`
  return {
    district: random.chance(0.3) ? (names[random.int(names.length)] ?? null) : null,
    zipCode: random.chance(0.3) ? zipCode : null,
    point,
  }
}

/** Zones that say no first, then the list; each is asked on its own, in whole millionths of a degree. */
function inTurn(
  zones: readonly DeliveryZone[],
  place: { district: string | null; zipCode: string | null; point: { lat: number; lng: number } | null },
): DeliveryZone | null {
  const has = ({ shape }: DeliveryZone): boolean => {
    const { district, zipCode, point } = place
    if (shape.kind === 'district')
      return district !== null && shape.districts.some(({ name }) => name === district)
    if (shape.kind === 'cep')
      return zipCode !== null && Number(zipCode) >= Number(shape.from) && Number(zipCode) <= Number(shape.to)
    if (!point) return false
    if (shape.kind === 'radius') {
      const metres = metresBetween(store, point)
      return metres <= shape.toMetres && (shape.fromMetres === 0 || metres > shape.fromMetres)
    }
    const whole = (degrees: number) => Math.round(degrees * 1e6)
    const [xs, ys] = [
      shape.ring.map(([lng]) => whole(lng ?? 0)),
      shape.ring.map(([, lat]) => whole(lat ?? 0)),
    ]
    const [x, y] = [whole(point.lng), whole(point.lat)]
    return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys)
  }
  return zones.find((one) => one.deny && has(one)) ?? zones.find((one) => !one.deny && has(one)) ?? null
}
