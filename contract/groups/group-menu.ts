import * as z from 'zod/mini'
import { menuChange } from '../menu/changes.ts'
import { menuKeeps, type MenuKeeps } from '../menu/copies.ts'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { slugText } from '../shared/slugs.ts'
import { groupPageQuery } from './groups.ts'

/** Until somebody says otherwise: nothing that a store has of its own is lost. */
export const usualKeeps: MenuKeeps = { prices: true, hours: true, ownItems: true }

const differences = z.strictObject({
  /** Items of the chain's menu that the store does not have. */
  missing: z.int(),
  /** Items with another name, category, description, photo or options. */
  content: z.int(),
  prices: z.int(),
  hours: z.int(),
  /** Items that only the store has. */
  own: z.int(),
  /** Items with a difference that the store locked: publishing leaves it. */
  locked: z.int(),
})
export type MenuDifferences = z.output<typeof differences>

const groupMenu = z.strictObject({
  groupId: z.uuid(),
  canChange: z.boolean(),
  /** The store whose menu is the chain's; null: none, or one that the reader does not manage (`hidden`). */
  storeId: z.nullable(z.uuid()),
  hidden: z.boolean(),
  keeps: menuKeeps,
  savedByName: z.nullable(z.string()),
  savedAt: z.nullable(instant),
  /** 0: nobody set one. */
  version: z.int(),
  /** Marketplaces of the stores below that take a whole menu from us, once a person has seen the comparison. */
  channels: z.array(z.enum(platforms)),
  /** The other stores of the page that the reader manages, against that menu; empty without one. */
  stores: z.array(
    z.strictObject({
      storeId: z.uuid(),
      differences,
      /** Items that are paused there now, which no menu changes. */
      paused: z.int(),
      /** Items that publishing would add, change or remove. */
      toPublish: z.int(),
    }),
  ),
})
export type GroupMenu = z.output<typeof groupMenu>

const ofSlug = z.strictObject({ slug: slugText })

export const readGroupMenu = route({
  name: 'readGroupMenu',
  method: 'GET',
  path: '/groups/slug/{slug}/menu',
  summary: 'Which store has the menu of the chain, and how each other store differs from it',
  access: { kind: 'user' },
  load: 'report',
  params: ofSlug,
  query: z.strictObject({ page: groupPageQuery }),
  reply: groupMenu,
  errors: ['group/not-found', 'permission/denied'],
})

/** More than a person reads. */
export const maxListedChanges = 200

export const readGroupMenuOfStore = route({
  name: 'readGroupMenuOfStore',
  method: 'GET',
  path: '/groups/slug/{slug}/menu/{storeId}',
  summary: 'In what one store differs from the menu of the chain, item by item',
  access: { kind: 'user' },
  load: 'report',
  params: z.strictObject({ slug: slugText, storeId: z.uuid('Loja inválida.') }),
  reply: z.strictObject({
    /** `before`: the store's; `after`: the chain's. */
    changes: z.array(menuChange),
    /** How many more there are. */
    further: z.int(),
  }),
  errors: ['group/not-found', 'permission/denied', 'store/not-found', 'group/no-menu'],
})

export const saveGroupMenu = route({
  name: 'saveGroupMenu',
  method: 'PUT',
  path: '/groups/slug/{slug}/menu',
  summary: 'Names the store whose menu the chain takes and what stays with each store; changes no menu',
  access: { kind: 'user' },
  leavesBehind: false,
  params: ofSlug,
  body: z.strictObject({
    /** Null: the chain has no menu any more. */
    storeId: z.nullable(z.uuid('Loja inválida.')),
    keeps: menuKeeps,
    version: seenRevision(),
  }),
  reply: groupMenu,
  errors: ['group/not-found', 'permission/denied', 'store/not-found', 'group/stale-menu'],
})
