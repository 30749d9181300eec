import type { RoleName } from '../../contract/shared/access.ts'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'

/** A short guide: 60 to 120 words in all, as an owner would tell it to a colleague. */
export interface Guide {
  readonly id: GuideId
  /** Begins with a verb. */
  readonly title: string
  /** What it is good for. */
  readonly why: string
  readonly steps: readonly string[]
  /** What to know afterwards. */
  readonly after: string
  /** The address of the screen that it teaches: it opens beside it. */
  readonly at: string
  /** Other screens whose "?" offers it: a path, or a section of the settings. */
  readonly also: readonly string[]
  readonly role: RoleName
}
