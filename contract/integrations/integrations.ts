import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { forgiving, route } from '../shared/route.ts'
import { merchantHealth } from './health.ts'

/** Merchants of one store at one marketplace: the primary one and the secondary ones. */
export const maxMerchants = 10

/**
 * `app`: the owner approved our application at the marketplace. `code`: the owner typed a code there. `credentials`: the
 * owner types those that an ordering application gave to this store alone.
 */
export const linkWays = ['app', 'code', 'credentials'] as const
export type LinkWay = (typeof linkWays)[number]

export const setupSteps = ['authorise', 'merchants', 'check', 'test'] as const
export type SetupStep = (typeof setupSteps)[number]

export const checkedThings = ['details', 'status', 'catalogue', 'hours'] as const

/** Which types there are is the registry's to say (server/marketplaces/registry.ts), not the schema's. */
export const channelType = z
  .string('Informe o canal.')
  .check(z.minLength(1, 'Informe o canal.'), z.maxLength(40))
const type = channelType
const merchantId = z
  .string('Informe o ID da loja no canal.')
  .check(z.trim(), z.regex(/^[\w.:-]{1,100}$/, 'Confira o ID: só letras, números e traços.'))
const secondaryIds = z
  .array(merchantId)
  .check(z.maxLength(maxMerchants - 1, `No máximo ${maxMerchants} cadastros por loja.`))

export const integrationView = z.strictObject({
  storeId: z.uuid(),
  type: z.string(),
  status: z.enum(['active', 'inactive']),
  way: z.enum(linkWays),
  merchantId: z.string(),
  merchantSecondaryIds: z.array(z.string()),
  /** Since when the marketplace refuses our access; null: it does not. */
  refusedSince: z.nullable(instant),
  connectedAt: z.nullable(instant),
  connectedBy: z.nullable(z.string()),
  disconnectedAt: z.nullable(instant),
  lastPolledAt: z.nullable(instant),
  lastEventAt: z.nullable(instant),
  health: z.array(merchantHealth),
})
export type IntegrationView = z.output<typeof integrationView>

const checkResult = z.strictObject({
  what: z.enum(checkedThings),
  state: z.enum(['ok', 'attention', 'failed']),
  words: z.string(),
})
const merchantCheck = z.strictObject({
  merchantId: z.string(),
  name: z.nullable(z.string()),
  results: z.array(checkResult),
})
export type MerchantCheck = z.output<typeof merchantCheck>

const mark = z.optional(z.boolean())
const firstOrder = z.strictObject({ orderId: z.uuid(), displayId: z.string(), at: instant, isTest: mark })

export const setupView = z.strictObject({
  way: z.enum(linkWays),
  step: z.enum(setupSteps),
  version: z.int(),
  startedAt: instant,
  startedBy: z.string(),
  /** The code to type at the marketplace, while it is waited for. */
  userCode: z.nullable(z.string()),
  /** The owner types the id of the merchant; false: the merchants that were authorised are listed. Absent in former versions: all ways but `code`. */
  typesId: mark,
  verificationUrl: z.nullable(z.string()),
  /** Of the code, then of what was authorised but is not connected yet. */
  expiresAt: z.nullable(instant),
  merchantId: z.nullable(z.string()),
  merchantSecondaryIds: z.array(z.string()),
  checks: z.array(merchantCheck),
  /**
   * The first test order since the connection; where the marketplace marks none as a test, the first order, which
   * counts as a sale (`isTest` false; absent in former versions, which knew tests only).
   */
  testOrder: z.nullable(firstOrder),
})
export type SetupView = z.output<typeof setupView>

export const channelView = z.strictObject({
  type: z.string(),
  /** Empty: this server has no application at the marketplace. */
  ways: z.array(z.enum(linkWays)),
  /** Where the owner approves, removes and tests. */
  portalUrl: z.nullable(z.string()),
  integration: z.nullable(integrationView),
  setup: z.nullable(setupView),
  runningOrders: z.int(),
})
export type ChannelView = z.output<typeof channelView>

export const readIntegrations = route({
  name: 'readIntegrations',
  method: 'GET',
  path: '/integrations/mine',
  summary: 'Every marketplace: connected or not, its health, and the connection in progress',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({ channels: z.array(channelView) }),
  errors: ['store/not-found'],
})

/** A web client takes any failure as "not connected" (docs/product/api.md). */
export const readIntegration = forgiving(
  'null',
  route({
    name: 'readIntegration',
    method: 'GET',
    path: '/integrations/{type}/storeId/{storeId}',
    summary: 'The store at one marketplace, with the health of each merchant',
    access: { kind: 'pathStore', role: 'manager' },
    params: z.strictObject({ type, storeId: z.uuid('Loja inválida.') }),
    reply: integrationView,
    errors: ['store/not-found', 'integration/unknown-type', 'integration/not-connected'],
  }),
)

/**
 * Connects merchants to the store in one transaction: all of them or none. With a connection in progress it uses
 * what was authorised there and needs its version; without one, our application's own access.
 */
