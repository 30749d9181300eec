import { withChannel, type Platform } from '../../../../contract/shared/channels.ts'
import type { CatalogueGroup, CatalogueItem } from '../../../marketplaces/merchant.ts'
import { photoAddress } from './photo-address.ts'
import type { Candidate, RawGroup } from '../../difference/candidate.ts'
import { candidateFrom } from '../../difference/candidate-from.ts'
import { plain } from '../../difference/checked-values.ts'

/** A marketplace's catalogue: items are linked to it, and prices are those of its customers. */
export const readCatalogue = (
  catalogue: readonly CatalogueItem[],
  platform: Platform,
  merchantId: string,
): Candidate =>
  candidateFrom(
    catalogue.map((item) => ({
      where: plain(item.name) || 'Um item sem nome',
      category: item.category,
      name: item.name,
      priceCents: item.priceCents,
      externalCode: item.externalCode,
      description: item.description,
      groups: item.groups.map(rawGroup),
      problems: [...(item.problems ?? []), ...chargeProblems(item, platform)],
      ...(item.refused === undefined ? {} : { problem: item.refused }),
      photoUrl: photoAddress(item.photo),
      // Without an id there is nothing to link.
      ...(/^.{1,128}$/.test(item.partnerItemId)
        ? { channel: { platform, merchantId, partnerItemId: item.partnerItemId } }
        : {}),
    })),
  )

const rawGroup = ({ shared, options, ...group }: CatalogueGroup): RawGroup => ({
  ...group,
  options: options.map(({ groups, ...option }) => ({ ...option, groups: groups.map(rawGroup) })),
  ...(shared ? { assumedPriceMethod: 'AVG' } : {}),
})

/** Each group before those of its options. */
const withInner = (groups: readonly CatalogueGroup[]): readonly CatalogueGroup[] =>
  groups.flatMap((group) => [group, ...withInner(group.options.flatMap((option) => option.groups))])

/** A shop that has its own rule must hear that this one is ours. */
const chargeProblems = ({ groups }: CatalogueItem, platform: Platform): readonly string[] =>
  withInner(groups)
    .filter(({ shared }) => shared)
    .map(
      ({ name }) =>
        `${withChannel('O', platform)} não diz como cobra meio a meio. Se ${plain(name)} é um grupo novo, fica pela média: confira no grupo.`,
    )
