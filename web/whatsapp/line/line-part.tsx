import { useQuery } from '@tanstack/react-query'
import type { Store } from '../../../contract/stores/stores.ts'
import { readWhatsapp } from '../../../contract/whatsapp/whatsapp.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConnectPart } from './connect-part.tsx'
import { HealthPart } from './health-part.tsx'
import { isResting } from './line-words.rules.ts'
import { PairingPart } from './pairing-part.tsx'
import { QueuePart } from './queue-part.tsx'

const whileConnectingMs = 1_500
const otherwiseMs = 15_000

/** The state of a store's WhatsApp, refreshed while it changes. */
export const useWhatsapp = (storeId: string) =>
  useQuery({
    ...queryFor(readWhatsapp, {}, { storeId }),
    refetchInterval: ({ state }) =>
      ['pairing', 'syncing'].includes(state.data?.line?.state ?? '') ? whileConnectingMs : otherwiseMs,
  })

/** The line alone, with its queue, for repairs. */
export function LinePart({ store }: { readonly store: Store }) {
  const query = useWhatsapp(store.id)
  const { data } = query
  if (!data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={320} />
    )
  return (
    <>
      <LineNow store={store} view={data} />
      {data.queue.waiting + data.queue.unsure > 0 ? <QueuePart store={store} view={data} /> : null}
    </>
  )
}

/** No line or an ended one, one being paired, or a working one. */
export function LineNow({
  store,
  view,
}: {
  readonly store: Store
  readonly view: NonNullable<ReturnType<typeof useWhatsapp>['data']>
}) {
  const { line } = view
  if (!line || isResting(line.state))
    return <ConnectPart key={line?.connectionId ?? 'none'} store={store} view={view} line={line} />
  if (line.state === 'pairing' || line.state === 'syncing') return <PairingPart store={store} line={line} />
  return <HealthPart store={store} view={view} line={line} />
}
