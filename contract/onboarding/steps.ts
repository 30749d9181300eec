import type { RoleName } from '../shared/access.ts'

/** The first steps of a store in the order in which they help most. */
export const stepKeys = [
  'profile',
  'hours',
  'service',
  'menu',
  'printer',
  'test-order',
  'notifications',
  'payment',
  'channel',
  'team',
  'second-factor',
  'first-order',
] as const
export type StepKey = (typeof stepKeys)[number]

/** Items with a price that make a menu. */
export const minPricedItems = 5

/** How long a step takes, and who can do it. */
export const stepTerms: Readonly<Record<StepKey, { readonly minutes: number; readonly role: RoleName }>> = {
  profile: { minutes: 1, role: 'manager' },
  hours: { minutes: 2, role: 'manager' },
  service: { minutes: 1, role: 'manager' },
  menu: { minutes: 10, role: 'manager' },
  printer: { minutes: 5, role: 'manager' },
  'test-order': { minutes: 2, role: 'manager' },
  notifications: { minutes: 1, role: 'basic' },
  payment: { minutes: 1, role: 'manager' },
  channel: { minutes: 5, role: 'manager' },
  team: { minutes: 2, role: 'manager' },
  'second-factor': { minutes: 2, role: 'owner' },
  'first-order': { minutes: 0, role: 'basic' },
}
