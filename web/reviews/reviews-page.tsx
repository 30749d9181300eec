import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { NoStoreYet } from '../identity/no-access/no-store-yet.tsx'
import { useSignedIn } from '../identity/session.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { Muted } from '../kit/text.tsx'
import { Segments } from '../reports/reports.ts'
import { StoreWords } from '../stores/store-words.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Said, Sentence } from '../ui/sentence/sentence.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AfterSaleList } from './after-sale-list.tsx'
import { afterSaleSearch } from './after-sale-search.rules.ts'
import { useAfterSale, type Shown } from './after-sale-data.ts'
import { chosenOf, type Listed, type Opened } from './chosen.rules.ts'
import { DisputePaper } from './disputes/dispute-paper.tsx'
import { MovedGroup } from './disputes/moved-group.tsx'
import { ReviewPaper } from './review-paper.tsx'
import { StakeFigures } from './stake-figures.tsx'
import { useRunning } from './use-running.ts'
import styles from './reviews-page.module.css'

/** "Avaliações": negotiations and reviews of the chosen stores, what is due first on top, with the one that is open. */
export function ReviewsPage() {
  usePageTitle('Avaliações')
  const { access } = useSignedIn()
  return access.length === 0 ? (
    <NoStoreYet />
  ) : (
    <>
      <MovedGroup />
      <AfterSale />
    </>
  )
}

function AfterSale() {
  const [shown, setShown] = useState<Shown>('waiting')
  const afterSale = useAfterSale(shown)
  const { disputes, reviews, failed, loading, offWords } = afterSale
  const phone = useIsPhone()
  const scores = reviews?.data?.pages[0]?.scores ?? []
  const stake = disputes.data ? <StakeFigures {...disputes.data} scores={scores} /> : null
  return (
    <>
      <Sentence heading title="Avaliações" see="Ver as avaliações" end={phone ? null : stake}>
        <Said strong>Avaliações</Said>
        <StoreWords minimum="basic" />
      </Sentence>
      <div className={styles.ways}>
        <Segments<Shown>
          label="O que mostrar"
          options={reviews ? [waitingWay, ['bad', 'Até 3 estrelas'], everyWay] : [waitingWay, everyWay]}
          value={shown}
          onChoose={setShown}
        />
        {offWords ? <Muted>{offWords}</Muted> : null}
        {phone ? stake : null}
      </div>
      {failed ? (
        <ErrorState
          message={errorSentence(failed.error)}
          requestId={requestIdOf(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      ) : loading ? (
        <Skeleton height={520} />
      ) : (
        <Panes data={afterSale} shown={shown} />
      )}
    </>
  )
}

const waitingWay = ['waiting', 'Para responder'] as const
const everyWay = ['all', 'Todas'] as const

function Panes({
  data: { disputes, reviews, manages },
  shown,
}: {
  readonly data: ReturnType<typeof useAfterSale>
  readonly shown: Shown
}) {
  const pages = reviews?.data?.pages ?? []
  const { running, overdue } = useRunning(disputes.data?.disputes ?? [])
  const listed: Listed = { disputes: running, reviews: pages.flatMap((page) => page.reviews), overdue }
  const open = useOpened(listed)
  if (open === null) return <Nothing shown={shown} managed={manages} />
  return (
    <div className={styles.panes}>
      <AfterSaleList {...listed} pending={pages[0]?.pending ?? 0} open={open.id} more={moreOf(reviews)} />
      <div className={styles.open}>
        {open.kind === 'dispute' ? (
          <DisputePaper key={open.id} dispute={open.dispute} record={disputes.data?.record ?? null} />
        ) : (
          <ReviewPaper key={open.id} review={open.review} />
        )}
      </div>
    </div>
  )
}

/** Further pages of reviews; null: all are listed. */
const moreOf = (reviews: ReturnType<typeof useAfterSale>['reviews']) =>
  reviews?.hasNextPage ? { busy: reviews.isFetchingNextPage, load: () => void reviews.fetchNextPage() } : null

/** Remembers what was shown: what arrives later must not push away what somebody is answering. */
function useOpened(listed: Listed): Opened | null {
  const search = afterSaleSearch(useSearch({ strict: false }))
  const [before, setBefore] = useState<string | null>(null)
  const open = chosenOf(listed, search, before)
  // A row that was pressed: below the paper on a phone, and far from it for a keyboard.
  useEffect(() => {
    if (search.abrir) document.getElementById('aberta')?.focus()
  }, [search.abrir])
  if (open !== null && open.id !== before) setBefore(open.id)
  return open
}

function Nothing({ shown, managed }: { readonly shown: Shown; readonly managed: boolean }) {
  if (shown !== 'waiting')
    return (
      <EmptyState icon="chat" title="Nada por aqui ainda">
        O que os clientes avaliarem ou pedirem de volta nos canais aparece aqui.
      </EmptyState>
    )
  return (
    <EmptyState icon="chat" title="Nada espera a sua resposta">
      {managed
        ? 'Negociações e avaliações com comentário abaixo de 5 estrelas aparecem aqui, com o prazo.'
        : 'Quando um cliente pedir dinheiro de volta, o pedido dele aparece aqui, com o prazo.'}
    </EmptyState>
  )
}
