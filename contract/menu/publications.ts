import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { menuChange } from './changes.ts'

/** A menu on its way to a marketplace. What it would change is a preview until a person confirms it. */
export const menuPublication = z.strictObject({
  id: z.uuid(),
  platform: z.enum(platforms),
  merchantId: z.string(),
  /** It takes back an earlier one. */
  takesBack: z.boolean(),
  /** `stopped`: the marketplace did not answer any more; what is left can be sent. `failed`: nothing was read. */
  state: z.enum(['reading', 'ready', 'writing', 'proving', 'done', 'stopped', 'failed']),
  problem: z.nullable(z.string()),
  /** Categories that the marketplace does not have, or has under another name. */
  categories: z.array(z.strictObject({ name: z.string(), before: z.nullable(z.string()) })),
  parts: z.array(
    z.strictObject({
      change: menuChange,
      chosen: z.boolean(),
      /** `proved`: read back as it was sent. */
      state: z.enum(['waiting', 'sent', 'proved', 'refused']),
      problem: z.nullable(z.string()),
    }),
  ),
  /** What cannot be published as it is here, and what to do. */
  leftOut: z.array(z.strictObject({ where: z.string(), message: z.string() })),
  /** Names the menu that was compared; sent back to confirm. */
  menu: z.string(),
  askedByName: z.string(),
  askedAt: instant,
  endedAt: z.nullable(instant),
  /** It is the last one that was written there, and can be taken back. */
  canTakeBack: z.boolean(),
})
export type MenuPublication = z.output<typeof menuPublication>

const access = { kind: 'store', role: 'manager' } as const
const params = z.strictObject({ publicationId: z.uuid('Publicação inválida.') })
const begun = z.strictObject({ publicationId: z.uuid() })
const nothing = z.optional(z.strictObject({}))

export const readMenuPublications = route({
  name: 'readMenuPublications',
  method: 'GET',
  path: '/menu/publications/mine',
  summary:
    'Merchants that take the menu of the store, and its last publications, the newest first; a comparison while it waits',
  access,
  reply: z.strictObject({
    merchants: z.array(z.strictObject({ platform: z.enum(platforms), merchantId: z.string() })),
    publications: z.array(
      z.strictObject({
        id: z.uuid(),
        platform: z.enum(platforms),
        merchantId: z.string(),
        takesBack: z.boolean(),
        state: menuPublication.shape.state,
        askedByName: z.string(),
        askedAt: instant,
        /** Items that were written, and those that the marketplace refused. */
        written: z.int(),
        refused: z.int(),
      }),
    ),
  }),
  errors: ['store/not-found'],
})

export const beginMenuPublication = route({
  name: 'beginMenuPublication',
  method: 'POST',
  path: '/menu/publications/mine',
  summary: "Begins to compare the store's menu with a merchant's catalogue, for a preview",
  access,
  leavesBehind: false,
  body: z.strictObject({
    platform: z.enum(platforms),
    merchantId: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
  reply: begun,
  errors: ['store/not-found', 'menu/no-merchant'],
  idempotency: 'accepted',
})

export const readMenuPublication = route({
  name: 'readMenuPublication',
  method: 'GET',
  path: '/menu/publications/mine/{publicationId}',
  summary: 'What a publication changes at the marketplace, and how far it is',
  access,
  params,
  reply: menuPublication,
  errors: ['store/not-found', 'menu/publication-not-found'],
})

export const confirmMenuPublication = route({
  name: 'confirmMenuPublication',
  method: 'POST',
  path: '/menu/publications/mine/{publicationId}/confirm',
  summary: 'Publishes the ticked changes; a menu that has changed since the comparison gets 409',
  access,
  leavesBehind: false,
  params,
  body: z.strictObject({
    /** Keys of changes. Categories are renamed with any of them, or alone. */
    ticked: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10_000)),
    menu: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Versão do cardápio inválida.')),
  }),
  reply: begun,
  errors: [
    'store/not-found',
    'menu/publication-not-found',
    'menu/publication-not-ready',
    'menu/publication-under-way',
    'menu/changed-meanwhile',
    'validation/refused',
  ],
  bodyLimit: 2 * 1024 * 1024,
})

export const takeBackMenuPublication = route({
  name: 'takeBackMenuPublication',
  method: 'POST',
  path: '/menu/publications/mine/{publicationId}/takeBack',
  summary: 'Makes the marketplace as it was before its last publication',
  access,
  leavesBehind: false,
  params,
  body: nothing,
  reply: begun,
  errors: [
    'store/not-found',
    'menu/publication-not-found',
    'menu/publication-not-last',
    'menu/publication-under-way',
  ],
})

export const resumeMenuPublication = route({
  name: 'resumeMenuPublication',
  method: 'POST',
  path: '/menu/publications/mine/{publicationId}/resume',
  summary: 'Sends what a stopped publication has left, and what was refused',
  access,
  leavesBehind: false,
  params,
  body: nothing,
  reply: begun,
  errors: [
    'store/not-found',
    'menu/publication-not-found',
    'menu/publication-not-ready',
    'menu/publication-under-way',
  ],
})
