/** Until everything has happened that waits for nothing but its turn. */
export const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
