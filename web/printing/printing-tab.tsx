import { useQuery } from '@tanstack/react-query'
import { readPrintConfig } from '../../contract/printing/printing.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentsCard } from './agents-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PrintersCard } from './printers-card.tsx'
import styles from './printing-tab.module.css'
import { QueueCard } from './queue-card.tsx'
import { SettingsCard } from './settings-card.tsx'

/** The store's printers, its computers, and tickets that were not printed. */
export function PrintingTab({ store, stores }: StoreSectionProps) {
  const query = useQuery({
    ...queryFor(readPrintConfig, {}, { storeId: store.id }),
    // Poll while a test or a pairing is in progress.
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 1_000 : 5_000),
  })
  if (query.isPending) return <Skeleton height={320} />
  // A poll that fails must not take away what is being typed.
  if (!query.data)
    return (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const { printers, agents, queue, settings, release } = query.data
  return (
    <div className={styles.page}>
      <div>
        <PrintersCard
          storeId={store.id}
          printers={printers}
          agents={agents}
          tests={queue.filter((job) => job.ticket === 'test')}
        />
        <AgentsCard storeId={store.id} agents={agents} release={release} />
        <QueueCard
          storeId={store.id}
          jobs={queue.filter((job) => job.ticket !== 'test')}
          printers={printers}
        />
      </div>
      <div>
        <SettingsCard store={store} stores={stores} settings={settings} />
        <PreviewCard storeId={store.id} printers={printers} />
      </div>
    </div>
  )
}

const isMoving = (config: {
  readonly agents: readonly { readonly paired: boolean }[]
  readonly queue: readonly { readonly state: string; readonly waitsUntil: string | null }[]
}): boolean =>
  config.agents.some((agent) => !agent.paired) ||
  config.queue.some((job) => (job.state === 'queued' && !job.waitsUntil) || job.state === 'sent')
