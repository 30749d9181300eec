import type { Group } from '../../../contract/groups/groups.ts'
import { isGroupSlug } from '../../../contract/shared/reserved-slugs.ts'
import { slugOf } from '../../../contract/shared/slug-of.ts'

const maxSlugLength = 60

/** What the form holds. */
export interface Draft {
  readonly name: string
  readonly slug: string
  readonly storeIds: readonly string[]
}

export const draftOf = (group: Group): Draft => ({
  name: group.name,
  slug: group.slug,
  storeIds: group.stores.map(({ id }) => id),
})

/** An address from the name, or '' while the name gives none. */
export function slugForName(name: string): string {
  const words = slugOf(name, maxSlugLength)
  if (words === '' || isGroupSlug(words)) return words
  return slugOf(`grupo-${words}`, maxSlugLength)
}

/** What is typed becomes an address at once, but a hyphen at the end stays: the next word follows. */
export function slugTyped(text: string): string {
  const typed = slugOf(`${text}x`, maxSlugLength + 1).slice(0, -1)
  return typed.slice(0, maxSlugLength)
}

/** Addresses to offer instead of one that is taken or reserved, best first. */
export function otherSlugs(slug: string): readonly string[] {
  const base = slug.replace(/-\d+$/, '').slice(0, maxSlugLength - 6)
  const numbered = [2, 3, 4, 5].map((number) => `${base}-${number}`)
  const named = `grupo-${base}`
  const offered = isGroupSlug(slug) ? [...numbered, named] : [named, ...numbered]
  return offered.filter((one) => one !== slug && isGroupSlug(one))
}

/** The fields in which two drafts differ; the order of stores is none. */
export function differences(one: Draft, other: Draft): readonly (keyof Draft)[] {
  const same = {
    name: one.name === other.name,
    slug: one.slug === other.slug,
    storeIds: sameStores(one, other),
  }
  return (['name', 'slug', 'storeIds'] as const).filter((field) => !same[field])
}

const sameStores = (one: Draft, other: Draft): boolean =>
  one.storeIds.length === other.storeIds.length && one.storeIds.every((id) => other.storeIds.includes(id))

/** The body of a change: only what the person changed, so that nothing else is overwritten. */
export function changeOf(
  before: Draft,
  now: Draft,
): Partial<{ name: string; slug: string; storeIds: string[] }> {
  const changed = new Set(differences(before, now))
  return {
    ...(changed.has('name') ? { name: now.name } : {}),
    ...(changed.has('slug') ? { slug: now.slug } : {}),
    ...(changed.has('storeIds') ? { storeIds: [...now.storeIds] } : {}),
  }
}

/** My draft after somebody else saved: what I did not touch is theirs, so that saving mine takes nothing back. */
export function onto(theirs: Draft, before: Draft, mine: Draft): Draft {
  const touched = new Set(differences(before, mine))
  return {
    name: touched.has('name') ? mine.name : theirs.name,
    slug: touched.has('slug') ? mine.slug : theirs.slug,
    storeIds: touched.has('storeIds') ? mine.storeIds : theirs.storeIds,
  }
}
