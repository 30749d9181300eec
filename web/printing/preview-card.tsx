import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewTicket } from '../../contract/printing/printing.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/text-field.tsx'
import styles from './printing-tab.module.css'

/** A sample order on paper, drawn from exactly the text that the printer receives. */
export function PreviewCard({ storeId }: { readonly storeId: string }) {
  const [ticket, setTicket] = useState<'kitchen' | 'delivery'>('kitchen')
  const [paper, setPaper] = useState<'58' | '80'>('80')
  const query = useQuery({
    ...queryFor(previewTicket, { query: { ticket, paper } }, { storeId }),
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
          label="Papel"
          value={paper}
          options={[
            ['80', '80 mm'],
            ['58', '58 mm'],
          ]}
          onChange={(event) => setPaper(event.target.value === '58' ? '58' : '80')}
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
            className={paper === '58' ? styles.narrow : styles.wide}
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
