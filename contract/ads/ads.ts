import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { cents } from '../shared/money.ts'
import { plainName } from '../shared/plain-name.ts'
import { forgiving, route } from '../shared/route.ts'

export const adsStates = ['none', 'started', 'finished', 'failed'] as const
export type AdsState = (typeof adsStates)[number]

/** Ads of a store that are not ended, at most. */
export const maxAds = 50
/** A click that no order took is deleted after as many days; a purchase is reported within `reportDays` of it. */
export const clickDays = 90
export const conversionDays = 7
/** What a customer's message begins with, behind a click of an ad; the code follows. */
export const adGreeting = 'Olá! Quero fazer um pedido.'
/** Periods of the report, in days up to now. */
export const adsPeriods = ['7', '30', '90'] as const
export type AdsPeriod = (typeof adsPeriods)[number]

/** The report of a purchase to the ad network; `silent`: the customer did not agree. */
export const conversionStates = ['silent', 'waiting', 'sent', 'skipped', 'failed'] as const
export type ConversionState = (typeof conversionStates)[number]

const setup = z.strictObject({
  state: z.enum(adsStates),
  /** The ad network's page where the dataset and its key are made. */
  handOffUrl: z.string(),
  datasetId: z.nullable(z.string()),
  datasetName: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  /** Purchases go to the network's test view and count nowhere. */
  testing: z.boolean(),
  startedAt: z.nullable(instant),
  startedBy: z.nullable(z.string()),
  finishedAt: z.nullable(instant),
  finishedBy: z.nullable(z.string()),
  failedAt: z.nullable(instant),
  failedBy: z.nullable(z.string()),
  /** pt-BR. */
  failure: z.nullable(z.string()),
  /** 0: never started. */
  version: z.int(),
})
export type AdsSetup = z.output<typeof setup>

const ad = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The address to put into the ad; it leads to the store's WhatsApp. */
  url: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  endedAt: z.nullable(instant),
})

const reportRow = z.strictObject({
  /** Null: clicks that the messaging channel reported itself. */
  adId: z.nullable(z.uuid()),
  name: z.string(),
  clicks: z.int(),
  /** Sales, as every report counts them: no cancelled ones, no tests. */
  orders: z.int(),
  netCents: z.int(),
  /** Of these orders, reported to the ad network. */
  sent: z.int(),
  failed: z.int(),
})
export type AdsReportRow = z.output<typeof reportRow>

export const adsView = z.strictObject({
  setup,
  feeds: z.strictObject({
    metaUrl: z.string(),
    googleUrl: z.string(),
    /** Items in the feeds, and those left out because they have no picture or no price. */
    items: z.int(),
    leftOut: z.int(),
    /** Why the feeds are closed; null: they are served. */
    problem: z.nullable(z.string()),
  }),
  ads: z.array(ad),
  report: z.strictObject({ from: instant, to: instant, rows: z.array(reportRow) }),
})
export type AdsView = z.output<typeof adsView>

export const readAds = route({
  name: 'readAds',
  method: 'GET',
  path: '/ads/mine',
  summary: 'Ads: how far the setup is, the feeds, the links, and ad → orders → net of a period',
  access: { kind: 'store', role: 'manager' },
  query: z.strictObject({ days: z.optional(z.enum(adsPeriods, 'Escolha 7, 30 ou 90 dias.')) }),
  reply: adsView,
  errors: ['store/not-found', 'module/off'],
})

export const startAdsSetup = route({
  name: 'startAdsSetup',
  method: 'POST',
  path: '/integrations/start-ads-setup',
  summary: 'Begins to connect the ad network, or begins again after a failure',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({ version: seenRevision() }),
  reply: setup,
  errors: ['store/not-found', 'module/off', 'ads/stale-setup', 'ads/already-finished'],
})

const networkId = (what: string) =>
  z.string(`Informe ${what}.`).check(z.trim(), z.regex(/^\d{5,25}$/, `Confira ${what}: só números.`))

