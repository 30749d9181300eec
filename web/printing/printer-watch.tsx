import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { ago } from '../words/format.ts'
import { retryJobs } from './print-actions.ts'
import { usePrintStates } from './print-states.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './printer-watch.module.css'
import { outText, printerWatch, type PrinterWatch, type WatchedPrinter } from './printing.rules.ts'

/** For the board's problems: states of the shown stores' printers, with remedies. Null: there are none. */
export function usePrinterWatch(
  stores: readonly { readonly id: string; readonly name: string }[],
): (PrinterWatch & { readonly tools: ReactNode }) | null {
  const states = usePrintStates(stores.map((store) => store.id))
  const watch = printerWatch(states?.printers ?? [], stores)
  if (!watch) return null
  return { ...watch, tools: <Repairs troubled={watch.troubled} stores={stores} /> }
}

function Repairs({
  troubled,
  stores,
}: {
  readonly troubled: readonly WatchedPrinter[]
  readonly stores: readonly { readonly id: string; readonly name: string }[]
}) {
  return (
    <Stack gap={12} className={styles.list}>
      {troubled.map((printer) => (
        <Repair
          key={printer.id}
          printer={printer}
          storeName={
            stores.length > 1 ? (stores.find((one) => one.id === printer.storeId)?.name ?? null) : null
          }
        />
      ))}
      <Link to="/settings" search={{ tab: 'printing' }}>
        Impressoras
      </Link>
    </Stack>
  )
}

function Repair({
  printer,
  storeName,
}: {
  readonly printer: WatchedPrinter
  readonly storeName: string | null
}) {
  const now = useNow(5_000)
  const again = useAction((printerId: string) =>
    retryJobs(printer.storeId, printer.unprinted, printerId === printer.id ? undefined : printerId),
  )
  const waiting = printer.unprinted.length
  return (
    <Stack as="section" gap={4} className={styles.printer}>
      <b>{storeName ? `${printer.name}, ${storeName}` : printer.name}</b>
      <Muted>
        {printer.state === 'out'
          ? outText(printer.cause, ago(printer.since, now))
          : 'Funcionando, mas há vias que não saíram a tempo.'}
      </Muted>
      {waiting > 0 ? (
        <Row gap={8} align="stretch" wrap className={styles.buttons}>
          {printer.state === 'out' ? null : (
            <Button
              variant="primary"
              icon="print"
              busy={again.isBusy(printer.id)}
              disabledReason={again.besides(printer.id)}
              onClick={() => again.run(printer.id)}
            >
              Imprimir de novo ({waiting})
            </Button>
          )}
          {printer.others.map((other) => (
            <Button
              key={other.id}
              variant={printer.state === 'out' ? 'primary' : 'plain'}
              icon="print"
              busy={again.isBusy(other.id)}
              disabledReason={again.besides(other.id)}
              onClick={() => again.run(other.id)}
            >
              Mandar {waiting} para {other.name}
            </Button>
          ))}
        </Row>
      ) : null}
    </Stack>
  )
}
