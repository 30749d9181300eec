import { withChannel, type Platform } from '../../../../contract/shared/channels.ts'
import type { CatalogueItem } from '../../../marketplaces/merchant.ts'
import { photoAddress } from './photo-address.ts'
import { candidateFrom, plain, type Candidate } from '../../difference/candidate.ts'

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
      groups: item.groups.map(({ shared, ...group }) =>
        shared ? { ...group, assumedPriceMethod: 'AVG' as const } : group,
      ),
      problems: [...(item.problems ?? []), ...chargeProblems(item, platform)],
      ...(item.refused === undefined ? {} : { problem: item.refused }),
      photoUrl: photoAddress(item.photo),
      // Without an id there is nothing to link.
      ...(/^.{1,128}$/.test(item.partnerItemId)
        ? { channel: { platform, merchantId, partnerItemId: item.partnerItemId } }
        : {}),
    })),
  )

/** A shop that has its own rule must hear that this one is ours. */
const chargeProblems = ({ groups }: CatalogueItem, platform: Platform): readonly string[] =>
  groups
    .filter(({ shared }) => shared)
    .map(
      ({ name }) =>
        `${withChannel('O', platform)} não diz como cobra meio a meio. Se ${plain(name)} é um grupo novo, fica pela média: confira no grupo.`,
    )
