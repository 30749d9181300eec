import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { instant } from '../shared/day.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { slugText } from '../shared/slugs.ts'
import { userId } from '../identity/identity.ts'

export const group = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  /** Only the stores that the reader has access to. */
  stores: z.array(z.strictObject({ id: z.uuid() })),
  /** How many more it has that the reader has no access to. */
  hiddenStores: z.int(),
  ownerId: userId,
  /** True for the group's creator, for root, and for a manager of every store in the group. */
  canChange: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Group = z.output<typeof group>

export const groupName = z
  .string('Informe o nome do grupo.')
  .check(
    z.trim(),
    z.minLength(1, 'Informe o nome do grupo.'),
    z.maxLength(80, 'O nome pode ter até 80 caracteres.'),
    plainName(),
  )

/** Its page shows `storesLimit` of them at a time (docs/adr/0107-a-group-has-pages.md). */
export const groupStoresLimit = 500

/** Which hundred of the stores that the reader manages, in the order of the group; past the end: the last one. */
export const groupPageQuery = z.optional(z.string().check(z.regex(/^[1-9]\d?$/, 'Página inválida.')))

/** The hundred that a reply is about. */
export const groupPage = z.strictObject({
  number: z.int(),
  of: z.int(),
  /** The stores of the group that the reader manages, on all pages. */
  stores: z.int(),
})
export type GroupPage = z.output<typeof groupPage>

const storeIds = z.array(z.uuid('Loja inválida.'), 'Escolha as lojas do grupo.').check(
  z.minLength(1, 'Escolha pelo menos uma loja.'),
  z.maxLength(
    groupStoresLimit,
    `Um grupo pode ter até ${groupStoresLimit} lojas: as demais vão em outro grupo.`,
  ),
  z.refine((ids) => new Set(ids).size === ids.length, 'Há lojas repetidas.'),
)

/** The stores as ids or in the shape of the reply: exactly one of the two. */
const chosenStores = {
  storeIds: z.optional(storeIds),
  stores: z.optional(
    z.array(z.strictObject({ id: z.uuid('Loja inválida.') })).check(z.maxLength(groupStoresLimit)),
  ),
}

/** Throws nothing: the body's schema has made sure that there are some. */
export const storeIdsOf = (body: {
  readonly storeIds?: readonly string[] | undefined
  readonly stores?: readonly { readonly id: string }[] | undefined
}): readonly string[] => body.storeIds ?? body.stores?.map(({ id }) => id) ?? []

const groupIdParams = z.strictObject({ id: z.uuid('Grupo inválido.') })
const slugParams = z.strictObject({ slug: slugText })

export const createGroup = route({
  name: 'createGroup',
  method: 'POST',
  path: '/groups',
  summary: 'Creates a group of stores of which the caller is at least manager',
  access: { kind: 'user' },
  leavesBehind: true,
  body: z.strictObject({ name: groupName, slug: slugText, ...chosenStores }).check(
    z.refine((body) => storeIds.safeParse(storeIdsOf(body)).success && !(body.storeIds && body.stores), {
      error: 'Escolha as lojas do grupo.',
      path: ['storeIds'],
    }),
  ),
  reply: group,
  errors: ['store/not-found', 'permission/denied', 'group/slug-taken', 'group/slug-reserved'],
  idempotency: 'accepted',
})

export const readMyGroups = route({
  name: 'readMyGroups',
  method: 'GET',
  path: '/groups/mine',
  summary: 'Groups that the caller created or that hold a store of the caller',
  access: { kind: 'user' },
  reply: z.array(group),
  errors: [],
})

export const updateGroup = route({
  name: 'updateGroup',
  method: 'PUT',
  path: '/groups/{id}',
  summary: 'Changes name, slug or stores; a stale version gets 409 with the current value',
  access: { kind: 'user' },
  leavesBehind: true,
  params: groupIdParams,
  body: z.strictObject({
    name: z.optional(groupName),
    slug: z.optional(slugText),
    storeIds: z.optional(storeIds),
    version: seenRevision('Falta a versão do grupo.'),
  }),
  reply: group,
  errors: [
    'group/not-found',
    'store/not-found',
    'permission/denied',
    'group/slug-taken',
    'group/slug-reserved',
    'group/stale-version',
  ],
})

/** Returns the bare response body, without `{ data }` (docs/product/api.md). */
export const deleteGroup = route({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/groups/{id}',
  summary: 'Deletes the group; its stores stay',
  access: { kind: 'user' },
  leavesBehind: true,
  params: groupIdParams,
  reply: z.strictObject({ id: z.uuid(), deleted: z.boolean() }),
  errors: ['group/not-found', 'permission/denied'],
  envelope: 'bare',
})

/**
 * A second field, which is ours, says beside `data` why the caller cannot have a slug that no group has. `reserved`: a word of
 * the product. `resting`: another person gave it up a short while ago.
 */
export const findGroupIdBySlug = route({
  name: 'findGroupIdBySlug',
  method: 'POST',
  path: '/groups/slug/{slug}',
  summary:
    'The id of the group that has the slug, or null; beside it whether a free one is reserved or resting',
  access: { kind: 'user' },
  leavesBehind: false,
  params: slugParams,
  reply: z.strictObject({
    data: z.nullable(z.uuid()),
    unavailable: z.nullable(z.enum(['reserved', 'resting'])),
  }),
  errors: [],
  envelope: 'bare',
  load: 'lookup',
})

/** A visitor without a session needs no sign-in for an address that leads nowhere. */
export const findGroupAddress = route({
  name: 'findGroupAddress',
  method: 'GET',
  path: '/groups/slug/{slug}/exists',
  summary: 'Whether a group has, or left, this address; no data of the group',
  access: { kind: 'public' },
  params: slugParams,
  reply: z.strictObject({ exists: z.boolean() }),
  errors: [],
  load: 'lookup',
})

export const readGroupBySlug = route({
  name: 'readGroupBySlug',
  method: 'GET',
  path: '/groups/slug/{slug}',
  summary:
    'The group at this address or, if it has moved, the group with its new slug; when the caller may see any of its stores',
  access: { kind: 'user' },
  params: slugParams,
  reply: group,
  errors: ['group/not-found'],
})

export const readGroup = route({
  name: 'readGroup',
  method: 'GET',
  path: '/groups/{id}',
  summary: 'One group, when the caller may see any of its stores',
  access: { kind: 'user' },
  params: groupIdParams,
  reply: group,
  errors: ['group/not-found'],
})
