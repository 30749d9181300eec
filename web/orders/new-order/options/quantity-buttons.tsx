import { Row } from '../../../kit/layout.tsx'
import { Button } from '../../../ui/button.tsx'
import { Minus } from './minus.tsx'

/** One less, how many, one more. */
export function QuantityButtons({
  name,
  quantity,
  max,
  onChange,
}: {
  readonly name: string
  readonly quantity: number
  readonly max: number
  readonly onChange: (quantity: number) => void
}) {
  return (
    <Row as="span" gap={8}>
      <Button variant="quiet" aria-label={`Menos ${name}`} onClick={() => onChange(quantity - 1)}>
        <Minus />
      </Button>
      <b aria-live="polite" aria-label="Quantidade">
        {String(quantity).replace('.', ',')}
      </b>
      <Button
        variant="quiet"
        icon="plus"
        aria-label={`Mais ${name}`}
        disabledReason={quantity >= max ? 'Não cabe mais.' : null}
        onClick={() => onChange(quantity + 1)}
      />
    </Row>
  )
}