/** A web client takes any failure as null and reads the setup again, which says who, when and why. */
export const finishAdsSetup = forgiving(
  'null',
  route({
    name: 'finishAdsSetup',
    method: 'POST',
    path: '/integrations/finish-ads-setup',
    summary:
      'Checks the dataset and its key at the ad network, and keeps them; a failure is kept with its reason',
    access: { kind: 'store', role: 'manager' },
    leavesBehind: true,
    body: z.strictObject({
      datasetId: networkId('o ID do conjunto de dados'),
      /** The WhatsApp business account. */
      accountId: networkId('o ID da conta do WhatsApp'),
      accessToken: z
        .string('Informe a chave de acesso.')
        .check(z.trim(), z.regex(/^[\w.|-]{20,500}$/, 'Confira a chave: copie inteira, sem espaços.')),
      testEventCode: z.optional(
        z.string().check(z.trim(), z.regex(/^TEST\d{1,12}$/, 'O código de teste é como TEST12345.')),
      ),
      version: seenRevision(),
    }),
    reply: setup,
    errors: [
      'store/not-found',
      'module/off',
      'ads/stale-setup',
      'ads/not-started',
      'ads/setup-refused',
      'ads/unreachable',
      'rate-limit/exceeded',
    ],
  }),
)

export const disconnectAds = route({
  name: 'disconnectAds',
  method: 'POST',
  path: '/ads/disconnect/mine',
  summary: 'Forgets the key of the ad network; waiting purchases are not reported',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({ version: seenRevision() }),
  reply: setup,
  errors: ['store/not-found', 'ads/stale-setup', 'ads/not-started'],
})

export const addAd = route({
  name: 'addAd',
  method: 'POST',
  path: '/ads/links/mine',
  summary: 'Makes a link for an ad; each click of it has a code that the customer sends along',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    name: z
      .string('Dê um nome ao anúncio.')
      .check(z.trim(), z.minLength(1, 'Dê um nome ao anúncio.'), z.maxLength(60), plainName()),
  }),
  reply: ad,
  errors: ['store/not-found', 'module/off', 'ads/name-taken', 'ads/too-many', 'ads/no-phone'],
})

export const endAd = route({
  name: 'endAd',
  method: 'DELETE',
  path: '/ads/links/mine/{id}',
  summary: 'Ends an ad: its link leads to the WhatsApp without a code; what it brought stays',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ id: z.uuid('Anúncio inválido.') }),
  reply: ad,
  errors: ['store/not-found', 'ads/not-found', 'ads/ended'],
})

const clickCode = z
  .string('Informe o código.')
  .check(z.trim(), z.toUpperCase(), z.regex(/^[2-9A-HJ-NP-Z]{6}$/, 'O código tem 6 letras e números.'))

export const linkOrderToAd = route({
  name: 'linkOrderToAd',
  method: 'POST',
  path: '/ads/orders/mine',
  summary:
    'Says that an order came by an ad: by the code in the message, or the click id of the messaging channel',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({
    /** As the board shows it; of the last seven days the newest. */
    orderNumber: z
      .string('Informe o número do pedido.')
      .check(z.trim(), z.regex(/^#?[\w-]{1,20}$/, 'Confira o número.')),
    click: z.union([
      z.strictObject({ code: clickCode }),
      z.strictObject({ channelClickId: z.string().check(z.regex(/^[\w-]{10,400}$/, 'Clique inválido.')) }),
    ]),
    /** The customer agreed that the purchase is reported to the ad network; without it only the report counts it. */
    consent: z.boolean('Diga se o cliente concordou.'),
  }),
  reply: z.strictObject({
    orderId: z.uuid(),
    displayId: z.string(),
    adName: z.string(),
    netCents: cents,
    state: z.enum(conversionStates),
  }),
  errors: [
    'store/not-found',
    'module/off',
    'order/not-found',
    'ads/click-not-found',
    'ads/click-used',
    'ads/order-linked',
    'ads/not-a-sale',
  ],
})
