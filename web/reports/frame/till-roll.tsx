import { useId, type ReactNode } from 'react'
import type { MetricName } from '../../../contract/reports/metrics/metrics.ts'
import { Paper } from '../../ui/paper.tsx'
import { bigMoney } from './money-words.rules.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './till-roll.module.css'

/**
 * The head of a report, as it comes out of the till: what it is, one large figure, one sentence, then lines
 * that add up. A line has one name and one sum in the whole panel.
 *
 *   <TillRoll head={['Fechamento do dia', '503 pedidos']} label="Faturamento líquido" meaning={…}
 *     figure={<BigMoney name="net" cents={3_752_190} closed />} tell={<>… contra uma sexta comum.</>}>
 *     <ReceiptLines lines={…} />
 *   </TillRoll>
 */
interface TillRollProps {
  readonly head: readonly [left: ReactNode, right?: ReactNode]
  readonly label: ReactNode
  readonly meaning?: ReactNode
  readonly figure: ReactNode
  readonly tell?: ReactNode
  readonly children?: ReactNode
}

export function TillRoll({ head: [left, right], label, meaning, figure, tell, children }: TillRollProps) {
  const id = useId()
  return (
    <section className={styles.roll} aria-labelledby={id}>
      <div className={styles.slot} aria-hidden="true" />
      <div className={styles.out}>
        <Paper torn="foot" className={styles.paper ?? ''}>
          <Row as="p" gap={12} align="stretch" justify="between" className={styles.head}>
            <span>{left}</span>
            <span>{right}</span>
          </Row>
          <Row as="h2" id={id} gap={4} className={styles.label}>
            {label}
            {meaning}
          </Row>
          {figure}
          {tell ? <div className={styles.tell}>{tell}</div> : null}
          {children}
        </Paper>
      </div>
    </section>
  )
}

/** R$ and cents are smaller than the number, which never is. */
export function BigMoney({
  name,
  cents,
  closed,
}: {
  readonly name: MetricName
  readonly cents: number
  readonly closed: boolean
}) {
  const { sign, whole, cents: small, unit } = bigMoney(cents, closed)
  return (
    <p className={styles.big} data-metric={name} data-cents={cents}>
      <small>{`${sign === '' ? '' : `${sign}\u00a0`}R$\u00a0`}</small>
      {whole}
      {small === '' && unit === '' ? null : <small>{`${small}${unit}`}</small>}
    </p>
  )
}

/** A large figure that is no money: `4,6`, `21`. */
export function BigFigure({
  name,
  label,
  unit,
}: {
  readonly name: MetricName
  readonly label: string
  readonly unit?: string
}) {
  return (
    <p className={styles.big} data-metric={name}>
      {label}
      {unit ? <small data-low="true">{`\u00a0${unit}`}</small> : null}
    </p>
  )
}

export interface ReceiptLine {
  readonly key: string
  readonly name: ReactNode
  readonly sum: ReactNode
  /** `sum`: what the lines above add up to. `total`: the last of all. `aside`: belongs to no sum. */
  readonly kind?: 'sum' | 'total' | 'aside'
}

/** Lines with dotted leaders; a dashed rule stands over them and over the total. */
export function ReceiptLines({ lines }: { readonly lines: readonly ReceiptLine[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ key, name, sum, kind }) => (
        <div key={key} data-bridge={key} data-kind={kind}>
          <dt>{name}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Below the total: when it falls. */
export function ReceiptNote({ children }: { readonly children: ReactNode }) {
  return (
    <Muted size={2} className={styles.note}>
      {children}
    </Muted>
  )
}
