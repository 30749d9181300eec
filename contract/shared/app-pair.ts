/** Built-in public id and key of the panel; they authorise nothing (docs/product/api.md). */
export const appPair = { id: 'balcao-web', token: 'balcao-web-public' } as const

/** Meta tag of the page with another pair, id and token with a space between: APP_ID and APP_TOKEN of the server. */
export const appPairMeta = 'balcao-app'
