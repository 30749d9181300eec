/**
 * The key that groups an item in reports and joins it to the menu: its external code unchanged, else its
 * name in lower case. `order_items.product_key`, `product_days.product_key` and `menu_items.product_key`
 * are all written by this function and never by SQL, because the two lower-case accented letters
 * differently.
 */
export const productKey = (externalCode: string | null, name: string): string =>
  externalCode ?? name.trim().toLowerCase()
