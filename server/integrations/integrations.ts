/** Public API of this folder. */
export { openSecret, sealSecret } from './secrets.ts'
