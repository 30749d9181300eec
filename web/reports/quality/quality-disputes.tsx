import type { DisputeFigures, QualityReport } from '../../../contract/reports/quality.ts'
import { money, percent, plural } from '../../words/format.ts'
import { ShareBar } from '../../charts/share-bar.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import styles from './quality-page.module.css'
import { wonShare } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

/** What customers claimed in the period, and the outcomes; they are answered in "Avaliações". */
export const QualityDisputes = ({ report: { disputes } }: { readonly report: QualityReport }) => (
  <Section
    title="Negociações"
    meaning={<MetricDefinition name="disputesLost" />}
    line={plural(disputes.opened, 'negociação no período', 'negociações no período')}
  >
    <Figures figures={disputes} />
  </Section>
)

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
