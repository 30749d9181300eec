import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/** What leaves the panel: the events that a device or a mail can tell while nobody looks at the board. */
export const pushEvents = [
  'not-accepted',
  'escalation',
  'expiring',
  'channel-closed',
  'printer-silent',
  'cancelled',
  'dispute',
  'break-ends',
  'unusual-shift',
] as const
export type PushEvent = (typeof pushEvents)[number]

/** A device that was registered before the others existed and leaves none of these out follows the others too. */
export const firstPushEvents = [
  'not-accepted',
  'escalation',
  'expiring',
  'channel-closed',
  'printer-silent',
  'cancelled',
  'dispute',
  'break-ends',
] as const satisfies readonly PushEvent[]

const events = z.array(z.enum(pushEvents, 'Aviso desconhecido.')).check(z.maxLength(pushEvents.length))
/** Null: every store that the person can access, including stores added later. */
const storeIds = z.nullable(
  z
    .array(z.uuid('Loja inválida.'))
    .check(z.minLength(1, 'Escolha ao menos uma loja.'), z.maxLength(100, 'Até 100 lojas.')),
)

export const pushDevice = z.strictObject({
  id: z.uuid(),
  /** Browser and system for display: "Chrome no Android". */
  name: z.string(),
  events: z.array(z.enum(pushEvents)),
  storeIds: z.nullable(z.array(z.uuid())),
  createdAt: instant,
  /** When the push service last accepted a notification for this device. */
  reachedAt: z.nullable(instant),
  /** The last notification was rejected. */
  failing: z.boolean(),
  /** Hash of the registered endpoint, so that a browser can find itself in the list. */
  endpointHash: z.string(),
})
export type PushDevice = z.output<typeof pushDevice>

export const readPushKey = route({
  name: 'readPushKey',
  method: 'GET',
  path: '/notifications/push-key',
  summary: 'The public VAPID key that a browser subscribes with',
  access: { kind: 'user' },
  reply: z.strictObject({ publicKey: z.string() }),
  errors: [],
})

export const readPushDevices = route({
  name: 'readPushDevices',
  method: 'GET',
  path: '/notifications/devices',
  summary: "The caller's devices that get notifications",
  access: { kind: 'user' },
  reply: z.strictObject({ devices: z.array(pushDevice) }),
  errors: [],
})

const base64url = (bytes: number, what: string) =>
  z.string().check(
    z.regex(/^[\w-]+={0,2}$/, what),
    z.refine((text) => Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes, what),
  )

const subscription = {
  endpoint: z
    .url('Endereço de avisos inválido.')
    .check(z.maxLength(1_000), z.regex(/^https:\/\//, 'Endereço de avisos inválido.')),
  keys: z.strictObject({
    p256dh: base64url(65, 'Chave de avisos inválida.'),
    auth: base64url(16, 'Chave de avisos inválida.'),
  }),
}

/** Registering an endpoint again updates the keys and the session of the same device. */
export const addPushDevice = route({
  name: 'addPushDevice',
  method: 'POST',
  path: '/notifications/devices',
  summary: 'Registers this browser for notifications, or refreshes its registration',
  access: { kind: 'user' },
  leavesBehind: true,
  body: z.strictObject({
    ...subscription,
    /** Used only when the device is new. */
    events: z._default(events, [...pushEvents]),
    storeIds: z._default(storeIds, null),
  }),
  reply: pushDevice,
  errors: ['push/unknown-service', 'push/invalid-key', 'push/too-many-devices', 'store/not-found'],
})

/**
 * Called by the service worker, which has the session cookie and no id token: the browser gave this device another
 * subscription. The device keeps its settings.
 */
export const renewPushDevice = route({
  name: 'renewPushDevice',
  method: 'POST',
  path: '/notifications/devices/renew',
  summary: 'Replaces the subscription of a device by the one that its browser has now; by the session cookie',
  access: { kind: 'public' },
  // Only the address of a device that the person has already.
  leavesBehind: false,
  body: z.strictObject({
    ...subscription,
    /** The endpoint until now; null: the browser does not say, and the device of this session is meant. */
    formerEndpoint: z.nullable(z.string().check(z.maxLength(1_000))),
  }),
  reply: pushDevice,
  errors: [
    'auth/missing-session',
    'auth/session-cookie-invalid',
    'auth/id-token-revoked',
    'auth/cross-site',
    'auth/duplicate-cookie',
    'push/unknown-service',
    'push/invalid-key',
    'push/device-not-found',
  ],
})

const params = z.strictObject({ deviceId: z.uuid('Aparelho inválido.') })

export const changePushDevice = route({
  name: 'changePushDevice',
  method: 'PUT',
  path: '/notifications/devices/{deviceId}',
  summary: 'Which notifications a device gets, and of which stores',
  access: { kind: 'user' },
  leavesBehind: true,
  params,
  body: z.strictObject({ events, storeIds }),
  reply: pushDevice,
  errors: ['push/device-not-found', 'store/not-found'],
})

export const testPushDevice = route({
  name: 'testPushDevice',
  method: 'POST',
  path: '/notifications/devices/{deviceId}/test',
  summary: 'Sends a test notification now and says whether the push service took it',
  access: { kind: 'user' },
  leavesBehind: false,
  params,
  reply: z.strictObject({ taken: z.literal(true) }),
  errors: ['push/device-not-found', 'push/device-gone', 'push/unreachable'],
})

export const removePushDevice = route({
  name: 'removePushDevice',
  method: 'DELETE',
  path: '/notifications/devices/{deviceId}',
  summary: 'Stops telling a device',
  access: { kind: 'user' },
  leavesBehind: false,
  params,
  reply: z.strictObject({ removed: z.literal(true) }),
  errors: ['push/device-not-found'],
})

/** The encrypted payload sent to a device. No personal data: store, order number and minutes. */
export const pushMessage = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** Path in the panel that opens when the notification is tapped. */
  path: z.string(),
  /** A notification replaces the earlier one with the same tag. */
  tag: z.string(),
})
export type PushMessage = z.output<typeof pushMessage>
