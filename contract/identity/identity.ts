import * as z from 'zod/mini'
import { roleNames } from '../shared/access.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

export const userId = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.regex(/^[\w-]+$/, 'Usuário inválido.'))

export const emailText = z
  .string('Informe o e-mail.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Informe o e-mail.'),
    z.email('Confira o e-mail: parece incompleto.'),
    z.maxLength(254),
  )

/** How this installation signs people in. Public, because the sign-in form needs it. */
export const readIdentityProvider = route({
  name: 'readIdentityProvider',
  method: 'GET',
  path: '/identity/provider',
  summary: 'Which identity provider signs people in, with what its web SDK needs',
  access: { kind: 'public' },
  reply: z.strictObject({
    provider: z.enum(['embedded', 'firebase']),
    firebase: z.nullable(
      z.strictObject({
        apiKey: z.string(),
        authDomain: z.string(),
        projectId: z.string(),
        /** Development only. */
        emulatorUrl: z.nullable(z.string()),
      }),
    ),
    /** True when the development mailbox is enabled. */
    mailbox: z.boolean(),
    /** The fictitious people of a demo, with the password of all of them; null without a demo, always in production. */
    demo: z.nullable(
      z.strictObject({
        password: z.string(),
        people: z.array(z.strictObject({ email: z.string(), name: z.string(), sees: z.string() })),
      }),
    ),
  }),
  errors: [],
})

const signedIn = z.strictObject({
  uid: userId,
  name: z.string(),
  email: z.string(),
  /** JWT, valid for one hour; contains the session id and the sign-in time. */
  idToken: z.string(),
  expiresInSeconds: z.int(),
})

const sessionCookie = z.string().check(z.minLength(1), z.maxLength(4096))

/** Embedded provider: e-mail and password. Every rejection returns the same error. */
export const signIn = route({
  name: 'signIn',
  method: 'POST',
  path: '/identity/sign-in',
  summary: 'Signs in with e-mail and password (embedded provider)',
  access: { kind: 'public' },
  body: z.strictObject({
    email: emailText,
    password: z
      .string('Informe a senha.')
      .check(
        z.minLength(1, 'Informe a senha.'),
        z.maxLength(4096, 'A senha tem no máximo 4.096 caracteres.'),
      ),
    /** From the authenticator app, or a recovery code. Requested after the password was correct. */
    code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  }),
  reply: signedIn,
  errors: [
    'auth/invalid-credential',
    'auth/second-factor-required',
    'auth/second-factor-invalid',
    'auth/provider-decides',
  ],
})

/** Embedded provider: resumes the session identified by the custom token. */
export const signInWithCustomToken = route({
  name: 'signInWithCustomToken',
  method: 'POST',
  path: '/identity/sign-in-with-custom-token',
  summary: 'Turns a custom token into an id token of the same session',
  access: { kind: 'public' },
  body: z.strictObject({ customToken: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  reply: signedIn,
  errors: ['auth/custom-token-invalid', 'auth/id-token-revoked', 'auth/provider-decides'],
})

/** Creates the server session and sets the cookie; the sign-in must be at most 5 minutes old. */
export const sessionLogin = route({
  name: 'sessionLogin',
  method: 'POST',
  path: '/iam/sessionLogin',
  summary: 'Creates the server session from a recent sign-in and sets b-session',
  access: { kind: 'public' },
  body: z.strictObject({ idToken: z.string().check(z.minLength(1), z.maxLength(8192)) }),
  reply: z.strictObject({ sessionCookie: z.string() }),
  errors: [
    'auth/id-token-invalid',
    'auth/id-token-expired',
    'auth/id-token-revoked',
    'auth/recent-sign-in-required',
    'auth/cross-site',
    'auth/duplicate-cookie',
  ],
})

const cookieBody = z.strictObject({ sessionCookie: z.optional(sessionCookie) })
const cookieErrors = [
  'auth/missing-session',
  'auth/session-cookie-invalid',
  'auth/id-token-revoked',
  'auth/cross-site',
  'auth/duplicate-cookie',
] as const

/** The session token may be sent in the body or as the cookie. */
export const checkSession = route({
  name: 'checkSession',
  method: 'POST',
  path: '/iam/checkSession',
  summary: 'Tells whose session the cookie is and until when',
  access: { kind: 'public' },
  body: cookieBody,
  reply: z.strictObject({ uid: userId, expiresAt: instant }),
  errors: cookieErrors,
})

export const getCustomToken = route({
  name: 'getCustomToken',
  method: 'POST',
  path: '/iam/getCustomToken',
  summary: 'Exchanges the session cookie for a custom token of the same session',
  access: { kind: 'public' },
  body: cookieBody,
  reply: z.strictObject({ customToken: z.string() }),
  errors: cookieErrors,
})

export const revokeSession = route({
  name: 'revokeSession',
  method: 'POST',
  path: '/iam/revokeSession',
  summary: 'Ends this session on the server and clears the cookie',
  access: { kind: 'public' },
  body: cookieBody,
  reply: z.strictObject({ revoked: z.boolean() }),
  errors: ['auth/cross-site', 'auth/duplicate-cookie'],
})

export const accessEntry = z.strictObject({
  storeId: z.uuid(),
  uid: userId,
  role: z.enum(roleNames),
  storeName: z.string(),
})
export type AccessEntry = z.output<typeof accessEntry>

export const readMyAccess = route({
  name: 'readMyAccess',
  method: 'GET',
  path: '/iam/mine',
  summary: "The caller's own access entries, one per store (the highest role wins)",
  access: { kind: 'user' },
  reply: z.array(accessEntry),
  errors: [],
})

export const readMyUser = route({
  name: 'readMyUser',
  method: 'GET',
  path: '/user/mine',
  summary: "The caller's own name and phone number, and what the session may see",
  access: { kind: 'user' },
  reply: z.strictObject({
    uid: userId,
    name: z.string(),
    email: z.string(),
    phoneNumber: z.nullable(z.string()),
    /** The version that `saveMyProfile` must have seen. */
    profileVersion: z.int(),
    isRoot: z.boolean(),
    /** The store that this session is in as support; null outside. */
    support: z.nullable(z.strictObject({ storeId: z.uuid(), storeName: z.string(), until: instant })),
    /** On the support list, but this session has no second factor yet, so it has access to no store. */
    secondFactorMissing: z.boolean(),
    /** True when the person sees a store with demo data; the panel displays a banner. */
    demo: z.boolean(),
  }),
  errors: [],
})
