import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readMyStores, readStore } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { readStored, settingsStoreKey, writeStored } from '../browser/storage.ts'
import { isOfferedStore, useSignedIn } from '../identity/session.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PartFrame, type FrameProps } from './part-frame.tsx'
import { scopeOf } from './store-scope.rules.ts'
import { StoreSwitcher } from './store-switcher.tsx'

/** A part about one store, which is chosen once for all such parts. */
export function StorePart({
  tab,
  ...frame
}: FrameProps & { readonly tab: SettingsTab & { readonly scope: 'store' } }) {
  const session = useSignedIn()
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const { store: ofAddress } = useSearch({ strict: false })
  const navigate = useNavigate()
  // A link may name a store beyond the first hundred.
  const beyond = mine.data?.stores.every(({ id }) => id !== ofAddress) ? ofAddress : undefined
  const linked = useQuery({
    ...queryFor(readStore, { params: { storeId: beyond ?? '' } }),
    enabled: beyond !== undefined,
  })
  useEffect(() => {
    // The other parts open at the same store.
    if (ofAddress !== undefined) writeStored(settingsStoreKey, ofAddress)
  }, [ofAddress])
  if (!mine.data || linked.isLoading)
    return (
      <PartFrame {...frame} tab={tab} scope={null}>
        {mine.error ? (
          <ErrorState
            message={errorSentence(mine.error)}
            requestId={requestIdOf(mine.error)}
            onRetry={() => void mine.refetch()}
          />
        ) : (
          <Skeleton height={320} />
        )}
      </PartFrame>
    )
  const { store, stores } = scopeOf(
    [...mine.data.stores, ...(linked.data ? [linked.data] : [])],
    tab.minimumRole,
    [ofAddress, readStored(settingsStoreKey)],
  )
  if (!store)
    return (
      <PartFrame {...frame} tab={tab} scope={null}>
        <EmptyState
          icon="shop"
          title="Nenhuma loja sua para ajustar"
          action={isOfferedStore(session) ? <Link to="/nova-loja">Nova loja</Link> : null}
        >
          Estes ajustes são de gerentes e donos de uma loja.
        </EmptyState>
      </PartFrame>
    )
  return (
    <PartFrame
      {...frame}
      tab={tab}
      store={store}
      scope={
        <>
          vale para{' '}
          <StoreSwitcher
            store={store}
            stores={stores}
            onChoose={(storeId) =>
              void navigate({ to: '/settings', search: { tab: tab.id, store: storeId }, replace: true })
            }
          />
        </>
      }
    >
      <tab.Page key={store.id} store={store} stores={stores} />
    </PartFrame>
  )
}
