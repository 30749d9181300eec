import { randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for one another: people read these codes aloud. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export const freshCode = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
