import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { columnsOfPaper, commonColumns } from '../../contract/printing/paper.ts'
import { previewTicket, type PrinterView } from '../../contract/printing/printing.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/text-field.tsx'
import styles from './printing-tab.module.css'

/** A sample order on paper, drawn from exactly the text that the printer receives. */
export function PreviewCard({
  storeId,
  printers,
}: {
  readonly storeId: string
  readonly printers: readonly PrinterView[]
}) {
  const [ticket, setTicket] = useState<'kitchen' | 'delivery'>('kitchen')
  const [columns, setColumns] = useState(printers[0]?.columns ?? columnsOfPaper[80])
  const query = useQuery({
    ...queryFor(previewTicket, { query: { ticket, columns: String(columns) } }, { storeId }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  return (
    <section>
      <h2 className={styles.title}>Como sai no papel</h2>
      <div className={styles.pair}>
        <SelectField
          label="Via"
          value={ticket}
          options={[
            ['kitchen', 'Da cozinha'],
            ['delivery', 'Completa'],
          ]}
          onChange={(event) => setTicket(event.target.value === 'kitchen' ? 'kitchen' : 'delivery')}
        />
        <SelectField
          label="Letras por linha"
          value={columns}
          options={offeredColumns(printers)}
          onChoose={setColumns}
        />
      </div>
      {query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <div className={styles.paper}>
          {/* As an image: nothing in it can run scripts or load resources. */}
          <img
            className={columns < narrowBelow ? styles.narrow : styles.wide}
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(query.data.svg)}`}
            alt={ticket === 'kitchen' ? 'Exemplo da via da cozinha' : 'Exemplo da via completa'}
          />
        </div>
      ) : (
        <Skeleton height={360} />
      )}
    </section>
  )
}

/** A roll of 58 mm has less. */
const narrowBelow = 38

const offeredColumns = (printers: readonly PrinterView[]): readonly (readonly [number, string])[] =>
  [...new Set([...commonColumns, ...printers.map((printer) => printer.columns)])]
    .toSorted((a, b) => a - b)
    .map((columns) => [columns, String(columns)])
