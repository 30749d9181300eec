import * as z from 'zod/mini'
import { attribution } from '../identity/attribution.ts'
import { orderTypes } from '../orders/kinds.ts'
import { platforms } from '../shared/channels.ts'
import { roleNames } from '../shared/access.ts'
import { documentText, stateCode, zipCodeText } from '../shared/brazil.ts'
import { phoneText } from '../shared/phones.ts'
import { dayText, instant } from '../shared/day.ts'
import { plainName, twoLetters } from '../shared/plain-name.ts'
import { forgiving, route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { slugText } from '../shared/slugs.ts'
import { presenceNow } from '../presence/presence-now.ts'
import { whatsappNow } from '../whatsapp/whatsapp-now.ts'
import { houseKinds } from './house-kinds.ts'
import { moduleKeys } from './module-keys.ts'

/** In the order of `Date.getUTCDay`. */
export const weekdays = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const

/** Ways to sell, as an order's type. */
export const services = orderTypes
export type Service = (typeof services)[number]

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Informe a hora como 18:30.'))

/**
 * An `end` that is not after `start` crosses midnight: 18:00–02:00 is one entry of the day it starts on, and
 * 00:00–00:00 is the whole day.
 */
export const openHours = z.strictObject({
  start: timeOfDay,
  end: timeOfDay,
  /** Absent: every service. */
  services: z.optional(
    z
      .array(z.enum(services))
      .check(z.minLength(1, 'Escolha ao menos um serviço.'), z.maxLength(services.length)),
  ),
})
export type OpenHours = z.output<typeof openHours>

export const openingInterval = z.extend(openHours, { weekday: z.enum(weekdays) })
export type OpeningInterval = z.output<typeof openingInterval>

const motoboy = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  phone: z.nullable(z.string()),
  active: z.boolean(),
  storeId: z.uuid(),
})

export const address = z.strictObject({
  street: z.string(),
  number: z.string(),
  complement: z.nullable(z.string()),
  district: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  timezone: z.string(),
})

/**
 * An option of filters and pickers: one for the own channel and one per merchant (docs/product/stores.md,
 * fixed shape).
 */
export const selectionOption = z.strictObject({
  label: z.string(),
  id: z.string(),
  storeId: z.uuid(),
  slug: z.string(),
  platform: z.enum(platforms),
  logo: z.nullable(z.string()),
  /** iFood's merchant: the name is part of the fixed shape. Null for every other channel. */
  ifoodId: z.nullable(z.string()),
  /** The merchant of another marketplace (docs/adr/0092-an-ordering-application-is-a-channel.md). */
  merchantId: z.optional(z.string()),
})
export type SelectionOption = z.output<typeof selectionOption>

export const merchantIdOf = ({
  ifoodId,
  merchantId,
}: Pick<SelectionOption, 'ifoodId' | 'merchantId'>): string | null => ifoodId ?? merchantId ?? null

/** The option of a merchant; null: of the store's own channel. */
export function optionOf(
  option: Omit<SelectionOption, 'ifoodId' | 'merchantId'>,
  merchantId: string | null,
): SelectionOption {
  if (option.platform === 'ifood' || merchantId === null) return { ...option, ifoodId: merchantId }
  return { ...option, ifoodId: null, merchantId }
}

export const store = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Two or three letters that the store chose for itself; absent: made from its name. */
  code: z.optional(z.string()),
  brand: z.strictObject({ name: z.string() }),
  menuSlug: z.string(),
  logo: z.nullable(z.string()),
  motoboys: z.array(motoboy),
  address,
  document: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  active: z.boolean(),
  /** Local `HH:MM` at which the business day starts today. */
  businessDayStartsAt: z.string(),
  /** The current day and the start of the next one, so that clients need no time-zone arithmetic. */
  businessDay: z.strictObject({ day: dayText, endsAt: instant }),
  openingHours: z.array(openingInterval),
  /** The store's target for accepting an order, in minutes; the board counts down to it on the own channel. */
  acceptWithinMinutes: z.int(),
  /** Modules that are switched off; absent: none. */
  modulesOff: z.optional(z.array(z.enum(moduleKeys))),
  /** True while the first steps of a store that was opened in the panel are not done. */
  starting: z.optional(z.boolean()),
  role: z.enum(roleNames),
  options: z.array(selectionOption),
  version: z.int(),
})
export type Store = z.output<typeof store>

const addressLine = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(120))

export const readStore = forgiving(
  'null',
  route({
    name: 'readStore',
    method: 'GET',
    path: '/stores/storeId/{storeId}',
    summary: 'One store, with its selection options and motoboys',
    access: { kind: 'pathStore', role: 'basic' },
    params: z.strictObject({ storeId: z.uuid('Loja inválida.') }),
    reply: store,
    errors: ['store/not-found'],
  }),
)

/** Creates a store on the free tier; the caller becomes its owner. */
export const startFreeTier = route({
  name: 'startFreeTier',
  method: 'POST',
  path: '/stores/freeTier/start',
  summary: 'Opens a store on the free tier, with the caller as its owner',
  access: { kind: 'user' },
  leavesBehind: true,
  body: z.strictObject({
    name: z
      .string('Informe o nome da loja.')
      .check(z.trim(), ...twoLetters('Informe o nome da loja.'), z.maxLength(80), plainName()),
    /** Default: derived from the name. */
    menuSlug: z.optional(slugText),
    phone: phoneText,
    document: z.optional(documentText),
    /** Suggests hours and times; absent: the store starts without hours. */
    house: z.optional(z.enum(houseKinds, 'Escolha o tipo de casa.')),
    /** Absent: every service. */
    services: z.optional(
      z
        .array(z.enum(services, 'Serviço inválido.'))
        .check(z.minLength(1, 'Escolha ao menos um serviço.'), z.maxLength(services.length)),
    ),
    address: z.strictObject({
      street: addressLine('Informe a rua.'),
      number: addressLine('Informe o número, ou “s/n”.'),
      complement: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      district: addressLine('Informe o bairro.'),
      city: addressLine('Informe a cidade.'),
      state: stateCode,
      zipCode: zipCodeText,
    }),
    attribution: z.optional(attribution),
  }),
  reply: store,
  errors: ['store/slug-taken', 'group/slug-reserved'],
  idempotency: 'accepted',
})

