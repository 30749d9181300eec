import type { StoreMark } from '../marks/store-marks.rules.ts'

export interface StoreOfList {
  readonly name: string
  readonly mark: StoreMark | undefined
  /** IANA zone. */
  readonly timezone: string
}
