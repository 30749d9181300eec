import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { menuOptionChannel, wishedAbout } from './item-wishes.ts'
import { menuCategory, menuOptionGroup } from './menu.ts'
import {
  availability,
  itemDescription,
  itemPrice,
  menuHours,
  optionCount,
  partName,
  priceMethod,
} from './menu-fields.ts'

/** The largest group that one save may hold. */
export const maxOptions = 200

const status = z.enum(availability, 'Escolha se está à venda.')

const categoryFields = {
  name: partName('da categoria'),
  description: itemDescription,
  status,
  /** Empty: always. Its items follow it. */
  availability: menuHours,
} as const

const categoryParams = z.strictObject({ categoryId: z.uuid('Categoria inválida.') })

export const addMenuCategory = route({
  name: 'addMenuCategory',
  method: 'POST',
  path: '/menu/categories',
  summary: 'Adds a category behind the others',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject(categoryFields),
  reply: menuCategory,
  errors: ['store/not-found', 'menu/category-taken', 'validation/refused'],
  idempotency: 'accepted',
})

export const updateMenuCategory = route({
  name: 'updateMenuCategory',
  method: 'PATCH',
  path: '/menu/categories/{categoryId}',
  summary: 'Changes a category; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: categoryParams,
  body: z.strictObject({ ...categoryFields, version: seenRevision() }),
  reply: menuCategory,
  errors: ['store/not-found', 'menu/category-not-found', 'menu/category-taken', 'menu/stale-category'],
})

/** What was deleted; `restoreInMenu` brings it back within a day. */
const deletion = z.strictObject({ deletionId: z.uuid(), name: z.string() })
export type Deletion = z.output<typeof deletion>

export const deleteMenuCategory = route({
  name: 'deleteMenuCategory',
  method: 'DELETE',
  path: '/menu/categories/{categoryId}',
  summary: 'Deletes a category; its items stay, without category',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: categoryParams,
  reply: deletion,
  errors: ['store/not-found', 'menu/category-not-found'],
})

const groupFields = {
  name: partName('do grupo'),
  description: itemDescription,
  status,
  minPermitted: z
    .int('Informe o mínimo.')
    .check(z.gte(0, 'O mínimo não pode ser negativo.'), z.lte(100, 'No máximo 100 opções.')),
  maxPermitted: optionCount,
  /** Absent: as it is; of a new group `SUM`. */
  priceMethod: z.optional(priceMethod),
  /** The option of another group that it is asked with. Absent: as it is; null: it is a group of items. */
  optionId: z.optional(z.nullable(z.uuid('Opção inválida.'))),
  /** In their order. Without `id`: a new one; an option of the group that is not in the list is deleted. */
  options: z
    .array(
      z.strictObject({
        id: z.optional(z.uuid('Opção inválida.')),
        name: partName('da opção'),
        description: itemDescription,
        status,
        priceCents: itemPrice,
        maxPermitted: optionCount,
        /** At the marketplaces that have it; changes are sent to them. Absent: as they are. */
        channelPrices: z.optional(
          z
            .array(z.strictObject({ merchantId: z.string().check(z.maxLength(64)), priceCents: itemPrice }))
            .check(z.maxLength(20)),
        ),
      }),
    )
    .check(
      z.minLength(1, 'Inclua ao menos uma opção.'),
      z.maxLength(maxOptions, `Até ${String(maxOptions)} opções em um grupo.`),
    ),
} as const

const groupParams = z.strictObject({ groupId: z.uuid('Grupo inválido.') })
const groupBodyLimit = 512 * 1024

export const addOptionGroup = route({
  name: 'addOptionGroup',
  method: 'POST',
  path: '/menu/option-groups',
  summary: 'Adds a group of options, which items then use',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject(groupFields),
  reply: menuOptionGroup,
  errors: ['store/not-found', 'validation/refused'],
  idempotency: 'accepted',
  bodyLimit: groupBodyLimit,
})

export const updateOptionGroup = route({
  name: 'updateOptionGroup',
  method: 'PUT',
  path: '/menu/option-groups/{groupId}',
  summary: 'Replaces a group with its options; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: groupParams,
  body: z.strictObject({ ...groupFields, version: seenRevision() }),
  reply: menuOptionGroup,
  errors: ['store/not-found', 'menu/group-not-found', 'menu/stale-group', 'validation/refused'],
  bodyLimit: groupBodyLimit,
})

export const deleteOptionGroup = route({
  name: 'deleteOptionGroup',
  method: 'DELETE',
  path: '/menu/option-groups/{groupId}',
  summary: 'Deletes a group of options; items no longer ask for it',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: groupParams,
  reply: deletion,
  errors: ['store/not-found', 'menu/group-not-found'],
})

export const deleteMenuItem = route({
  name: 'deleteMenuItem',
  method: 'DELETE',
  path: '/menu/items/{itemId}',
  summary: 'Deletes an item; the partners take it off sale',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ itemId: z.uuid('Item inválido.') }),
  reply: deletion,
  errors: ['store/not-found', 'menu/item-not-found'],
})

export const restoreInMenu = route({
  name: 'restoreInMenu',
  method: 'POST',
  path: '/menu/deleted/{deletionId}/restore',
  summary: 'Brings back what was deleted within the last day',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ deletionId: z.uuid('Exclusão inválida.') }),
  body: z.optional(z.strictObject({})),
  reply: z.strictObject({ id: z.uuid(), name: z.string() }),
  errors: [
    'store/not-found',
    'menu/nothing-to-restore',
    'menu/name-taken',
    'menu/code-taken',
    'menu/category-taken',
  ],
})

export const menuParts = ['category', 'item', 'group'] as const

/** Moves of two people at once do not undo each other: each names its part and what follows it. */
export const moveInMenu = route({
  name: 'moveInMenu',
  method: 'POST',
  path: '/menu/move',
  summary: 'Puts a category, an item or a group before another one, or last',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    part: z.enum(menuParts, 'Escolha o que mover.'),
    id: z.uuid('Item inválido.'),
    /** Null: last. */
    before: z.nullable(z.uuid('Item inválido.')),
    /** Of items: the category it moves to; absent: the one it is in. */
    categoryId: z.optional(z.nullable(z.uuid('Categoria inválida.'))),
  }),
  /** The list in its new order. */
  reply: z.strictObject({ ids: z.array(z.uuid()) }),
  errors: ['store/not-found', 'menu/item-not-found', 'menu/category-not-found', 'menu/group-not-found'],
})

export const resendMenuOption = route({
  name: 'resendMenuOption',
  method: 'POST',
  path: '/menu/options/{optionId}/resend',
  summary:
    'Has the marketplaces follow the store again in an option: what they refused, or what somebody changed there',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ optionId: z.uuid('Opção inválida.') }),
  body: z.optional(
    z.strictObject({
      /** Absent: both. */
      about: z.optional(wishedAbout),
    }),
  ),
  /** As the marketplaces have it now. */
  reply: z.strictObject({ channels: z.array(menuOptionChannel) }),
  errors: ['store/not-found', 'menu/option-not-found', 'menu/nothing-to-resend'],
})
