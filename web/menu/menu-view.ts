import type { Store } from '../../contract/stores/stores.ts'
import type { Marks } from './list/store-dots.tsx'

/** What every row and sheet needs to know of the screen. */
export interface MenuView {
  /** The chosen stores. */
  readonly stores: readonly Store[]
  /** How many stores the person has. */
  readonly allStores: number
  readonly marks: Marks
}
