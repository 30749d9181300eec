import * as z from 'zod/mini'
import { phoneText } from '../shared/phones.ts'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { personName } from './links.ts'

/** What a person may change of themselves. */
export const myProfile = z.strictObject({
  name: z.string(),
  /** E.164, confirmed by a code; null: none. */
  phoneNumber: z.nullable(z.string()),
  version: z.int(),
})
export type MyProfile = z.output<typeof myProfile>

export const saveMyProfile = route({
  name: 'saveMyProfile',
  method: 'PATCH',
  path: '/user/mine',
  summary: "Changes the caller's own name; a stale version gets 409 with the current value",
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ name: personName, version: seenRevision() }),
  reply: myProfile,
  errors: ['user/stale-profile'],
})

/** How a code reaches a person: by e-mail, or by a message to the number itself. */
export const codeDoors = ['mail', 'message'] as const

export const startMyPhone = route({
  name: 'startMyPhone',
  method: 'POST',
  path: '/user/mine/phone',
  summary: 'Sends a code that confirms a new phone number of the caller; an earlier code ends',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ phone: phoneText, version: seenRevision() }),
  reply: z.strictObject({
    door: z.enum(codeDoors),
    /** The address or number that the code went to. */
    sentTo: z.string(),
    expiresAt: instant,
  }),
  errors: ['user/stale-profile', 'user/phone-unchanged'],
})

export const confirmMyPhone = route({
  name: 'confirmMyPhone',
  method: 'POST',
  path: '/user/mine/phone/confirm',
  summary: 'Takes over the new phone number with the code that was sent',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({
    code: z
      .string('Informe o código.')
      .check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, 'O código tem seis dígitos.')),
  }),
  reply: myProfile,
  errors: ['user/phone-code-wrong', 'user/phone-code-gone'],
})

export const removeMyPhone = route({
  name: 'removeMyPhone',
  method: 'DELETE',
  path: '/user/mine/phone',
  summary: "Forgets the caller's phone number",
  access: { kind: 'user' },
  leavesBehind: false,
  reply: myProfile,
  errors: [],
})
