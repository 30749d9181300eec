import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMeets } from '../../contract/shared/access.ts'
import { readPrintConfig } from '../../contract/printing/printing.ts'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/text-field.tsx'
import { AgentsCard } from './agents-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PrintersCard } from './printers-card.tsx'
import styles from './printing-tab.module.css'
import { QueueCard } from './queue-card.tsx'
import { SettingsCard } from './settings-card.tsx'

/** One store at a time: its printers, its computers, and tickets that were not printed. */
export function PrintingTab() {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const [storeId, setStoreId] = useState('')
  if (mine.isPending) return <Skeleton height={260} />
  if (mine.error)
    return (
      <ErrorState
        message={errorSentence(mine.error)}
        requestId={requestIdOf(mine.error)}
        onRetry={() => void mine.refetch()}
      />
    )
  const stores = mine.data.stores.filter((store) => roleMeets(store.role, 'manager'))
  const store = stores.find((one) => one.id === storeId) ?? stores[0]
  if (!store)
    return (
      <EmptyState icon="print" title="Nenhuma loja sua para configurar">
        As impressoras são de gerentes e donos da loja.
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        As vias saem sozinhas no aceite, as de pedidos agendados na hora do preparo, e cada uma é confirmada
        pela impressora. O que não sai a tempo aparece no painel, e nunca sai atrasado no dia seguinte.
      </p>
      {stores.length > 1 ? (
        <SelectField
          label="Loja"
          value={store.id}
          options={stores.map((one) => [one.id, one.name] as const)}
          onChange={(event) => setStoreId(event.target.value)}
        />
      ) : null}
      <StorePrinting key={store.id} store={store} />
    </div>
  )
}

function StorePrinting({ store }: { readonly store: Store }) {
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
