import * as z from 'zod/mini'
import { storesLimit } from '../shared/headers.ts'
import { route } from '../shared/route.ts'
import { bulkAct } from './bulk.ts'

/** The act `menu` with this category, from its id. Items of the other stores keep their price; nothing is removed. */
export const copyMyCategory = route({
  name: 'copyMyCategory',
  method: 'POST',
  path: '/menu/categoryId/{id}/copyMine',
  summary: 'Copies a category of the store to other stores, as an act with a result for each of them',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ id: z.uuid('Categoria inválida.') }),
  body: z.strictObject({
    storeIds: z
      .array(z.uuid('Loja inválida.'))
      .check(
        z.minLength(1, 'Escolha ao menos uma loja.'),
        z.maxLength(storesLimit, `Até ${String(storesLimit)} lojas por vez.`),
      ),
  }),
  reply: bulkAct,
  errors: ['store/not-found', 'permission/denied', 'validation/refused', 'menu/category-not-found'],
  idempotency: 'accepted',
})
