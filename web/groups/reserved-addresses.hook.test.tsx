import { expect, test } from 'vitest'
import { isGroupSlug, reservedSlugs } from '../../contract/shared/reserved-slugs.ts'
import { slugText } from '../../contract/shared/slugs.ts'
import { router } from '../routes.tsx'

const firstSegments = [
  ...new Set(Object.keys(router.routesByPath).map((path) => path.split('/')[1] ?? '')),
].filter((segment) => segment !== '' && !segment.startsWith('$'))

test('no group can have the address of a page: every first segment of the router is reserved', () => {
  expect(firstSegments.length).toBeGreaterThan(10)
  expect(firstSegments.filter((segment) => isGroupSlug(segment))).toEqual([])
  // Segments that are no slug by form need no place in the list.
  expect(
    firstSegments.filter((segment) => slugText.safeParse(segment).success && !reservedSlugs.has(segment)),
  ).toEqual([])
})

test('a reserved word never reaches the page of a group', () => {
  for (const word of reservedSlugs) expect([word, isGroupSlug(word)]).toEqual([word, false])
  for (const segment of firstSegments)
    expect(router.matchRoutes(`/${segment}`).some(({ routeId }) => routeId.includes('$groupSlug'))).toBe(
      false,
    )
})
