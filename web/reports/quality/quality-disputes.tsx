import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { everyMarketplace } from '../../../contract/shared/channels.ts'
import { readDisputes, type Dispute } from '../../../contract/orders/disputes.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import {
  readQualityReport,
  type DisputeFigures,
  type QualityReport,
} from '../../../contract/reports/quality.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useLive } from '../../live/live-stream.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money, percent, plural } from '../../words/format.ts'
import { ShareBar } from '../../charts/share-bar.tsx'
import { DisputeDialog } from './quality-dispute-dialog.tsx'
import { codeName } from '../../stores/store-facts.ts'
import { Muted, Problem } from '../../kit/text.tsx'
import styles from './quality-page.module.css'
import { askedText, leftUntil, wonShare } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

interface QualityDisputesProps {
  readonly report: QualityReport
  readonly selection: string | undefined
}

/** What customers claimed, the outcomes, and the disputes that can still be answered. */
export function QualityDisputes({ report, selection }: QualityDisputesProps) {
  const [answering, setAnswering] = useState<Dispute | null>(null)
  const open = useQuery(
    queryFor(readDisputes, { query: { ...(selection === undefined ? {} : { selection }), show: 'open' } }),
  )
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind !== 'resync' && !(event.kind === 'store' && event.topic === 'disputes')) return
      void refresh(readDisputes)
      void refresh(readQualityReport)
    }, []),
  )
  const waiting = open.data?.disputes ?? []
  return (
    <Section
      title={
        <>
          {waiting.some((one) => one.state === 'open') ? (
            <i className={styles.waits} aria-hidden="true" />
          ) : null}
          Negociações
        </>
      }
      meaning={<MetricDefinition name="disputesLost" />}
      line={
        waiting.length > 0
          ? plural(waiting.length, 'espera resposta', 'esperam resposta')
          : plural(report.disputes.opened, 'negociação no período', 'negociações no período')
      }
      first={waiting.some((one) => one.state === 'open')}
    >
      <ul className={styles.disputes}>
        {waiting.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} onAnswer={() => setAnswering(dispute)} />
        ))}
      </ul>
      <Figures figures={report.disputes} />
      {answering ? <DisputeDialog dispute={answering} onClose={() => setAnswering(null)} /> : null}
    </Section>
  )
}

function DisputeRow({ dispute, onAnswer }: { readonly dispute: Dispute; readonly onAnswer: () => void }) {
  const now = useNow(5_000)
  const left = dispute.expiresAt === null ? null : leftUntil(dispute.expiresAt, now)
  const open = dispute.state === 'open' && (dispute.expiresAt === null || left !== null)
  return (
    <li data-dispute={dispute.id}>
      <p>
        <b>
          {dispute.storeName} · pedido {codeName(dispute)}
        </b>{' '}
        {askedText(dispute)}
      </p>
      {dispute.message ? <Muted>{dispute.message}</Muted> : null}
      {dispute.refusal ? (
        <Problem strong role="status">
          {dispute.refusal}
        </Problem>
      ) : null}
      <div className={styles.row}>
        {open ? (
          <Button variant="accent" onClick={onAnswer}>
            Responder
          </Button>
        ) : null}
        <Pill tone={open ? 'warn' : 'info'} icon="clock">
          {dispute.state === 'answering'
            ? `aguardando ${everyMarketplace('o')}`
            : dispute.state === 'countered'
              ? 'aguardando o cliente'
              : left === null
                ? 'prazo encerrado'
                : `${left} para responder`}
        </Pill>
      </div>
    </li>
  )
}

function Figures({ figures }: { readonly figures: DisputeFigures }) {
  if (figures.opened === 0) return <Muted>Nenhuma negociação aberta neste período.</Muted>
  const won = wonShare(figures)
  return (
    <>
      <p className={styles.dispute}>
        {plural(figures.opened, 'negociação', 'negociações')} no período, {money(figures.askedCents)} pedidos
        de volta.
        {won === null ? '' : ` A loja não devolveu nada em ${percent(won, 0)} das encerradas.`}
      </p>
      <dl className={styles.pair}>
        <div>
          <dt>
            Preservado <MetricDefinition name="disputesSaved" />
          </dt>
          <dd data-metric="disputesSaved">{money(figures.savedCents)}</dd>
        </div>
        <div>
          <dt>
            Devolvido <MetricDefinition name="disputesLost" />
          </dt>
          <dd>{money(figures.lostCents)}</dd>
        </div>
      </dl>
      <ShareBar
        parts={[
          { key: 'won', name: 'Ganhas', value: figures.won },
          { key: 'partly', name: 'Acordo parcial', value: figures.partly },
          { key: 'lost', name: 'Perdidas', value: figures.lost },
          { key: 'waiting', name: 'Em aberto', value: figures.waiting },
        ].filter((part) => part.value > 0)}
        format={(value) => plural(value, 'negociação', 'negociações')}
      />
      {figures.expired > 0 ? (
        <Problem strong>
          {plural(figures.expired, 'negociação terminou', 'negociações terminaram')} sem resposta da loja.
        </Problem>
      ) : null}
    </>
  )
}
