import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import {
  readIntegration,
  readIntegrations,
  type ChannelView,
  type IntegrationView,
} from '../../contract/integrations/integrations.ts'
import { readChannelItems } from '../../contract/orders/channel-items.ts'
import { channelName, rulePlatforms } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { PresencePart } from '../presence/presence.ts'
import { ChannelVerdict, ChannelWhy } from '../stores/stores.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Row } from '../kit/layout.tsx'
import { worstFirst } from './channel-words.rules.ts'
import { ConnectPart } from './connect-part.tsx'
import { ConnectedPart } from './connected-part.tsx'
import styles from './integrations-tab.module.css'
import { Mark } from './mark.tsx'
import { SetupPart } from './setup-part.tsx'

const whileTestingMs = 3_000
const otherwiseMs = 15_000

/** Each channel of a store in one place: whether it sells and why, connecting it, how its calls go, and ending the connection. */
export function IntegrationsTab({ store }: StoreSectionProps) {
  const query = useQuery({
    ...queryFor(readIntegrations, {}, { storeId: store.id }),
    refetchInterval: ({ state }) =>
      state.data?.channels.some(({ setup }) => setup?.step === 'test') ? whileTestingMs : otherwiseMs,
  })
  // A card counts the items that its marketplace sells and the menu does not know: late, it would move what is below.
  const items = useQuery(queryFor(readChannelItems, {}, { storeId: store.id }))
  if (!query.data || items.isPending)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={380} />
    )
  return (
    <div className={styles.page}>
      <OwnChannel store={store} />
      {worstFirst(query.data.channels).map((channel) => (
        <Channel key={channel.type} store={store} channel={channel} />
      ))}
      {query.data.channels.some(({ integration }) => integration?.status === 'active') ? (
        <Suspense fallback={<Skeleton height={380} />}>
          <PresencePart store={store} />
        </Suspense>
      ) : null}
    </div>
  )
}

const [ownChannel] = rulePlatforms

/** The store's own channel: nothing to connect. */
const OwnChannel = ({ store }: { readonly store: Store }) => (
  <section className={styles.connected} aria-labelledby={`canal-${ownChannel}`}>
    <Row gap={14} className={styles.head}>
      <Mark type={ownChannel} />
      <h2 id={`canal-${ownChannel}`}>{channelName(ownChannel)}</h2>
      <div className={styles.state}>
        <ChannelVerdict store={store} platform={ownChannel} trouble={null} />
      </div>
    </Row>
    <ChannelWhy store={store} platform={ownChannel} />
  </section>
)

/** The health of one channel, asked for more often than the list of all. */
function useFresh(store: Store, { type, integration }: ChannelView): IntegrationView | null {
  const { data } = useQuery({
    ...queryFor(readIntegration, { params: { type, storeId: store.id } }),
    enabled: integration !== null,
    refetchInterval: 5_000,
  })
  // The list knows of a connection that ended meanwhile; null is also any failure of the call.
  return integration && (data ?? integration)
}

function Channel({ store, channel }: { readonly store: Store; readonly channel: ChannelView }) {
  const { setup } = channel
  const integration = useFresh(store, channel)
  // The test order is all that matters until it came.
  const testing = setup?.step === 'test'
  const connected = integration?.status === 'active' && !testing
  return (
    <>
      {setup ? <SetupPart key={setup.step} store={store} channel={channel} setup={setup} /> : null}
      {connected ? (
        <ConnectedPart store={store} channel={channel} integration={integration} />
      ) : setup ? null : (
        <ConnectPart store={store} channel={channel} />
      )}
    </>
  )
}
