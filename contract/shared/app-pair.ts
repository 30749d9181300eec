/** The fixed, public pair of the panel: it authorises nothing (docs/product.md section 3). */
export const appPair = { id: 'balcao-web', token: 'balcao-web-public' } as const
