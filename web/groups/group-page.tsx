import { usePageTitle } from '../browser/page-title.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { roleMeets } from '../../contract/shared/access.ts'
import { readGroupBySlug } from '../../contract/groups/groups.ts'
import { selectionText } from '../../contract/shared/selection.ts'
import { slugText } from '../../contract/shared/slugs.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { checkTyped } from '../api/check-typed.ts'
import { queryFor } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { roleIn, useSignedIn } from '../identity/session.ts'
import { StoresStreet } from '../home/home.ts'
import { ForbiddenPage } from '../shell/forbidden-page.tsx'
import { NotFoundPage } from '../shell/states.tsx'
import { PageBar } from '../shell/shell.tsx'
import { choose, useSelection } from '../stores/selection.ts'
import { storeMarks } from '../stores/store-marks.rules.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/signed-in/$groupSlug')

/**
 * `/{groupSlug}`: the group's stores now. For managers of at least one of them (docs/product.md section 2).
 */
export function GroupPage() {
  const { groupSlug } = route.useParams()
  // An invalid slug cannot name a group, so no call is needed.
  return checkTyped(slugText, groupSlug).success ? <Group slug={groupSlug} /> : <NotFoundPage />
}

function Group({ slug }: { readonly slug: string }) {
  const session = useSignedIn()
  const { choosable } = useSelection('basic')
  const now = useNow(15_000)
  const group = useQuery(queryFor(readGroupBySlug, { params: { slug } }))
  const managed = (group.data?.stores ?? []).filter(({ id }) =>
    roleMeets(roleIn(session, id) ?? 'basic', 'manager'),
  )
  const selection = selectionText(managed.map(({ id }) => ({ storeId: id, merchants: null })))
  const stores = useQuery({
    ...queryFor(readStoresNow, { query: { selection } }),
    enabled: managed.length > 0,
    refetchInterval: 60_000,
  })
  usePageTitle(group.data?.name ?? null)
  const failed = group.error ?? stores.error
  if (failed instanceof ApiError && failed.status === 404) return <NotFoundPage />
  if (failed)
    return (
      <ErrorState
        message={errorSentence(failed)}
        requestId={requestIdOf(failed)}
        onRetry={() => void group.refetch()}
      />
    )
  if (group.data && managed.length === 0)
    return <ForbiddenPage title={group.data.name} what="A página do grupo é" />
  if (!group.data || !stores.data) return <Skeleton height={260} />
  const marks = storeMarks(choosable)
  const known = new Map(
    choosable.map(({ id, name, address }) => [id, { name, mark: marks.get(id), timezone: address.timezone }]),
  )
  const only = () => choose({ groupId: group.data.id })
  return (
    <>
      <PageBar title={group.data.name}>
        <Link to="/menu/orders" onClick={only}>
          Pedidos do grupo
        </Link>
        <Link to="/reports/daily" onClick={only}>
          Relatório do grupo
        </Link>
      </PageBar>
      <StoresStreet stores={stores.data.stores} known={known} today={null} now={now} />
    </>
  )
}
