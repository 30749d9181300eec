/** Meta's customer service window: after a customer's message, free text may be sent for this long. */
export const serviceWindowMs = 24 * 60 * 60_000
