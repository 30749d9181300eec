/** The panel's origin, for addresses that are entered elsewhere. */
export const pageOrigin = (): string => window.location.origin

/** The current address, for sharing. */
export const pageAddress = (): string => window.location.href
