/** Public exports of this folder. */
export { StoreCards } from './home-page.tsx'
