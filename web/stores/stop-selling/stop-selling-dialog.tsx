import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readWorkingHours } from '../../../contract/stores/hours.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useChannels } from '../channels/channels-data.ts'
import { SwitchDialog } from '../channels/switch-dialog.tsx'
import { useStore } from '../further/use-stores.ts'
import { AskToStop } from './ask-to-stop.tsx'
import { runningBreaks } from './stop-selling.rules.ts'
import { StoppedNow } from './stopped-now.tsx'

/**
 * The one way to stop selling, wherever it is opened: until when, on which channels and why; once stopped, what each
 * channel says and the way back. For managers.
 */
export function StopSellingDialog({
  storeId,
  onClose,
}: {
  readonly storeId: string
  readonly onClose: () => void
}) {
  const store = useStore(storeId)
  const { channels, error, retry } = useChannels(storeId)
  const hours = useQuery(queryFor(readWorkingHours, {}, { storeId }))
  const now = useNow(1_000)
  const [more, setMore] = useState(false)
  const failure = error ?? hours.error
  if (store && channels && hours.data) {
    if (!channels.active) return <SwitchDialog storeId={storeId} name={store.name} onClose={onClose} />
    const running = runningBreaks(hours.data.breaks, now)
    const props = { store, channels, hours: hours.data, now, onClose }
    return running.length > 0 && !more ? (
      <StoppedNow {...props} running={running} onMore={() => setMore(true)} />
    ) : (
      <AskToStop {...props} onStopped={() => setMore(false)} />
    )
  }
  return (
    <Dialog title="Parar de vender" onClose={onClose}>
      {failure ? (
        <ErrorState
          message={errorSentence(failure)}
          requestId={requestIdOf(failure)}
          onRetry={() => {
            retry()
            void hours.refetch()
          }}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}
