/** The door of this room. */
export { StoreCards } from './home-page.tsx'
