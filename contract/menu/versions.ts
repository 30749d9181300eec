import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { menuChange } from './changes.ts'

export const versionsKept = 30

const menuVersion = z.strictObject({
  number: z.int(),
  cause: z.enum(['start', 'edits', 'import', 'copy', 'rollback', 'prices']),
  /** Of an import the file or address, of a copy the other store, of a rollback the number of the version. */
  subject: z.string(),
  /** Empty: nobody in particular. */
  byName: z.string(),
  at: instant,
  items: z.int(),
  /** The menu is in this state now. */
  current: z.boolean(),
})
export type MenuVersion = z.output<typeof menuVersion>

export const readMenuVersions = route({
  name: 'readMenuVersions',
  method: 'GET',
  path: '/menu/versions/mine',
  summary: "The last 30 states of the store's menu, the newest first",
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({ versions: z.array(menuVersion) }),
  errors: ['store/not-found'],
})

const versionParams = z.strictObject({
  number: z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Versão inválida.')), z.transform(Number)),
})

export const readMenuVersion = route({
  name: 'readMenuVersion',
  method: 'GET',
  path: '/menu/versions/mine/{number}',
  summary: 'What going back to this version would change now',
  access: { kind: 'store', role: 'manager' },
  params: versionParams,
  reply: z.strictObject({
    version: menuVersion,
    changes: z.array(menuChange),
    /** Names the menu that was compared. */
    menu: z.string(),
  }),
  errors: ['store/not-found', 'menu/version-not-found'],
})

export const rollBackMenu = route({
  name: 'rollBackMenu',
  method: 'POST',
  path: '/menu/versions/mine/{number}/rollback',
  summary: 'Makes the menu exactly what it was in this version; a menu that changed meanwhile gets 409',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: versionParams,
  body: z.strictObject({
    menu: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Versão do cardápio inválida.')),
  }),
  reply: z.strictObject({
    /** The version that the menu was in before. */
    before: z.int(),
  }),
  errors: [
    'store/not-found',
    'menu/version-not-found',
    'menu/changed-meanwhile',
    'menu/already-so',
    'validation/refused',
  ],
})