export const enableIntegration = route({
  name: 'enableIntegration',
  method: 'POST',
  path: '/integrations/enableIntegration/mine',
  summary: 'Connects the store to its merchants at a marketplace',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    type,
    merchantId,
    merchantSecondaryIds: z.optional(secondaryIds),
    version: z.optional(seenRevision()),
  }),
  reply: channelView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/way-not-offered',
    'integration/stale-setup',
    'integration/setup-expired',
    'integration/already-connected',
    'integration/merchant-refused',
    'integration/merchant-taken',
    'marketplace/unavailable',
    'validation/refused',
    'rate-limit/exceeded',
  ],
})

export const startSetup = route({
  name: 'startSetup',
  method: 'POST',
  path: '/integrations/setup/mine',
  summary: 'Begins to connect a marketplace, or begins again; with `code` it asks for a user code',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    type,
    way: z.enum(linkWays, 'Escolha como conectar.'),
    version: seenRevision(),
  }),
  reply: channelView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/way-not-offered',
    'integration/stale-setup',
    'marketplace/unavailable',
  ],
})

const codeOrAddress = /^([\w-]{4,200}|https?:\/\/\S{4,2000})$/
export const redeemCode = route({
  name: 'redeemCode',
  method: 'POST',
  path: '/integrations/setup/code/mine',
  summary: 'Exchanges the authorization code of the marketplace for access to its merchants',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    type,
    /** The code, or the address with it that the owner was led back to. */
    authorizationCode: z
      .string('Informe o código de autorização.')
      .check(
        z.trim(),
        z.minLength(1, 'Informe o código de autorização.'),
        z.regex(codeOrAddress, 'Confira o código: só letras, números e traços, ou o endereço inteiro.'),
      ),
    version: seenRevision(),
  }),
  reply: channelView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/stale-setup',
    'integration/setup-expired',
    'integration/code-refused',
    'marketplace/unavailable',
    'rate-limit/exceeded',
  ],
})

export const offeredMerchant = z.strictObject({
  merchantId: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  /** `elsewhere`: connected to another store, which is named only if the caller manages it. */
  state: z.enum(['free', 'here', 'elsewhere']),
  storeName: z.nullable(z.string()),
})
export type OfferedMerchant = z.output<typeof offeredMerchant>

/**
 * The merchants that may be chosen. By code: those that the owner authorised. By our application: the one with the
 * given id, never a list, because that application also serves other owners.
 */
export const readSetupMerchants = route({
  name: 'readSetupMerchants',
  method: 'POST',
  path: '/integrations/setup/merchants/mine',
  summary: 'The merchants that the marketplace lets this connection choose',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ type, merchantId: z.optional(merchantId) }),
  reply: z.strictObject({ merchants: z.array(offeredMerchant) }),
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/stale-setup',
    'integration/setup-expired',
    'integration/merchant-refused',
    'marketplace/unavailable',
    'rate-limit/exceeded',
  ],
})

export const checkSetup = route({
  name: 'checkSetup',
  method: 'POST',
  path: '/integrations/setup/check/mine',
  summary: 'Keeps the chosen merchants and checks each: details, status, catalogue, hours',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    type,
    merchantId,
    merchantSecondaryIds: secondaryIds,
    version: seenRevision(),
  }),
  reply: channelView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/stale-setup',
    'integration/setup-expired',
    'integration/merchant-refused',
    'integration/merchant-taken',
    'marketplace/unavailable',
    'validation/refused',
    'rate-limit/exceeded',
  ],
})

export const finishSetup = route({
  name: 'finishSetup',
  method: 'POST',
  path: '/integrations/setup/finish/mine',
  summary: 'Ends the wait for a test order; the connection stays',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({ type, version: seenRevision() }),
  reply: channelView,
  errors: ['store/not-found', 'integration/unknown-type', 'integration/stale-setup'],
})

/** Before the connection it leaves nothing behind. After it, while the test order is awaited, the connection is ended. */
export const cancelSetup = route({
  name: 'cancelSetup',
  method: 'DELETE',
  path: '/integrations/setup/mine',
  summary: 'Gives up the connection in progress',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  query: z.strictObject({
    type,
    version: z.string().check(z.regex(/^\d{1,9}$/, 'Falta a versão.')),
  }),
  reply: channelView,
  errors: ['store/not-found', 'integration/unknown-type', 'integration/stale-setup'],
})

export const checkIntegration = route({
  name: 'checkIntegration',
  method: 'POST',
  path: '/integrations/check/mine',
  summary: 'Asks the marketplace about every connected merchant now',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ type }),
  reply: z.strictObject({ checks: z.array(merchantCheck), channel: channelView }),
  errors: ['store/not-found', 'integration/unknown-type', 'integration/not-connected', 'rate-limit/exceeded'],
})

export const disconnectIntegration = route({
  name: 'disconnectIntegration',
  method: 'POST',
  path: '/integrations/disconnect/mine',
  summary: 'Ends the connection; the typed name of the store confirms it, and its history stays',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: true,
  body: z.strictObject({
    type,
    storeName: z
      .string('Digite o nome da loja.')
      .check(z.trim(), z.minLength(1, 'Digite o nome da loja.'), z.maxLength(200)),
  }),
  reply: channelView,
  errors: ['store/not-found', 'integration/unknown-type', 'integration/not-connected', 'validation/refused'],
})