/** For the multi-store init: at most 100 stores; the reply tells whether there are more. */
export const readMyStores = route({
  name: 'readMyStores',
  method: 'GET',
  path: '/stores/mine',
  summary: 'The stores that the caller may see, at most 100',
  access: { kind: 'user' },
  reply: z.strictObject({
    /** Managed ones first if there are more than the limit. */
    stores: z.array(store),
    truncated: z.boolean(),
    total: z.int(),
    /** Of the total, those where the role suffices for reports and settings. */
    managed: z.int(),
  }),
  errors: [],
})

/** Why a store currently takes no orders, or not of a service or a channel. `fix` names the screen or action that solves it. */
export const closedReason = z.strictObject({
  code: z.enum([
    'store-inactive',
    'store-paused',
    'outside-hours',
    'special-day',
    'channel-paused',
    'channel-selling',
    'channel-closed',
    'channel-silent',
    'channel-unknown',
    'no-hours',
    'nothing-to-sell',
    'services-off',
    'service-off',
  ]),
  since: z.nullable(instant),
  until: z.nullable(instant),
  channel: z.nullable(z.enum(platforms)),
  /** Completes the pt-BR sentence "Sua loja está fechada porque…". */
  message: z.string(),
  fix: z.nullable(z.string()),
})
export type ClosedReason = z.output<typeof closedReason>

export const openStatus = z.strictObject({
  open: z.boolean(),
  reasons: z.array(closedReason),
  /** When `open` changes next if nobody does anything; null: never, or not within the days that are known. */
  nextChange: z.nullable(instant),
})
export type OpenStatus = z.output<typeof openStatus>

export const readOpenStatus = forgiving(
  'nothing',
  route({
    name: 'readOpenStatus',
    method: 'GET',
    path: '/stores/storeId/{storeId}/open-status',
    summary: 'Whether the store takes orders now, and why not',
    access: { kind: 'pathStore', role: 'basic' },
    params: z.strictObject({ storeId: z.uuid('Loja inválida.') }),
    reply: openStatus,
    errors: ['store/not-found'],
  }),
)

/** Public fields only: no document, no phone, no people. */
export const readPublicStore = route({
  name: 'readPublicStore',
  method: 'GET',
  path: '/stores/menuSlug/{menuSlug}',
  summary: 'What anyone may know of a store',
  access: { kind: 'public' },
  params: z.strictObject({ menuSlug: slugText }),
  reply: z.strictObject({
    name: z.string(),
    brand: z.strictObject({ name: z.string() }),
    menuSlug: z.string(),
    logo: z.nullable(z.string()),
    city: z.string(),
    state: z.string(),
    active: z.boolean(),
    openingHours: z.array(openingInterval),
  }),
  errors: ['store/not-found'],
})

const activation = z.strictObject({ active: z.boolean(), version: z.int() })

export const activateStore = route({
  name: 'activateStore',
  method: 'POST',
  path: '/stores/activate/menuSlug/{menuSlug}',
  summary: 'Opens the store for orders',
  access: { kind: 'menuSlug', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ menuSlug: slugText }),
  reply: activation,
  errors: ['store/not-found'],
  idempotency: 'accepted',
})

export const inactivateStore = route({
  name: 'inactivateStore',
  method: 'POST',
  path: '/stores/inactivate/menuSlug/{menuSlug}',
  summary: 'Stops taking orders until activated again',
  access: { kind: 'menuSlug', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ menuSlug: slugText }),
  reply: activation,
  errors: ['store/not-found'],
  idempotency: 'accepted',
})

/**
 * The home page: state, waiting orders, and today compared with the same weekday last week. No money
 * below manager.
 */
export const readStoresNow = route({
  name: 'readStoresNow',
  method: 'GET',
  path: '/stores/now',
  summary: 'Each store now: open or why not, orders waiting, today against last week',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({
    generatedAt: instant,
    stores: z.array(
      z.strictObject({
        storeId: z.uuid(),
        name: z.string(),
        role: z.enum(roleNames),
        status: openStatus,
        /** Who paused it, while a break of every channel runs. */
        pausedBy: z.nullable(z.string()),
        waiting: z.strictObject({
          placed: z.int(),
          preparing: z.int(),
          ready: z.int(),
          dispatched: z.int(),
          late: z.int(),
          /** The oldest order that waits for acceptance. */
          oldestPlacedAt: z.nullable(instant),
        }),
        /** `null`: never connected. */
        whatsapp: z.nullable(whatsappNow),
        /** By marketplace. Absent: the former version answered. */
        presence: z.optional(z.array(presenceNow)),
        /** Negotiations without an answer of the store, and reviews that wait for a reply; those are for managers. */
        afterSale: z.strictObject({ disputes: z.int(), reviews: z.int() }),
        /** `null` below manager. */
        today: z.nullable(
          z.strictObject({
            orders: z.int(),
            netCents: z.int(),
            usualOrders: z.int(),
            usualNetCents: z.int(),
          }),
        ),
      }),
    ),
  }),
  errors: ['store/not-found'],
})
