import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { storesLimit } from '../shared/headers.ts'
import { route } from '../shared/route.ts'

/** What a store decides on its own when it takes another store's menu. A pause is always its own. */
export const menuKeeps = z.strictObject({
  /** Of items; those of options come with their group. */
  prices: z.boolean(),
  /** When an item is sold. */
  hours: z.boolean(),
  /** Items that the other menu does not have; false: they are removed. */
  ownItems: z.boolean(),
})
export type MenuKeeps = z.output<typeof menuKeeps>

/** Of a copy: nothing is removed. */
export const copyKeeps: MenuKeeps = { prices: true, hours: false, ownItems: true }

const toStores = z.strictObject({
  storeIds: z
    .array(z.uuid('Loja inválida.'))
    .check(
      z.minLength(1, 'Escolha ao menos uma loja.'),
      z.maxLength(storesLimit, `Até ${String(storesLimit)} lojas por vez.`),
    ),
})

const menuCopy = z.strictObject({
  id: z.uuid(),
  /** Null: the whole menu. */
  category: z.nullable(z.string()),
  askedByName: z.string(),
  askedAt: instant,
  /** Only stores that the reader manages. */
  stores: z.array(
    z.strictObject({
      storeId: z.uuid(),
      state: z.enum(['waiting', 'done', 'failed']),
      /** Items that were added or changed. */
      changed: z.int(),
      /** Why not. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type MenuCopy = z.output<typeof menuCopy>

const errors = ['store/not-found', 'validation/refused'] as const

/** Items of the other stores keep their price and what is locked there; nothing is removed. */
export const copyMyCategory = route({
  name: 'copyMyCategory',
  method: 'POST',
  path: '/menu/categoryId/{id}/copyMine',
  summary: 'Copies a category of the store to other stores, which keep their prices and locks',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ id: z.uuid('Categoria inválida.') }),
  body: toStores,
  reply: menuCopy,
  errors: [...errors, 'menu/category-not-found'],
  idempotency: 'accepted',
})

export const copyMyMenu = route({
  name: 'copyMyMenu',
  method: 'POST',
  path: '/menu/copyMine',
  summary: 'Copies the whole menu of the store to other stores, which keep their prices and locks',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: toStores,
  reply: menuCopy,
  errors,
  idempotency: 'accepted',
})

export const readMenuCopies = route({
  name: 'readMenuCopies',
  method: 'GET',
  path: '/menu/copies/mine',
  summary: 'The last copies from this store, with a result for each store',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({ copies: z.array(menuCopy) }),
  errors: ['store/not-found'],
})

export const retryMenuCopy = route({
  name: 'retryMenuCopy',
  method: 'POST',
  path: '/menu/copies/mine/{copyId}/retry',
  summary: 'Copies again to the stores where it failed, and to no others',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ copyId: z.uuid('Cópia inválida.') }),
  body: z.optional(z.strictObject({})),
  reply: menuCopy,
  errors: ['store/not-found', 'menu/copy-not-found', 'menu/nothing-to-retry'],
})
