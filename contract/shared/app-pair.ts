/** The fixed, public pair of the panel: it authorises nothing (spec section 3). */
export const appPair = { id: 'balcao-web', token: 'balcao-web-public' } as const
