import { isMarketplace } from '../../contract/shared/channels.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import type { Linking } from '../marketplaces/marketplace-kind.ts'

/** The marketplaces of the registry are the types that exist. integration/unknown-type */
export function linkingOf(deps: Pick<Deps, 'marketplaces'>, type: string): Linking {
  const linking = isMarketplace(type) ? deps.marketplaces.linking(type) : null
  if (!linking) throw new AppError('integration/unknown-type', { details: [unknownType(deps)] })
  return linking
}

export const knownTypes = (deps: Pick<Deps, 'marketplaces'>): readonly string[] =>
  deps.marketplaces.kinds
    .map(({ platform }) => platform)
    .filter((platform) => isMarketplace(platform) && deps.marketplaces.linking(platform) !== null)

const unknownType = (deps: Pick<Deps, 'marketplaces'>) => ({
  path: 'type',
  message: `Use um destes: ${knownTypes(deps).join(', ')}.`,
})
