import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { beginMenuPublication, readMenuPublications } from '../../../contract/menu/publications.ts'
import { everyMarketplace, storefronts, withChannel } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { tickNow } from '../../browser/ticks.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pastMoment } from '../tools/past-moment.ts'
import styles from '../tools/tools.module.css'
import { OnePublication } from './one-publication.tsx'
import { outcomeWords } from './publishing-words.rules.ts'

interface PublishPartProps {
  readonly store: Store
  readonly publicationId: string | null
  /** Null: back to the choice of a channel. */
  readonly onPublication: (publicationId: string | null) => void
}

/** The store's menu at its marketplaces: what differs there, what was sent, and the way back. */
export const PublishPart = ({ store, publicationId, onPublication }: PublishPartProps) =>
  publicationId === null ? (
    <Channels store={store} onPublication={onPublication} />
  ) : (
    <OnePublication
      key={publicationId}
      store={store}
      publicationId={publicationId}
      onPublication={onPublication}
    />
  )

function Channels({ store, onPublication }: Omit<PublishPartProps, 'publicationId'>) {
  const query = useQuery({
    ...queryFor(readMenuPublications, {}, { storeId: store.id }),
    // Seen again right after one that was sent or taken back.
    refetchOnMount: 'always',
  })
  const { busy, refusal, send } = useSending()
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState
        message={errorSentence(error)}
        requestId={requestIdOf(error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={320} />
    )
  const { merchants, publications } = data
  if (merchants.length === 0)
    return (
      <EmptyState
        icon="plug"
        title={`${store.name} não está ${everyMarketplace('em', storefronts)}`}
        action={
          <Link to="/settings" search={{ tab: 'integracoes', store: store.id }} className={styles.back}>
            Conectar um canal
          </Link>
        }
      >
        Conecte a loja e o cardápio daqui passa a ser o de lá, sem digitar duas vezes.
      </EmptyState>
    )
  const begin = async (body: (typeof merchants)[number]) => {
    const { publicationId } = await ask(beginMenuPublication, { body }, { storeId: store.id })
    onPublication(publicationId)
  }
  return (
    <div className={styles.copy}>
      <section className={styles.source} aria-labelledby="publish-title">
        <h2 id="publish-title">Publicar o cardápio</h2>
        <p>Nomes, descrições, fotos e opções saem daqui, sem digitar de novo no painel do canal.</p>
        <FormError>{refusal}</FormError>
        {merchants.map((one) => (
          <div key={`${one.platform} ${one.merchantId}`}>
            <Button variant="primary" busy={busy} onClick={() => void send(() => begin(one))}>
              Comparar com {withChannel('o', one.platform)}
            </Button>
            {merchants.length > 1 ? (
              <Muted size={3} className={styles.where}>
                Loja {one.merchantId}
              </Muted>
            ) : null}
          </div>
        ))}
        <Row as="p" gap={8} align="stretch" className={styles.calm}>
          <Icon name="info" /> Primeiro você vê o que muda lá e marca o que quer. Nada é apagado, e dá para
          voltar.
        </Row>
      </section>
      <Past store={store} publications={publications} onPublication={onPublication} />
    </div>
  )
}

function Past({
  store,
  publications,
  onPublication,
}: Omit<PublishPartProps, 'publicationId'> & {
  readonly publications: Reply<typeof readMenuPublications>['publications']
}) {
  if (publications.length === 0) return null
  return (
    <section className={styles.copies} aria-labelledby="past-publications">
      <h2 id="past-publications">Últimas publicações</h2>
      <ol className={styles.versions}>
        {publications.map((one) => (
          <Row as="li" gap={12} justify="between" key={one.id}>
            <div>
              <b>{outcomeWords(one)}</b>
              <Muted size={3} className={styles.where}>
                {[
                  withChannel('Em', one.platform),
                  pastMoment(one.askedAt, tickNow(), store.address.timezone),
                  one.askedByName,
                ].join(' · ')}
              </Muted>
            </div>
            <Button
              aria-label={`Ver: ${outcomeWords(one)}, ${pastMoment(one.askedAt, tickNow(), store.address.timezone)}`}
              onClick={() => onPublication(one.id)}
            >
              Ver
            </Button>
          </Row>
        ))}
      </ol>
    </section>
  )
}
