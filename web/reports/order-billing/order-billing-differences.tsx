import { everyMarketplace, ledgerPlatforms } from '../../../contract/shared/channels.ts'
import type { DifferenceKind, OrderBilling } from '../../../contract/reports/order-billing.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../words/format.ts'
import blocks from '../frame/blocks.module.css'
import styles from './order-billing-page.module.css'
import { differenceLabels, signedMoney } from './order-billing.rules.ts'

interface BillingDifferencesProps {
  readonly differences: OrderBilling['differences']
  /** Orders that the marketplace has billed. */
  readonly billed: number
  readonly chosen: DifferenceKind | undefined
  readonly onChoose: (kind: DifferenceKind | undefined) => void
}

/** "Valores que não reconheço": each with a name, what to do, and a filter for its orders. */
export function BillingDifferences({ differences, billed, chosen, onChoose }: BillingDifferencesProps) {
  return (
    <Card className={differences.length > 0 ? (styles.odd ?? '') : ''}>
      <div className={blocks.head}>
        <h2>Valores que não reconheço</h2>
      </div>
      {differences.length === 0 ? (
        <p className={styles.quiet}>
          {billed === 0
            ? `Nada a conferir ainda: ${everyMarketplace('o', ledgerPlatforms)} não apurou nenhum destes pedidos.`
            : `Nada diverge: o que ${everyMarketplace('o', ledgerPlatforms)} apurou até aqui bate com o contrato.`}
        </p>
      ) : (
        <ul className={styles.differences}>
          {differences.map((row) => (
            <li key={row.kind} data-difference={row.kind}>
              <b>{differenceLabels[row.kind].name}</b>
              <b className={row.cents < 0 ? styles.less : ''}>{signedMoney(row.cents)}</b>
              <small>{differenceLabels[row.kind].explanation}</small>
              <Button
                variant={chosen === row.kind ? 'soft' : 'ghost'}
                aria-pressed={chosen === row.kind}
                onClick={() => onChoose(chosen === row.kind ? undefined : row.kind)}
              >
                {chosen === row.kind ? 'Mostrar todos' : `Ver ${plural(row.orders, 'pedido', 'pedidos')}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
