/**
 * What groups an item in reports and joins it to the menu: its external code as it is, else its name in
 * lower case. `order_items.product_key`, `product_days.product_key` and `menu_items.product_key` are all
 * written by this, never by SQL: two lower-casings would differ at accents.
 */
export const productKey = (externalCode: string | null, name: string): string =>
  externalCode ?? name.trim().toLowerCase()
