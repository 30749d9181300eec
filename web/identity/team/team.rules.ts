import { roleLevel, roleNames, type RoleName } from '../../../contract/shared/access.ts'
import { folded } from '../../../contract/shared/folded.ts'
import type { Invitation, Person } from '../../../contract/identity/people.ts'
import { roleLabels } from '../../words/roles.ts'
import type { TeamStore } from './team-store.ts'

/** What one store's reads answered. */
export interface StoreTeam {
  readonly store: TeamStore
  readonly people: readonly Person[]
  readonly invitations: readonly Invitation[]
}

/** A person with everything they may do in the stores of the reader. */
export interface TeamPerson {
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly entries: readonly {
    readonly store: TeamStore
    readonly role: RoleName
    readonly lastOwner: boolean
  }[]
}

/** Waiting invitations of one address to one role: sent together, resent and cancelled together. */
export interface TeamInvitation {
  readonly email: string
  readonly name: string
  readonly role: RoleName
  readonly invitedBy: string
  readonly createdAt: string
  readonly expired: boolean
  /** The person said no, to at least one of the stores. */
  readonly declined: boolean
  readonly entries: readonly { readonly store: TeamStore; readonly id: string }[]
}

/** Each person once; the highest role first, then by name. */
export function peopleOf(teams: readonly StoreTeam[]): readonly TeamPerson[] {
  const byUid = new Map<string, TeamPerson>()
  for (const { store, people } of teams)
    for (const { uid, name, email, role, lastOwner } of people) {
      const known = byUid.get(uid)
      byUid.set(uid, { uid, name, email, entries: [...(known?.entries ?? []), { store, role, lastOwner }] })
    }
  const highest = (person: TeamPerson) => Math.max(...person.entries.map(({ role }) => roleLevel[role]))
  return [...byUid.values()].toSorted(
    (a, b) => highest(b) - highest(a) || a.name.localeCompare(b.name, 'pt-BR'),
  )
}

export function invitationsOf(teams: readonly StoreTeam[]): readonly TeamInvitation[] {
  const together = new Map<string, TeamInvitation>()
  for (const { store, invitations } of teams)
    for (const { id, email, name, role, invitedBy, createdAt, expired, declinedAt } of invitations) {
      // A no has a row of its own beside what still waits.
      const declined = declinedAt !== null
      const key = `${email}/${role}/${declined}`
      const known = together.get(key)
      together.set(key, {
        email,
        name: known?.name || name,
        role,
        invitedBy,
        createdAt: known && known.createdAt > createdAt ? known.createdAt : createdAt,
        expired: expired || known?.expired === true,
        declined,
        entries: [...(known?.entries ?? []), { store, id }],
      })
    }
  return [...together.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** By name, address or store, without regard to case and accents. */
export function peopleFound(people: readonly TeamPerson[], typed: string): readonly TeamPerson[] {
  const wanted = folded(typed)
  return people.filter(({ name, email, entries }) =>
    [name, email, ...entries.map(({ store }) => store.name)].some((text) => folded(text).includes(wanted)),
  )
}

/** `Dono ou dona nas 6 lojas`; `Gerente em Brasa & Cia · Atendente em Cantina Aurora e Temaki do Largo`. */
export function rolesText(
  entries: readonly { readonly store: TeamStore; readonly role: RoleName }[],
  storeCount: number,
): string {
  return roleNames
    .flatMap((role) => {
      const names = entries.filter((entry) => entry.role === role).map(({ store }) => store.name)
      return names.length === 0 ? [] : [`${roleLabels[role]} ${placesText(names, storeCount)}`]
    })
    .join(' · ')
}

/** More than these are counted. */
const namedStores = 2

export function placesText(names: readonly string[], storeCount: number): string {
  if (names.length === storeCount && storeCount > namedStores) return `nas ${storeCount}\u00a0lojas`
  if (names.length > namedStores) return `em ${names.length}\u00a0lojas`
  return `em ${names.join(' e ')}`
}
