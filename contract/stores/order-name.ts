/** Order numbers repeat from store to store; with the store's code in front they name one order of the day: `BC-31`. */
export const orderName = (code: string | null | undefined, displayId: string): string =>
  code ? `${code}-${displayId}` : `#${displayId}`
