import {
  dismissPrintJobs,
  readPrintConfig,
  readPrintStates,
  type PrinterView,
  type PrintJob,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { ago, plural } from '../words/format.ts'
import { codeName } from '../stores/store-facts.ts'
import { retryJobs } from './print-actions.ts'
import styles from './printing-tab.module.css'
import { JobPill } from './job-pill.tsx'
import { causeText, copyText, ticketLabels } from './printing.rules.ts'

/** Waiting, failed and expired tickets, each with its age. */
export function QueueCard({
  storeId,
  jobs,
  printers,
}: {
  readonly storeId: string
  readonly jobs: readonly PrintJob[]
  readonly printers: readonly PrinterView[]
}) {
  const now = useNow(5_000)
  const expired = jobs.filter((job) => job.state === 'expired')
  const clear = useAction(async (ids: readonly string[]) => {
    const { dismissed } = await ask(dismissPrintJobs, { body: { jobIds: [...ids] } }, { storeId })
    notify(`${plural(dismissed, 'via vencida saiu', 'vias vencidas saíram')} da lista.`)
    await Promise.all([refresh(readPrintConfig), refresh(readPrintStates)])
  })
  const retry = useAction((id: string) => retryJobs(storeId, [id]))
  return (
    <section>
      <header className={styles.head}>
        <h2>Fila</h2>
        {expired.length > 0 ? (
          <Button
            variant="quiet"
            busy={clear.busyWith !== null}
            onClick={() => clear.run(expired.map((job) => job.id))}
          >
            Limpar vencidas ({expired.length})
          </Button>
        ) : null}
      </header>
      {jobs.length === 0 ? (
        <p className={styles.lead}>Nada à espera: tudo o que foi pedido saiu.</p>
      ) : (
        <ul className={styles.rows}>
          {jobs.map((job) => (
            <li key={job.id}>
              <div className={styles.row}>
                <span className={styles.what}>
                  <b>
                    Pedido {job.displayId ? codeName({ displayId: job.displayId, storeId }) : '–'} ·{' '}
                    {ticketLabels[job.ticket]}
                  </b>
                  <small>
                    {[
                      job.printerName,
                      copyText(job),
                      `pedida ${ago(job.queuedAt, now)}`,
                      job.cause ? causeText(job.cause) : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <JobPill job={job} storeId={storeId} />
                {job.state === 'expired' && printers.some((printer) => printer.id === job.printerId) ? (
                  <span className={styles.tools}>
                    <Button
                      variant="quiet"
                      icon="print"
                      busy={retry.isBusy(job.id)}
                      onClick={() => retry.run(job.id)}
                    >
                      Imprimir agora
                    </Button>
                  </span>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
