import * as z from 'zod/mini'
import { emailText } from '../identity/identity.ts'
import { personName } from '../identity/links.ts'
import { roleNames } from '../shared/access.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/**
 * How far a grant has come in a store. `in`: the person has at least this role there. `invited`: waits for the person.
 * `asked`: waits for an owner of the store. `refused`: an owner said no. `left`: the person had it, declined it or lost it.
 */
export const grantStates = ['in', 'invited', 'asked', 'refused', 'left'] as const

export const groupGrant = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  givenBy: z.string(),
  givenAt: instant,
  /** Of the group's stores, those that the reader manages. */
  stores: z.array(z.strictObject({ storeId: z.uuid(), state: z.enum(grantStates) })),
})
export type GroupGrant = z.output<typeof groupGrant>

/** Of a group, not ended. */
export const maxGroupGrants = 30

const groupParams = z.strictObject({ id: z.uuid('Grupo inválido.') })

export const readGroupGrants = route({
  name: 'readGroupGrants',
  method: 'GET',
  path: '/groups/{id}/grants',
  summary: 'The people of a whole group, with how far each has come in the stores that the reader manages',
  access: { kind: 'user' },
  params: groupParams,
  reply: z.array(groupGrant),
  errors: ['group/not-found', 'permission/denied'],
})

export const giveGroupGrant = route({
  name: 'giveGroupGrant',
  method: 'POST',
  path: '/groups/{id}/grants',
  summary:
    'Gives a person a role in every store of the group in which the caller may; owners of the others, and of stores that join later, are asked',
  access: { kind: 'user' },
  leavesBehind: true,
  params: groupParams,
  body: z.strictObject({
    email: emailText,
    name: z.optional(personName),
    role: z.enum(roleNames, 'Escolha dono, gerente ou atendente.'),
  }),
  reply: groupGrant,
  errors: [
    'group/not-found',
    'permission/denied',
    'access/above-own-level',
    'group/already-granted',
    'group/too-many-grants',
  ],
})

export const endGroupGrant = route({
  name: 'endGroupGrant',
  method: 'DELETE',
  path: '/groups/{id}/grants/{grantId}',
  summary:
    'Ends it: no store that joins later is asked, and what it gave goes in the stores in which the caller may take it',
  access: { kind: 'user' },
  leavesBehind: true,
  params: z.strictObject({ id: z.uuid('Grupo inválido.'), grantId: z.uuid() }),
  reply: z.strictObject({
    /** Stores in which the person lost the role or the invitation. */
    removed: z.array(z.uuid()),
    /** Those in which the person stays: the last owner, or above what the caller may take. */
    kept: z.array(z.uuid()),
  }),
  errors: ['group/not-found', 'permission/denied', 'group/grant-not-found'],
})

export const groupOffer = z.strictObject({
  grantId: z.uuid(),
  groupName: z.string(),
  storeId: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  givenBy: z.string(),
})
export type GroupOffer = z.output<typeof groupOffer>

export const readGroupOffers = route({
  name: 'readGroupOffers',
  method: 'GET',
  path: '/groups/offers/mine',
  summary: 'People of groups that wait for the agreement of the caller, as an owner of a store in the group',
  access: { kind: 'user' },
  reply: z.array(groupOffer),
  errors: [],
})

export const answerGroupOffer = route({
  name: 'answerGroupOffer',
  method: 'POST',
  path: '/groups/offers/{grantId}',
  summary: 'An owner of the selected store agrees to a person of its group, or refuses; once',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: true,
  params: z.strictObject({ grantId: z.uuid() }),
  body: z.strictObject({ agree: z.boolean() }),
  reply: z.strictObject({ state: z.enum(grantStates) }),
  errors: ['group/grant-not-found'],
})
