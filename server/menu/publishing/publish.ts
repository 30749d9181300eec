import { backOffMs } from '../../../contract/shared/back-off.ts'
import { isPlatform, withChannel } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { compareThere } from './compare-there.ts'
import { proveThere } from './prove-there.ts'
import type { PublishingRun } from './publishing-run.ts'
import { enqueuePublication, notePublication, publicationOf } from './publication-rows.ts'
import { writeThere } from './write-there.ts'

/** About a quarter of an hour in which nothing went through. */
const maxTries = 20
const firstWaitMs = 1_000
const maxWaitMs = 60_000

/**
 * The effect: a stretch of a publication. What is done is kept after each step, so that another run goes on behind it.
 * A marketplace that does not answer is asked again later, or when it said; in the end a person decides.
 */
export async function publish(deps: Deps, storeId: string, id: string): Promise<void> {
  const publication = await withStoreScope(deps.cells, [storeId], (tx) => publicationOf(tx, storeId, id))
  if (!publication || !isPlatform(publication.platform)) return
  const { platform, state } = publication
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
    const run: PublishingRun = {
      deps,
      storeId,
      publication,
      publishing: requireFacet(marketplace, 'publishing'),
    }
    if (state === 'reading') await compareThere(run)
    if (state === 'writing') await writeThere(run)
    if (state === 'proving') await proveThere(run)
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    await postpone(deps, storeId, id, error)
  }
}

/** After the last attempt. */
export async function notePublicationFailed(deps: Deps, storeId: string, id: string): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const publication = await publicationOf(tx, storeId, id)
    if (!publication || !['reading', 'writing', 'proving'].includes(publication.state)) return
    const state = publication.state === 'reading' ? 'failed' : 'stopped'
    const problem = 'Algo falhou aqui. Tente de novo; o que já foi enviado está marcado.'
    await notePublication(tx, { storeId, id }, { state, problem })
  })
}

async function postpone(deps: Deps, storeId: string, id: string, error: MarketplaceError): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const publication = await publicationOf(tx, storeId, id)
    if (!publication) return
    const tries = publication.tries + 1
    const reading = publication.state === 'reading'
    if (!error.temporary || tries >= maxTries) {
      const problem = error.kind === 'not-found' ? notFoundWords(error.platform) : error.words
      await notePublication(tx, { storeId, id }, { state: reading ? 'failed' : 'stopped', problem })
      return
    }
    const waitMs = Math.max(error.waitMs ?? 0, backOffMs(firstWaitMs, publication.tries, maxWaitMs))
    deps.log.warn({ err: error, storeId, tries }, 'publication postponed')
    await notePublication(tx, { storeId, id }, { tries })
    await enqueuePublication(tx, { storeId, id, dueAt: new Date(now.getTime() + waitMs) })
  })
}

const notFoundWords = (platform: string): string =>
  `${withChannel('O', platform)} não encontrou o cardápio desta loja. Confira a conexão em Ajustes, Canais.`
