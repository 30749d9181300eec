import { Suspense } from 'react'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import type { GroupPage } from '../../../contract/groups/groups.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { AtRiskList } from '../../home/home.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummedStores } from '../summed-stores.tsx'
import { useGroupNow } from './use-group-now.ts'

/** What waits in the group's stores now, whatever day the figures are of. */
export function GroupAttention({
  slug,
  page,
  stores,
}: {
  readonly slug: string
  readonly page: GroupPage
  readonly stores: readonly StoreOfAct[]
}) {
  const now = useGroupNow(slug, page)
  if (!now.data)
    return now.error ? (
      <ErrorState
        message={errorSentence(now.error)}
        requestId={requestIdOf(now.error)}
        onRetry={() => void now.refetch()}
      />
    ) : (
      <Skeleton height={260} />
    )
  const known = new Map(stores.map(({ id, name, mark, timezone }) => [id, { name, mark, timezone }]))
  const { needs, waiting, riskCents, storeIds } = now.data
  return (
    <Suspense fallback={<Skeleton height={260} />}>
      <AtRiskList
        atRisk={needs}
        waiting={waiting}
        riskCents={riskCents}
        stores={known}
        more={
          riskCents > 0 ? <SummedStores names={storeIds.flatMap((id) => known.get(id)?.name ?? [])} /> : null
        }
      />
    </Suspense>
  )
}
