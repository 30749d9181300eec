import type { BillingBasis } from '../../../contract/reports/order-billing.ts'
import { ChoiceList } from '../../ui/sentence/choice-list.tsx'
import { Word } from '../../ui/sentence/sentence.tsx'

/** By which day an order belongs to the period: of the sale, or of the payout. */
export function BasisWord({
  basis,
  onChoose,
}: {
  readonly basis: BillingBasis
  readonly onChoose: (basis: BillingBasis) => void
}) {
  return (
    <Word
      label="Por qual dia"
      title="pelo dia"
      before="pelo"
      text={basis === 'sale' ? 'dia da venda' : 'dia do repasse'}
      tab={basis === 'sale' ? 'venda' : 'repasse'}
      atDefault={basis === 'sale'}
    >
      {(close) => (
        <ChoiceList<BillingBasis>
          label="Por qual dia"
          value={basis}
          options={[
            { value: 'sale', label: 'Dia da venda' },
            { value: 'payout', label: 'Dia do repasse' },
          ]}
          onChoose={(next) => {
            onChoose(next)
            close()
          }}
        />
      )}
    </Word>
  )
}
