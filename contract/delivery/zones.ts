import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { zipCodeText } from '../shared/brazil.ts'
import { columnInteger, seenRevision } from '../shared/integers.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { mapPoint, ringPoint } from './points.ts'
import { windowsText } from './windows.ts'

export const maxZones = 1_200
/** Of all zones of a store together. */
export const maxDistricts = 5_000
export const maxVertices = 500
/** Of all drawings of a store together. */
export const maxPoints = 50_000
export const furthestMetres = 100_000

/** A fee of R$ 1.000 is a typing mistake. */
export const deliveryCents = z
  .int('Informe o valor em centavos.')
  .check(z.gte(0, 'O valor não pode ser negativo.'), z.lte(100_000, 'O valor pode ter até R$\u00a01.000,00.'))
const orderValue = z
  .int('Informe o valor em centavos.')
  .check(
    z.gte(0, 'O valor não pode ser negativo.'),
    z.lte(1_000_000, 'O valor pode ter até R$\u00a010.000,00.'),
  )
const minutes = z
  .int('Informe os minutos.')
  .check(z.gte(1, 'No mínimo 1 minuto.'), z.lte(360, 'No máximo 360 minutos.'))

const districtText = z
  .string('Informe o bairro.')
  .check(z.trim(), z.minLength(1, 'Informe o bairro.'), z.maxLength(80, 'No máximo 80 letras.'), plainName())

const district = z.strictObject({
  name: districtText,
  /** Other ways to write it; accents, case and usual abbreviations need none. */
  aliases: z.array(districtText).check(z.maxLength(20, 'No máximo 20 outros nomes.')),
})

const metres = z
  .int('Informe a distância em metros.')
  .check(z.gte(0, 'A distância não pode ser negativa.'), z.lte(furthestMetres, 'No máximo 100\u00a0km.'))

export const zoneShape = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('district'),
      districts: z
        .array(district)
        .check(z.minLength(1, 'Informe ao menos um bairro.'), z.maxLength(1_000, 'No máximo 1.000 bairros.')),
    }),
    /** A ring around the store: from `fromMetres` (not included, unless 0) to `toMetres` (included). */
    z.strictObject({ kind: z.literal('radius'), fromMetres: metres, toMetres: metres }),
    /** Both ends included. */
    z.strictObject({ kind: z.literal('cep'), from: zipCodeText, to: zipCodeText }),
    /** Not closed: the last point leads to the first. The edge belongs to the zone. */
    z.strictObject({
      kind: z.literal('polygon'),
      ring: z
        .array(ringPoint)
        .check(
          z.minLength(3, 'Um desenho tem ao menos 3 pontos.'),
          z.maxLength(maxVertices + 1, `Um desenho tem até ${maxVertices} pontos.`),
        ),
    }),
  ],
  'Escolha como a área é definida.',
)
export type ZoneShape = z.output<typeof zoneShape>
export type ZoneKind = ZoneShape['kind']

export const deliveryZone = z.strictObject({
  id: z.uuid('Área inválida.'),
  name: z
    .string('Dê um nome à área.')
    .check(
      z.trim(),
      z.minLength(1, 'Dê um nome à área.'),
      z.maxLength(60, 'No máximo 60 letras.'),
      plainName(),
    ),
  shape: zoneShape,
  /** True: no delivery here, whatever another zone says. */
  deny: z.boolean(),
  feeCents: deliveryCents,
  minutes: z
    .strictObject({ min: minutes, max: minutes })
    .check(
      z.refine(({ min, max }) => min <= max, { path: ['max'], message: 'O máximo vem depois do mínimo.' }),
    ),
  /** Below it the order is too small; 0: none. */
  minimumCents: orderValue,
  /** From this value on the delivery is free; null: never. */
  freeAboveCents: z.nullable(orderValue),
  /** What the courier gets; null: not said. */
  courierPayoutCents: z.nullable(deliveryCents),
  /** Empty: always. */
  windows: windowsText,
})
export type DeliveryZone = z.output<typeof deliveryZone>

/** Zones that say no come first; then the first one of the list that fits. */
export const deliveryConfig = z.strictObject({
  zones: z.array(deliveryZone),
  /** 0: nobody saved it yet. */
  version: z.int(),
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
  /** Where the store is; null: nobody said. */
  store: z.nullable(mapPoint),
  /** Pictures of streets below the zones, where the installation names a place for them. */
  tiles: z.nullable(z.strictObject({ url: z.string(), attribution: z.string() })),
  /** Allowed, but perhaps not meant. */
  warnings: z.array(z.strictObject({ zoneIds: z.array(z.uuid()), message: z.string() })),
})
export type DeliveryConfig = z.output<typeof deliveryConfig>

export const deliveryZones = z
  .array(deliveryZone)
  .check(z.maxLength(maxZones, `No máximo ${maxZones} áreas.`))

export const readDeliveryConfig = route({
  name: 'readDeliveryConfig',
  method: 'GET',
  path: '/delivery/config/mine',
  summary: 'Where the store delivers, for what fee and in what time',
  access: { kind: 'store', role: 'basic' },
  reply: deliveryConfig,
  errors: ['store/not-found'],
})

export const saveDeliveryConfig = route({
  name: 'saveDeliveryConfig',
  method: 'POST',
  path: '/delivery/config/mine',
  summary: 'Replaces all zones, in order; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ zones: deliveryZones, version: seenRevision() }),
  reply: deliveryConfig,
  errors: ['store/not-found', 'delivery/stale-config', 'validation/refused'],
  idempotency: 'accepted',
  bodyLimit: 4_000_000,
  // 14 windows in each zone; as many points as may be drawn.
  bodyParts: { keys: 85_000, values: 400_000 },
})

const mapPlace = z.strictObject({ lat: z.number(), lng: z.number() })

/** Where the orders of the last 90 days went, rounded to about 100 m: nobody's door can be read from it. */
export const readDeliveryHistory = route({
  name: 'readDeliveryHistory',
  method: 'GET',
  path: '/delivery/history/mine',
  summary:
    'Where deliveries of the last 90 days went: rounded points, districts by orders, streets that they draw',
  access: { kind: 'store', role: 'manager' },
  load: 'report',
  reply: z.strictObject({
    days: z.int(),
    orders: z.int(),
    dots: z.array(z.strictObject({ lat: z.number(), lng: z.number(), orders: z.int() })),
    /** Most orders first. `feeCents`: what most of them paid. */
    districts: z.array(
      z.strictObject({
        name: z.string(),
        orders: z.int(),
        feeCents: columnInteger(),
        /** The middle of its located orders; null: it has none. */
        at: z.nullable(mapPlace),
      }),
    ),
    /** Most orders first, each as the straight line along which its orders lie. */
    streets: z.array(z.strictObject({ name: z.string(), from: mapPlace, to: mapPlace, orders: z.int() })),
  }),
  errors: ['store/not-found'],
})
export type DeliveryHistory = z.output<typeof readDeliveryHistory.reply>
