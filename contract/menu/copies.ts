import * as z from 'zod/mini'

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
