import * as z from 'zod/mini'
import { cents } from '../shared/money.ts'

/** What may differ between two states of an item, in the order in which it is shown. */
export const itemFields = [
  'name',
  'category',
  'priceCents',
  'channelPrice',
  'description',
  'photo',
  'optionGroups',
  'availability',
  'serving',
  'unit',
  'ean',
  'allergen',
  'isAlcoholic',
  'taxClass',
  'ncm',
  'externalCode',
] as const
export type ItemField = (typeof itemFields)[number]

/** An item that another menu adds, changes or does not have. Values are pt-BR text; empty: nothing. */
export const menuChange = z.strictObject({
  /** Names the change when it is ticked. */
  key: z.string(),
  kind: z.enum(['new', 'changed', 'gone']),
  category: z.string(),
  name: z.string(),
  /** As it would be sold; of an item that goes, as it is sold. */
  priceCents: cents,
  fields: z.array(z.strictObject({ field: z.enum(itemFields), before: z.string(), after: z.string() })),
  /** Would change, but the store locked it. */
  locked: z.array(z.enum(itemFields)),
})
export type MenuChange = z.output<typeof menuChange>
