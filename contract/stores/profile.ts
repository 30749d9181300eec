import * as z from 'zod/mini'
import { documentText, stateCode, states, zipCodeText } from '../shared/brazil.ts'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { phoneText } from '../shared/phones.ts'
import { plainName, twoLetters } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { slugText } from '../shared/slugs.ts'
import { pixKeyText } from './br-code.ts'

/** Zones of Brazil; a store of another zone keeps its own. */
export const storeZones: readonly string[] = [
  ...new Set<string>([...Object.values(states), 'America/Noronha', 'America/Eirunepe', 'America/Santarem']),
].toSorted()

/** Days for which a former address leads to the store. */
export const formerSlugDays = 90
export const logoBytesLimit = 2_000_000

const line = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(120, 'No máximo 120 letras.'))
const shopName = (missing: string) =>
  z
    .string(missing)
    .check(z.trim(), ...twoLetters(missing), z.maxLength(80, 'No máximo 80 letras.'), plainName())
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Informe a hora como 04:00.'))

const fields = {
  name: shopName('Informe o nome da loja.'),
  brand: shopName('Informe a marca.'),
  /** Null: made from the name. */
  code: z.nullable(
    z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{2,3}$/, 'Use 2 ou 3 letras, como BC.')),
  ),
  phone: z.nullable(phoneText),
  document: z.nullable(documentText),
  menuSlug: slugText,
  pixKey: z.nullable(pixKeyText),
  timezone: z.string('Escolha o fuso.').check(z.maxLength(64)),
  address: z.strictObject({
    street: line('Informe a rua.'),
    number: line('Informe o número, ou “s/n”.'),
    complement: z.nullable(z.string().check(z.trim(), z.maxLength(120))),
    district: line('Informe o bairro.'),
    city: line('Informe a cidade.'),
    state: stateCode,
    zipCode: zipCodeText,
    lat: z.nullable(z.number('Informe a latitude, como -23,5505.').check(z.gte(-90), z.lte(90))),
    lng: z.nullable(z.number('Informe a longitude, como -46,6333.').check(z.gte(-180), z.lte(180))),
  }),
} as const

const dayStart = z.strictObject({ from: dayText, startsAt: z.string() })

/** As it is kept: an old row may hold what a form would refuse. */
export const storeProfile = z.strictObject({
  name: z.string(),
  brand: z.string(),
  code: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  document: z.nullable(z.string()),
  menuSlug: z.string(),
  /** Former addresses that still lead here. */
  formerSlugs: z.array(z.strictObject({ slug: z.string(), until: instant })),
  pixKey: z.nullable(z.string()),
  timezone: z.string(),
  address: z.strictObject({
    street: z.string(),
    number: z.string(),
    complement: z.nullable(z.string()),
    district: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    lat: z.nullable(z.number()),
    lng: z.nullable(z.number()),
  }),
  dayStart: z.strictObject({
    /** Local `HH:MM` at which the running day began. */
    now: z.string(),
    /** The running business day: a change counts from the next one on. */
    today: dayText,
    /** A change that is still to come. */
    next: z.nullable(dayStart),
  }),
  version: z.int(),
})
export type StoreProfile = z.output<typeof storeProfile>

export const readStoreProfile = route({
  name: 'readStoreProfile',
  method: 'GET',
  path: '/stores/mine/profile',
  summary: 'What a manager may change of the store',
  access: { kind: 'store', role: 'manager' },
  reply: storeProfile,
  errors: ['store/not-found'],
})

export const saveStoreProfile = route({
  name: 'saveStoreProfile',
  method: 'PUT',
  path: '/stores/mine/profile',
  summary: 'Changes the store (its Pix key: owners only); a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({ ...fields, version: seenRevision() }),
  reply: storeProfile,
  errors: [
    'store/not-found',
    'store/stale-profile',
    'store/slug-taken',
    'store/code-taken',
    'group/slug-reserved',
    'permission/denied',
    'validation/refused',
  ],
})

