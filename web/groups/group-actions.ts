import {
  createGroup,
  deleteGroup,
  findGroupIdBySlug,
  readGroup,
  readGroupBySlug,
  readMyGroups,
  updateGroup,
  type Group,
} from '../../contract/groups/groups.ts'
import { readGroupDay } from '../../contract/groups/group-day.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { changeOf, draftOf, otherSlugs, type Draft } from './form/group-form.rules.ts'

const refreshGroups = (): Promise<unknown> => Promise.all([refresh(readMyGroups), refresh(readGroupDay)])

/** The key makes a repeated tap answer with the same group. */
export async function makeGroup(draft: Draft, idempotencyKey: string): Promise<Group> {
  const body = { name: draft.name, slug: draft.slug, storeIds: [...draft.storeIds] }
  const made = await ask(createGroup, { body }, { idempotencyKey })
  void refreshGroups()
  return made
}

/** Another person saved first: what the group is now. */
export class ChangedMeanwhile extends Error {
  readonly current: Group

  constructor(current: Group) {
    super('The group was changed meanwhile.')
    this.name = 'ChangedMeanwhile'
    this.current = current
  }
}

/** Throws ChangedMeanwhile when `before` is no longer the group's version. */
export async function changeGroup(before: Group, draft: Draft): Promise<Group> {
  const params = { id: before.id }
  try {
    const body = { ...changeOf(draftOf(before), draft), version: before.version }
    const changed = await ask(updateGroup, { params, body })
    void refreshGroups()
    return changed
  } catch (error) {
    if (error instanceof ApiError && error.code === 'group/stale-version')
      throw new ChangedMeanwhile(await ask(readGroup, { params }))
    throw error
  }
}

export async function removeGroup(group: Group): Promise<void> {
  await ask(deleteGroup, { params: { id: group.id } })
  void refreshGroups()
}

export interface Availability {
  readonly free: boolean
  /** Another person gave it up a short while ago. */
  readonly resting: boolean
}

/** Whether the address can be given to this group (null: to a new one). */
export async function availabilityOf(slug: string, groupId: string | null): Promise<Availability> {
  const { data, unavailable } = await ask(findGroupIdBySlug, { params: { slug } })
  if (unavailable === null) return { free: data === null || data === groupId, resting: false }
  // A group takes back what it left itself.
  const isOwn = unavailable === 'resting' && groupId !== null && (await groupAt(slug))?.id === groupId
  return { free: isOwn, resting: !isOwn && unavailable === 'resting' }
}

/** The name of the group at this address; null: none that the person may see. */
export const holderName = async (slug: string): Promise<string | null> => (await groupAt(slug))?.name ?? null

const groupAt = (slug: string): Promise<Group | null> =>
  ask(readGroupBySlug, { params: { slug } }).catch(() => null)

/** The first free address that is like this one; null: none of the few that are tried. */
export async function freeSlugLike(slug: string, groupId: string | null): Promise<string | null> {
  for (const other of otherSlugs(slug)) if ((await availabilityOf(other, groupId)).free) return other
  return null
}
