/** Built-in public id and key of the panel; they authorise nothing (docs/product/api.md). */
export const appPair = { id: 'balcao-web', token: 'balcao-web-public' } as const
