import { useQuery } from '@tanstack/react-query'
import { isGroupSlug, reservedSlugs } from '../../../contract/shared/reserved-slugs.ts'
import { slugText } from '../../../contract/shared/slugs.ts'
import { checkTyped } from '../../api/check-typed.ts'
import { useRested } from '../../browser/rested.ts'
import { availabilityOf, freeSlugLike, holderName, type Availability } from '../group-actions.ts'

export type SlugCheck =
  | { readonly state: 'same' | 'checking' | 'free' | 'unknown' }
  | { readonly state: 'malformed'; readonly why: string }
  | { readonly state: 'reserved'; readonly other: string | null }
  | { readonly state: 'resting'; readonly other: string | null }
  /** `holder`: the group that has it, if the person may see that group. */
  | { readonly state: 'taken'; readonly other: string | null; readonly holder: string | null }

/**
 * What is known of the typed address: its form and the reserved words at once, whether it is taken after a short rest.
 * `own`: the group's present address, which needs no check.
 */
export function useSlugCheck(
  slug: string,
  group: { readonly id: string; readonly slug: string } | null,
): SlugCheck {
  const own = group?.slug === slug
  const groupId = group?.id ?? null
  const looked = useRested(slug)
  const usable = isGroupSlug(looked) && !own
  const reserved = reservedSlugs.has(looked)
  const { data, isError } = useQuery({
    queryKey: ['slug-check', looked, groupId],
    queryFn: async () => {
      const { free, resting } = usable
        ? await availabilityOf(looked, groupId)
        : { free: false, resting: false }
      return {
        free,
        resting,
        other: free ? null : await freeSlugLike(looked, groupId),
        holder: free || resting || !usable ? null : await holderName(looked),
      }
    },
    enabled: looked === slug && (usable || reserved),
    staleTime: 2_000,
    retry: false,
  })
  if (own) return { state: 'same' }
  return isError && usable ? { state: 'unknown' } : verdictOf(slug, looked === slug ? data : undefined)
}

function verdictOf(
  slug: string,
  known: (Availability & { readonly other: string | null; readonly holder: string | null }) | undefined,
): SlugCheck {
  if (reservedSlugs.has(slug)) return { state: 'reserved', other: known?.other ?? null }
  const form = checkTyped(slugText, slug)
  if (!form.success) return { state: 'malformed', why: form.error.issues[0]?.message ?? '' }
  if (!known) return { state: 'checking' }
  if (known.free) return { state: 'free' }
  return known.resting
    ? { state: 'resting', other: known.other }
    : { state: 'taken', other: known.other, holder: known.holder }
}
