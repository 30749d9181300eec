import { metresBetween, type MapPoint } from '../contract/delivery/points.ts'
import type { DeliveryZone } from '../contract/delivery/zones.ts'
import type { DemoStore } from './demo-stores.ts'
import type { Random } from './random.ts'

/** Where the customers of a store beyond its own district live. */
const neighbours: Readonly<Record<string, readonly [string, string, string, string]>> = {
  'Vila Madalena': ['Pinheiros', 'Sumarezinho', 'Alto de Pinheiros', 'Perdizes'],
  Pinheiros: ['Vila Madalena', 'Jardim Paulistano', 'Jardim Europa', 'Cerqueira César'],
  Butantã: ['Vila Indiana', 'Cidade Universitária', 'Caxingui', 'Jardim Bonfiglioli'],
  Adrianópolis: ['Nossa Senhora das Graças', 'Parque 10 de Novembro', 'Aleixo', 'São Geraldo'],
}
const elsewhere = ['Jardim América', 'Vila Nova', 'Parque São Jorge', 'Santa Cecília'] as const

const homeMetres = 1_700

/** Most live near, few far, none beyond six kilometres; more to the north than to the south. */
export function demoPlace(
  store: DemoStore,
  person: Random,
): MapPoint & { readonly district: string; readonly street: string } {
  const distance = 250 + 5_600 * person.next() ** 1.8
  const angle = 2 * Math.PI * person.next()
  const north = distance * Math.sin(angle) * (Math.sin(angle) > 0 ? 1 : 0.7)
  const { street, ...home } = onStreet(distance * Math.cos(angle), north, person)
  const lat = store.lat + home.north / 111_195
  const lng = store.lng + home.east / (111_195 * Math.cos((store.lat * Math.PI) / 180))
  const point = { lat: Math.round(lat * 1e5) / 1e5, lng: Math.round(lng * 1e5) / 1e5 }
  const quarter = Math.floor((angle / (2 * Math.PI)) * 4)
  const around = neighbours[store.district] ?? elsewhere
  const near = metresBetween(store, point) <= homeMetres
  return { ...point, street, district: near ? store.district : (around[quarter] ?? store.district) }
}

const streetNames = [
  'das Acácias',
  'do Mercado',
  'do Sol',
  'da Figueira',
  'dos Ipês',
  'das Laranjeiras',
  'da Estação',
  'do Moinho',
  'das Andorinhas',
  'do Poço',
  'da Ladeira',
  'dos Jasmins',
  'da Fonte',
  'do Chafariz',
  'das Pitangueiras',
  'da Capela',
] as const

/** Half of the homes are in streets from west to east, the others in streets from south to north. */
function onStreet(east: number, north: number, person: Random) {
  const across = person.chance(0.5)
  const apart = across ? 230 : 340
  const number = Math.round((across ? north : east) / apart)
  const [kind, other] = across ? (['Rua', 'Alameda'] as const) : (['Avenida', 'Travessa'] as const)
  const rank = ((number % 32) + 32) % 32
  const street = `${rank < 16 ? kind : other} ${streetNames[rank % 16] ?? ''}`
  return across ? { east, north: number * apart, street } : { east: number * apart, north, street }
}

/** Two bands, a drawing to the north, and a place without delivery. */
export function demoZones(store: DemoStore): readonly DeliveryZone[] {
  const id = (last: number) => `${store.id.slice(0, -3)}d0${last}`
  const zone = (last: number, name: string, shape: DeliveryZone['shape'], more: Partial<DeliveryZone>) => ({
    id: id(last),
    name,
    shape,
    deny: false,
    feeCents: 490,
    minutes: { min: 25, max: 35 },
    minimumCents: 0,
    freeAboveCents: 12_000,
    courierPayoutCents: null,
    windows: [],
    ...more,
  })
  const at = (east: number, north: number): [number, number] => [
    Math.round((store.lng + east / 102_000) * 1e6) / 1e6,
    Math.round((store.lat + north / 111_195) * 1e6) / 1e6,
  ]
  const corners: [number, number][] = [
    at(-3_900, 900),
    at(3_800, 700),
    at(4_600, 2_900),
    at(2_400, 5_300),
    at(-1_200, 5_600),
    at(-4_400, 3_300),
  ]
  return [
    zone(1, 'Pertinho', { kind: 'radius', fromMetres: 0, toMetres: 1_500 }, {}),
    zone(
      2,
      'Bairro',
      { kind: 'radius', fromMetres: 1_500, toMetres: 3_000 },
      {
        feeCents: 790,
        minutes: { min: 35, max: 45 },
      },
    ),
    zone(
      3,
      'Lado norte',
      { kind: 'polygon', ring: corners },
      {
        feeCents: 1_290,
        minutes: { min: 45, max: 60 },
        minimumCents: 3_000,
        freeAboveCents: null,
      },
    ),
    zone(4, store.district, { kind: 'district', districts: [{ name: store.district, aliases: [] }] }, {}),
    zone(
      5,
      'Beira-Rio',
      { kind: 'district', districts: [{ name: 'Beira-Rio', aliases: [] }] },
      {
        deny: true,
        feeCents: 0,
        freeAboveCents: null,
      },
    ),
  ]
}
