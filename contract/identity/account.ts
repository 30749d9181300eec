import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { maxPasswordLength, newPassword } from './password-policy.ts'
import { route } from '../shared/route.ts'

export const ownSession = z.strictObject({
  id: z.uuid(),
  current: z.boolean(),
  /** Browser and system for display: "Chrome no Android". */
  device: z.string(),
  /** The address it was opened from; null: not known. */
  address: z.nullable(z.string()),
  /** Opened from the address that this request comes from: the same place, as far as anybody can tell. */
  samePlace: z.boolean(),
  signedInAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  secondFactor: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const readMySessions = route({
  name: 'readMySessions',
  method: 'GET',
  path: '/iam/sessions',
  summary: "The caller's own open sessions",
  access: { kind: 'user' },
  reply: z.strictObject({ sessions: z.array(ownSession) }),
  errors: [],
})

export const endMySession = route({
  name: 'endMySession',
  method: 'DELETE',
  path: '/iam/sessions/{sessionId}',
  summary: 'Ends one of the own sessions',
  access: { kind: 'user' },
  leavesBehind: false,
  params: z.strictObject({ sessionId: z.uuid() }),
  reply: z.strictObject({ ended: z.literal(true) }),
  errors: ['auth/session-not-found'],
})

export const endMySessions = route({
  name: 'endMySessions',
  method: 'POST',
  path: '/iam/sessions/end-all',
  summary: 'Ends every own session, this one included unless it is kept',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ keepThis: z.boolean() }),
  reply: z.strictObject({ ended: z.int() }),
  errors: [],
})

const password = z
  .string('Informe a senha atual.')
  .check(z.minLength(1, 'Informe a senha atual.'), z.maxLength(maxPasswordLength))
const code = z
  .string('Informe o código.')
  .check(z.trim(), z.regex(/^[\d\s]{6,8}$|^[\w-]{8,20}$/, 'Confira o código.'))

export const changePassword = route({
  name: 'changePassword',
  method: 'POST',
  path: '/identity/password',
  summary: 'Changes the own password and ends every other session',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ currentPassword: password, newPassword }),
  reply: z.strictObject({ endedSessions: z.int() }),
  errors: ['auth/wrong-password', 'auth/password-refused'],
})

export const readSecondFactor = route({
  name: 'readSecondFactor',
  method: 'GET',
  path: '/identity/second-factor',
  summary: 'Whether the second factor is on, and how many recovery codes are left',
  access: { kind: 'user' },
  reply: z.strictObject({
    enabled: z.boolean(),
    /** Support (root) requires a session with a second factor. */
    required: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** False when the hosted provider stores the password. */
    managedHere: z.boolean(),
  }),
  errors: [],
})

export const startSecondFactor = route({
  name: 'startSecondFactor',
  method: 'POST',
  path: '/identity/second-factor/start',
  summary: 'A new secret for the authenticator app; nothing changes until a code proves it',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ password }),
  reply: z.strictObject({ secret: z.string(), uri: z.string() }),
  errors: ['auth/wrong-password', 'auth/second-factor-on', 'auth/provider-decides'],
})

export const confirmSecondFactor = route({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/identity/second-factor/confirm',
  summary: 'Turns the second factor on with a first code; answers the recovery codes once',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ code }),
  reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['auth/second-factor-invalid', 'auth/second-factor-on'],
})

export const removeSecondFactor = route({
  name: 'removeSecondFactor',
  method: 'POST',
  path: '/identity/second-factor/remove',
  summary: 'Turns the second factor off with the password and a code',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ password, code }),
  reply: z.strictObject({ removed: z.literal(true) }),
  errors: ['auth/wrong-password', 'auth/second-factor-invalid', 'auth/second-factor-needed-by-role'],
})
