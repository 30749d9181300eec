import type { Locator, Page } from 'playwright-core'
import type { Hand } from './hands.ts'
import type { Stores } from './stores.ts'

/** One job, done as a person does it. `work` ends when the screen or the database shows its result. */
export interface Job {
  readonly name: string
  /** Where the person is at the start. */
  readonly path: string
  readonly atMost: number
  /** What cannot be taken back must not be one press away. */
  readonly atLeast?: number
  /** What happens before, by others; returns what the job is about. */
  readonly prepare?: (stores: Stores, width: number) => Promise<string>
  readonly work: (page: Page, scene: Scene) => Promise<void>
}

export interface Scene extends Omit<Stores, 'close'> {
  readonly width: number
  readonly hand: Hand
  /** What `prepare` returned. */
  readonly subject: string
}

export const board = '/menu/orders'
export const isPhone = ({ width }: Scene): boolean => width < 600

/** In the navigation, or in the head of a phone. */
export const place = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: /^Principal/ })
    .or(page.getByRole('banner'))
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
