import { everyMarketplace, ledgerPlatforms } from '../../../contract/shared/channels.ts'
import type { DifferenceKind, OrderBilling } from '../../../contract/reports/order-billing.ts'
import { Button } from '../../ui/button.tsx'
import { money, plural } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './order-billing-page.module.css'
import { differenceLabels } from './order-billing.rules.ts'
import { Section } from '../frame/section.tsx'

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
    <Section
      title={
        <>
          {differences.length > 0 ? <i className={styles.waits} aria-hidden="true" /> : null}
          Valores que não reconheço
        </>
      }
      first={differences.length > 0}
      line="Nada a conferir"
    >
      {differences.length === 0 ? (
        <Muted>
          {billed === 0
            ? `Nada a conferir ainda: ${everyMarketplace('o', ledgerPlatforms)} não apurou nenhum destes pedidos.`
            : `Nada diverge: o que ${everyMarketplace('o', ledgerPlatforms)} apurou até aqui bate com o contrato.`}
        </Muted>
      ) : (
        <Stack as="ul" gap={12} className={styles.differences}>
          {differences.map((row) => (
            <li key={row.kind} data-difference={row.kind}>
              <b>{differenceLabels[row.kind].name}</b>
              <b className={row.cents < 0 ? styles.less : ''}>{money(row.cents)}</b>
              <Muted as="small" size={2}>
                {differenceLabels[row.kind].explanation}
              </Muted>
              <Button
                variant={chosen === row.kind ? 'soft' : 'ghost'}
                aria-pressed={chosen === row.kind}
                onClick={() => onChoose(chosen === row.kind ? undefined : row.kind)}
              >
                {chosen === row.kind ? 'Mostrar todos' : `Ver ${plural(row.orders, 'pedido', 'pedidos')}`}
              </Button>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  )
}