/** `data:image/png;base64,…` (png, jpeg or webp) replaces the logo; null removes it. */
export const saveStoreLogo = route({
  name: 'saveStoreLogo',
  method: 'PUT',
  path: '/stores/mine/logo',
  summary: 'Replaces or removes the logo; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    logo: z.nullable(
      z
        .string()
        .check(
          z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'Envie um PNG, JPEG ou WebP.'),
          z.maxLength(Math.ceil((logoBytesLimit * 4) / 3) + 64, 'A imagem pode ter até 2\u00a0MB.'),
        ),
    ),
    version: seenRevision(),
  }),
  reply: storeProfile,
  errors: ['store/not-found', 'store/stale-profile', 'validation/refused'],
  bodyLimit: 2_800_000,
})

/** The address contains a hash of the content, so it can be cached forever. Customers see the logo anyway. */
export const readStoreLogo = route({
  name: 'readStoreLogo',
  method: 'GET',
  path: '/stores/logos/{storeId}/{logoId}',
  summary: 'The logo of a store',
  access: { kind: 'public' },
  params: z.strictObject({
    storeId: z.uuid('Loja inválida.'),
    logoId: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Marca inválida.')),
  }),
  reply: z.unknown(),
  errors: ['store/logo-not-found'],
  envelope: 'file',
  files: ['image/jpeg', 'image/webp'],
})

/** Days before `from` keep their start, and so their figures. */
export const saveDayStart = route({
  name: 'saveDayStart',
  method: 'PUT',
  path: '/stores/mine/business-day',
  summary: 'When the business day starts, from a coming day on; a stale version gets 409',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ startsAt: timeOfDay, from: givenDay, version: seenRevision() }),
  reply: storeProfile,
  errors: ['store/not-found', 'store/stale-profile', 'validation/refused'],
})

/** The oldest day that a recalculation changes. */
export const maxRecalculatedDays = 400

const changedDay = z.strictObject({ orders: z.int(), netCents: z.int() })
export const dayRecalculation = z.strictObject({
  /** Orders that move to another business day. */
  orders: z.int(),
  /** Days whose figures change. */
  days: z.int(),
  /** The latest of them first, at most 31. */
  shown: z.array(z.strictObject({ day: dayText, before: changedDay, after: changedDay })),
})
export type DayRecalculation = z.output<typeof dayRecalculation>

export const previewDayRecalculation = route({
  name: 'previewDayRecalculation',
  method: 'GET',
  path: '/stores/mine/business-day/recalculation',
  summary: 'Which past days another start of the business day would change; changes nothing',
  access: { kind: 'store', role: 'owner' },
  load: 'report',
  query: z.strictObject({ startsAt: timeOfDay, from: givenDay }),
  reply: dayRecalculation,
  errors: ['store/not-found', 'validation/refused'],
})

/** From a past day on, with the reports of these days; a start that was planned for later goes. */
export const recalculateDays = route({
  name: 'recalculateDays',
  method: 'POST',
  path: '/stores/mine/business-day/recalculation',
  summary: 'Counts past days with another start of the business day; a stale version gets 409',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: false,
  body: z.strictObject({ startsAt: timeOfDay, from: givenDay, version: seenRevision() }),
  reply: z.strictObject({ profile: storeProfile, orders: z.int(), days: z.int() }),
  errors: ['store/not-found', 'store/stale-profile', 'validation/refused'],
})

/** Looked up at a service outside; without an answer the person types. */
export const readZipCode = route({
  name: 'readZipCode',
  method: 'GET',
  path: '/stores/zipCode/{zipCode}',
  summary: 'Street, district, city and state of a CEP, if the service knows them',
  access: { kind: 'user' },
  params: z.strictObject({ zipCode: zipCodeText }),
  reply: z.strictObject({
    /** Null: unknown, or no answer in time. */
    place: z.nullable(
      z.strictObject({ street: z.string(), district: z.string(), city: z.string(), state: stateCode }),
    ),
  }),
  errors: [],
})
