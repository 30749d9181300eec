import { useQuery } from '@tanstack/react-query'
import { readPrintConfig } from '../../contract/printing/printing.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import type { StoreSectionProps } from '../shell/settings-tab.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentsCard } from './agents-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PrintersCard } from './printers-card.tsx'
import { QueueCard } from './queue-card.tsx'
import { SettingsCard } from './settings-card.tsx'

/** The store's printers, its computers, and tickets that were not printed. */
export function PrintingTab({ store }: StoreSectionProps) {
  const query = useQuery({
    ...queryFor(readPrintConfig, {}, { storeId: store.id }),
    // Poll while a test or a pairing is in progress.
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 1_000 : 5_000),
  })
  if (query.isPending) return <Skeleton height={320} />
  if (query.error)
    return (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const { printers, agents, queue, settings } = query.data
  return (
    <>
      <PrintersCard
        storeId={store.id}
        printers={printers}
        agents={agents}
        tests={queue.filter((job) => job.ticket === 'test')}
      />
      <AgentsCard storeId={store.id} agents={agents} />
      <QueueCard storeId={store.id} jobs={queue.filter((job) => job.ticket !== 'test')} printers={printers} />
      <PreviewCard storeId={store.id} />
      <Card>
        <SettingsCard storeId={store.id} settings={settings} />
      </Card>
    </>
  )
}

const isMoving = (config: {
  readonly agents: readonly { readonly paired: boolean }[]
  readonly queue: readonly { readonly state: string; readonly waitsUntil: string | null }[]
}): boolean =>
  config.agents.some((agent) => !agent.paired) ||
  config.queue.some((job) => (job.state === 'queued' && !job.waitsUntil) || job.state === 'sent')
