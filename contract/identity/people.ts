import * as z from 'zod/mini'
import { roleNames } from '../shared/access.ts'
import { instant } from '../shared/day.ts'
import { storesLimit } from '../shared/headers.ts'
import { emailText, userId } from './identity.ts'
import { personName } from './links.ts'
import { route } from '../shared/route.ts'

const role = z.enum(roleNames, 'Escolha dono, gerente ou atendente.')

/** An access entry of the store, with the person it belongs to. */
export const person = z.strictObject({
  storeId: z.uuid(),
  uid: userId,
  role: z.enum(roleNames),
  name: z.string(),
  email: z.string(),
  since: instant,
  /** The store's only owner: cannot be removed or demoted. */
  lastOwner: z.boolean(),
})
export type Person = z.output<typeof person>

export const invitation = z.strictObject({
  id: z.uuid(),
  /** The address; for somebody invited by a uid that is in none of the inviter's teams: that uid. */
  email: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  expired: z.boolean(),
  /** The person said no; the row stays some days so that the inviter sees it. Null: still waits. */
  declinedAt: z.nullable(instant),
})
export type Invitation = z.output<typeof invitation>

export const readStoreAccess = route({
  name: 'readStoreAccess',
  method: 'GET',
  path: '/iam/store',
  summary: 'The access entries of the selected store, highest role first',
  access: { kind: 'store', role: 'manager' },
  reply: z.array(person),
  errors: [],
})

export const readInvitations = route({
  name: 'readInvitations',
  method: 'GET',
  path: '/iam/invitations',
  summary: 'The invitations to the selected store that wait',
  access: { kind: 'store', role: 'manager' },
  reply: z.array(invitation),
  errors: [],
})

const onePerson = z.strictObject({ uid: userId, storeId: z.uuid() })

export const checkAccess = route({
  name: 'checkAccess',
  method: 'GET',
  path: '/iam/userId/{uid}/storeId/{storeId}/check',
  summary: 'The role of a person in a store; others than oneself need manager',
  access: { kind: 'pathStore', role: 'basic' },
  params: onePerson,
  reply: z.strictObject({ role: z.nullable(z.enum(roleNames)) }),
  errors: [],
})

export const grantAccess = route({
  name: 'grantAccess',
  method: 'POST',
  path: '/iam/grant',
  summary:
    'Grants a role in the selected store: at once within the team, else pending until the person accepts',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  /** The uid of an account, or the one that an invitation answered. One that nobody has is answered like a stranger's. */
  body: z.strictObject({ uid: userId, role }),
  reply: z.strictObject({
    uid: userId,
    role,
    /** True: the person was invited and has no access until they accept. */
    pending: z.boolean(),
  }),
  errors: ['access/above-own-level', 'access/last-owner', 'access/already-granted'],
})

export const removeAccess = route({
  name: 'removeAccess',
  method: 'DELETE',
  path: '/iam/userId/{uid}/storeId/{storeId}/',
  summary: 'Takes away access to a store: of others by level, of oneself always, never of the last owner',
  access: { kind: 'pathStore', role: 'basic' },
  leavesBehind: true,
  params: onePerson,
  reply: z.strictObject({ removed: z.literal(true) }),
  errors: ['access/person-not-found', 'access/above-own-level', 'access/last-owner'],
})

/** The response is the same whether or not the address has an account. */
export const inviteWithoutPassword = route({
  name: 'inviteWithoutPassword',
  method: 'POST',
  path: '/user/no-password',
  summary: 'Invites a person to one or several stores by mail, with a link to set a password',
  access: { kind: 'user' },
  leavesBehind: true,
  body: z.strictObject({
    email: emailText,
    name: z.optional(personName),
    role,
    storeIds: z.array(z.uuid()).check(z.minLength(1, 'Escolha ao menos uma loja.'), z.maxLength(storesLimit)),
  }),
  reply: z.strictObject({
    /** Names the person in `grantAccess` until they accept; new for every invitation, with or without an account. */
    uid: userId,
    invitations: z.array(z.strictObject({ storeId: z.uuid(), id: z.uuid() })),
  }),
  errors: ['store/not-found', 'permission/denied', 'access/above-own-level', 'access/already-granted'],
  idempotency: 'accepted',
})

const oneInvitation = z.strictObject({ invitationId: z.uuid() })

export const resendInvitation = route({
  name: 'resendInvitation',
  method: 'POST',
  path: '/iam/invitations/{invitationId}/resend',
  summary: 'Mails a waiting invitation again with a new link; the old link ends',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  params: oneInvitation,
  reply: invitation,
  errors: ['access/invitation-not-found', 'access/above-own-level'],
})

export const cancelInvitation = route({
  name: 'cancelInvitation',
  method: 'DELETE',
  path: '/iam/invitations/{invitationId}',
  summary: 'Cancels a waiting invitation to the selected store',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  params: oneInvitation,
  reply: z.strictObject({ cancelled: z.literal(true) }),
  errors: ['access/invitation-not-found', 'access/above-own-level'],
})

/** An invitation as the invited person sees it. */
export const ownInvitation = z.strictObject({
  id: z.uuid(),
  storeId: z.uuid(),
  storeName: z.string(),
  role: z.enum(roleNames),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
})
export type OwnInvitation = z.output<typeof ownInvitation>

export const readMyInvitations = route({
  name: 'readMyInvitations',
  method: 'GET',
  path: '/iam/invitations/mine',
  summary: "The invitations that wait for the caller's answer",
  access: { kind: 'user' },
  reply: z.array(ownInvitation),
  errors: [],
})

export const acceptInvitation = route({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/iam/invitations/{invitationId}/accept',
  summary: 'The invited person agrees; the role counts from now on, and the consent is kept with its time',
  access: { kind: 'user' },
  leavesBehind: true,
  params: oneInvitation,
  reply: z.strictObject({ storeId: z.uuid(), role: z.enum(roleNames), acceptedAt: instant }),
  errors: ['access/invitation-not-found'],
})

export const declineInvitation = route({
  name: 'declineInvitation',
  method: 'POST',
  path: '/iam/invitations/{invitationId}/decline',
  summary: 'The invited person refuses; the inviter sees it',
  access: { kind: 'user' },
  leavesBehind: false,
  params: oneInvitation,
  reply: z.strictObject({ declined: z.literal(true) }),
  errors: ['access/invitation-not-found'],
})
