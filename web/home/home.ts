/** Public exports of this folder. */
export { StoresStreet } from './stores-street.tsx'
