import { expect, test } from 'vitest'
import type { Invitation, Person } from '../../../contract/identity/people.ts'
import { invitationsOf, peopleOf, rolesText, type StoreTeam } from './team.rules.ts'

const brasa = { id: 'b', name: 'Brasa & Cia' }
const cantina = { id: 'c', name: 'Cantina Aurora' }
const temaki = { id: 't', name: 'Temaki do Largo' }

const person = (uid: string, name: string, role: Person['role'], lastOwner = false) =>
  ({ uid, name, email: `${uid}@x.example`, role, lastOwner }) as Person
const invitation = (id: string, email: string, changes: Partial<Invitation> = {}) =>
  ({
    id,
    email,
    name: '',
    role: 'basic',
    invitedBy: 'Marina',
    createdAt: '2026-11-20T10:00:00Z',
    expired: false,
    declinedAt: null,
    ...changes,
  }) as Invitation

const teams: readonly StoreTeam[] = [
  {
    store: brasa,
    people: [person('ana', 'Ana', 'basic'), person('marina', 'Marina', 'owner', true)],
    invitations: [invitation('1', 'bia@x.example')],
  },
  {
    store: cantina,
    people: [person('marina', 'Marina', 'owner'), person('ana', 'Ana', 'manager')],
    invitations: [
      invitation('2', 'bia@x.example', { createdAt: '2026-11-21T10:00:00Z', expired: true }),
      invitation('3', 'bia@x.example', { role: 'manager', createdAt: '2026-11-22T10:00:00Z' }),
    ],
  },
]

test('a person of several stores stands once, owners first, with a role per store', () => {
  expect(
    peopleOf(teams).map(({ name, entries }) => [
      name,
      ...entries.map(({ store, role }) => `${store.id} ${role}`),
    ]),
  ).toEqual([
    ['Marina', 'b owner', 'c owner'],
    ['Ana', 'b basic', 'c manager'],
  ])
})

test('invitations of one address to one role stand together; another role is another row', () => {
  expect(
    invitationsOf(teams).map(({ role, expired, entries }) => [role, expired, entries.map(({ id }) => id)]),
  ).toEqual([
    ['manager', false, ['3']],
    ['basic', true, ['1', '2']],
  ])
})

test('a declined invitation has a row of its own beside one that waits', () => {
  const of = (storeId: string, id: string, declinedAt: string | null): StoreTeam => ({
    store: { id: storeId, name: storeId },
    people: [],
    invitations: [invitation(id, 'bia@x.example', { declinedAt })],
  })
  expect(
    invitationsOf([of('b', '1', '2026-11-21T10:00:00Z'), of('c', '2', null)]).map(({ declined, entries }) => [
      declined,
      entries.map(({ id }) => id),
    ]),
  ).toEqual([
    [true, ['1']],
    [false, ['2']],
  ])
})

test('the roles are a sentence: few stores by name, more by number, all as all', () => {
  const as = (role: Person['role'], ...stores: (typeof brasa)[]) => stores.map((store) => ({ store, role }))
  const text = (...args: Parameters<typeof rolesText>) => rolesText(...args).replaceAll('\u00a0', ' ')
  expect(text(as('owner', brasa, cantina, temaki), 3)).toBe('Dono ou dona nas 3 lojas')
  expect(text(as('owner', brasa, cantina, temaki), 6)).toBe('Dono ou dona em 3 lojas')
  expect(text([...as('basic', cantina, temaki), ...as('manager', brasa)], 6)).toBe(
    'Gerente em Brasa & Cia · Atendente em Cantina Aurora e Temaki do Largo',
  )
  expect(text(as('owner', brasa), 1)).toBe('Dono ou dona em Brasa & Cia')
})
