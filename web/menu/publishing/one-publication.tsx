import { useQuery } from '@tanstack/react-query'
import {
  beginMenuPublication,
  readMenuPublication,
  type MenuPublication,
} from '../../../contract/menu/publications.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../tools/tools.module.css'
import { PublicationPreview } from './publication-preview.tsx'
import { PublicationResult } from './publication-result.tsx'
import { progressOf } from './publishing-words.rules.ts'

interface OnePublicationProps {
  readonly store: Store
  readonly publicationId: string
  readonly onPublication: (publicationId: string | null) => void
}

const moving: readonly MenuPublication['state'][] = ['reading', 'writing', 'proving']

/** From the comparison to what the marketplace shows afterwards. */
export function OnePublication({ store, publicationId, onPublication }: OnePublicationProps) {
  const query = useQuery({
    ...queryFor(readMenuPublication, { params: { publicationId } }, { storeId: store.id }),
    refetchInterval: ({ state }) => (state.data && moving.includes(state.data.state) ? 700 : false),
  })
  const { data, error } = query
  const { busy, refusal, send } = useSending()
  if (!data)
    return error ? (
      <ErrorState
        message={errorSentence(error)}
        requestId={requestIdOf(error)}
        onRetry={() => onPublication(null)}
      />
    ) : (
      <Skeleton height={320} />
    )
  const again = () =>
    send(async () => {
      const { platform, merchantId } = data
      const begun = await ask(beginMenuPublication, { body: { platform, merchantId } }, { storeId: store.id })
      onPublication(begun.publicationId)
    })
  const refetch = async () => void (await query.refetch())
  switch (data.state) {
    case 'reading':
      return <Waiting words={`Lendo o cardápio ${withChannel('de', data.platform)}…`} />
    case 'writing':
    case 'proving':
      return <Sending publication={data} />
    case 'failed':
      return (
        <section className={styles.outcome} role="alert">
          <h2>Não deu para comparar</h2>
          <p>{data.problem}</p>
          <FormError>{refusal}</FormError>
          <Row gap={8} wrap>
            <Button variant="primary" busy={busy} onClick={() => void again()}>
              Tentar de novo
            </Button>
            <Button onClick={() => onPublication(null)}>Voltar</Button>
          </Row>
        </section>
      )
    case 'ready':
      return (
        <PublicationPreview
          store={store}
          publication={data}
          onSent={refetch}
          onAgain={again}
          onLeave={() => onPublication(null)}
        />
      )
    case 'done':
    case 'stopped':
      return (
        <PublicationResult
          store={store}
          publication={data}
          onChanged={refetch}
          onAgain={again}
          onPublication={onPublication}
        />
      )
  }
}

function Waiting({ words }: { readonly words: string }) {
  return (
    <section className={styles.outcome} aria-live="polite">
      <h2>{words}</h2>
      <progress aria-label={words} />
    </section>
  )
}

/** Exact: a part counts once the marketplace has taken it. */
function Sending({ publication }: { readonly publication: MenuPublication }) {
  const { total, sent, proved, refused, words } = progressOf(publication)
  const done = publication.state === 'proving' ? proved + refused : sent
  return (
    <section className={styles.outcome} aria-live="polite">
      <h2>{words}</h2>
      <progress max={Math.max(1, total)} value={done} aria-label={words} />
      <p>Pode sair daqui: o envio continua, mesmo se o computador desligar.</p>
    </section>
  )
}
