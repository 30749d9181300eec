import * as z from 'zod/mini'
import { roleNames } from '../shared/access.ts'
import { emailText } from './identity.ts'
import { attribution } from './attribution.ts'
import { newPassword } from './password-policy.ts'
import { plainName, twoLetters } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'

/** Token of a link in an e-mail: 256 random bits, base64url. */
const linkToken = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Este link está incompleto. Abra-o de novo no e-mail.'))

export const personName = z
  .string('Informe o nome.')
  .check(z.trim(), ...twoLetters('Informe o nome.'), z.maxLength(120), plainName())

const sent = z.strictObject({ sent: z.literal(true) })

/** The response is the same whether or not the address has an account; only the e-mail differs. */
export const createAccount = route({
  name: 'createAccount',
  method: 'POST',
  path: '/user/',
  summary: 'Starts a new account: mails a link to choose a password',
  access: { kind: 'public' },
  body: z.strictObject({ email: emailText, name: personName, attribution: z.optional(attribution) }),
  reply: sent,
  errors: [],
})

export const requestPasswordReset = route({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/identity/password-reset',
  summary: 'Mails a link to choose a new password; says the same for an unknown address',
  access: { kind: 'public' },
  body: z.strictObject({
    email: emailText,
    /** Where to redirect afterwards; must be an allowed origin. */
    continueUrl: z.string('Falta o endereço de volta.').check(z.minLength(1), z.maxLength(2048)),
  }),
  reply: sent,
  errors: ['auth/continue-url-refused'],
})

export const linkKinds = ['sign-up', 'reset', 'invitation'] as const

/** POST, so that the token never appears in an access log. */
export const readLink = route({
  name: 'readLink',
  method: 'POST',
  path: '/identity/link/read',
  summary: 'Tells what a link of a mail is for; it stays unused',
  access: { kind: 'public' },
  body: z.strictObject({ token: linkToken }),
  reply: z.strictObject({
    kind: z.enum(linkKinds),
    email: z.string(),
    name: z.string(),
    /** False when the address already has an account, which keeps its password. */
    needsPassword: z.boolean(),
    stores: z.array(z.strictObject({ name: z.string(), role: z.enum(roleNames) })),
    continueUrl: z.nullable(z.string()),
  }),
  errors: ['auth/link-invalid'],
})

export const redeemLink = route({
  name: 'redeemLink',
  method: 'POST',
  path: '/identity/link/redeem',
  summary: 'Uses the link once: sets the password, makes the account, or accepts the invitation',
  access: { kind: 'public' },
  body: z.strictObject({
    token: linkToken,
    name: z.optional(personName),
    password: z.optional(newPassword),
  }),
  reply: z.strictObject({ email: z.string(), continueUrl: z.nullable(z.string()) }),
  errors: ['auth/link-invalid', 'auth/password-refused'],
})
