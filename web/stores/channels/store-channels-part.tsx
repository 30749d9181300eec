import { roleMeets } from '../../../contract/shared/access.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { roleIn, useSignedIn } from '../../identity/session.ts'
import { ChannelList } from './channel-list.tsx'
import { useChannels } from './channels-data.ts'

/** The channels of one store, wherever a screen has to show why one of them does not sell. */
export function StoreChannelsPart({
  storeId,
  timezone,
}: {
  readonly storeId: string
  readonly timezone: string
}) {
  const { channels, error, retry } = useChannels(storeId)
  const role = roleIn(useSignedIn(), storeId) ?? 'basic'
  if (channels)
    return <ChannelList store={channels} timezone={timezone} mayMend={roleMeets(role, 'manager')} />
  return error ? (
    <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={retry} />
  ) : (
    <Skeleton height={108} />
  )
}
