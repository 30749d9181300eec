import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readOrderPrints, type PrintJob } from '../../contract/printing/printing.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useLive } from '../live/live-stream.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/text-field.tsx'
import { useTimezone } from '../stores/store-facts.ts'
import { localClock } from '../words/format.ts'
import { printAgain } from './print-actions.ts'
import { Muted } from '../kit/text.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './order-prints.module.css'
import { HandedTools } from './browser/handed-tools.tsx'
import { JobPill } from './job-pill.tsx'
import { causeText, copyText, ticketLabels } from './printing.rules.ts'

/** Prints and reprints an order from its details, and shows the status of every ticket. */
export function OrderPrints({
  order,
}: {
  readonly order: { readonly id: string; readonly storeId: string; readonly displayId: string }
}) {
  const query = useQuery(
    queryFor(readOrderPrints, { params: { orderId: order.id } }, { storeId: order.storeId }),
  )
  const timezone = useTimezone(order.storeId)
  const [printerId, setPrinterId] = useState('')
  const print = useAction((chosenId: string) => printAgain(order, chosenId === '' ? undefined : chosenId))
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'order' && event.orderId === order.id) void refresh(readOrderPrints)
      },
      [order.id],
    ),
  )
  if (query.isPending) return <Skeleton height={72} />
  if (query.error)
    return (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const { jobs, printers } = query.data
  const wasPrinted = jobs.some((job) => job.state === 'printed' || job.state === 'handed')
  return (
    <section>
      <h3>Impressão</h3>
      {printers.length === 0 ? (
        <Muted>Esta loja ainda não tem impressora. Um gerente adiciona em Ajustes, Impressoras.</Muted>
      ) : (
        <Row gap={8} align="end" wrap className={styles.ask}>
          {printers.length > 1 ? (
            <SelectField
              label="Onde"
              value={printerId}
              options={[
                ['', 'As impressoras de sempre'],
                ...printers.map(
                  (one) => [one.id, one.state === 'out' ? `${one.name} (parada)` : one.name] as const,
                ),
              ]}
              onChange={(event) => setPrinterId(event.target.value)}
            />
          ) : null}
          <Button icon="print" busy={print.busyWith !== null} onClick={() => print.run(printerId)}>
            {wasPrinted ? 'Reimprimir' : 'Imprimir'}
          </Button>
        </Row>
      )}
      {jobs.length > 0 ? (
        <Stack as="ul" gap={8} className={styles.log} aria-label="Vias deste pedido">
          {jobs.toReversed().map((job) => (
            <li key={job.id}>
              <time dateTime={job.endedAt ?? job.queuedAt}>
                {localClock(job.endedAt ?? job.queuedAt, timezone)}
              </time>
              <span>
                {[ticketLabels[job.ticket], copyText(job)].filter(Boolean).join(', ')} em {job.printerName}
                <small>{details(job)}</small>
              </span>
              <JobPill job={job} storeId={order.storeId} />
              {job.state === 'handed' ? (
                <div className={styles.tools}>
                  <HandedTools job={job} storeId={order.storeId} />
                </div>
              ) : null}
            </li>
          ))}
        </Stack>
      ) : null}
    </section>
  )
}

function details(job: PrintJob): string {
  return [
    job.reprint ? 'Reimpressão' : null,
    job.askedBy
      ? `Pedida por ${job.askedBy}`
      : job.waitsUntil
        ? 'Automática, na hora do preparo'
        : 'Automática',
    job.movedFrom ? `No lugar de ${job.movedFrom}` : null,
    job.state === 'failed' || job.state === 'expired' ? causeText(job.cause) : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
