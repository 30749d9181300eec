import type { DeliveryQuote, ZoneChoice } from '../../../../contract/delivery/quote.ts'
import { centsTyped } from '../../../../contract/shared/money.ts'
import { QuoteSteps, kept, minutesText } from '../../../delivery/quote/quote-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { SelectField } from '../../../ui/text-field.tsx'
import { money } from '../../../words/format.ts'
import styles from './address.module.css'
import type { QuotedFee } from './use-delivery-quote.ts'
import { reaisTyped } from '../../../words/reais-typed.ts'

/** What the zones say about this address, to be read out to the customer. */
export function DeliveryQuoteNote({
  quoted: { quote, differs },
  onUse,
  onChoose,
  onMark,
}: {
  readonly quoted: QuotedFee
  readonly onUse: (fee: string) => void
  /** The area that staff choose where the address decides none. */
  readonly onChoose: (zoneId: string) => void
  readonly onMark: () => void
}) {
  if (!quote) return null
  return (
    <Stack gap={10} className={styles.quote} aria-live="polite">
      <details>
        <summary>
          <b>{headOf(quote)}</b>
          <SumWords quote={quote} />
        </summary>
        <QuoteSteps quote={quote} />
      </details>
      <OpenPlace quote={quote} onChoose={onChoose} onMark={onMark} />
      {quote.missingCents > 0 ? <p>Faltam {money(quote.missingCents)} para o pedido mínimo.</p> : null}
      {differs && quote.served && quote.missingCents === 0 ? (
        <Button variant="ghost" onClick={() => onUse(reaisTyped(quote.feeCents))}>
          Usar {centsTyped(reaisTyped(quote.feeCents)) === 0 ? 'grátis' : money(quote.feeCents)}
        </Button>
      ) : null}
    </Stack>
  )
}

/** How the fee came about, where more than the area made it. */
function SumWords({ quote: { steps, served, feeCents } }: { readonly quote: DeliveryQuote }) {
  const made = steps.filter(({ kind }) => summed.includes(kind) || (kind === 'free' && feeCents === 0))
  if (!served || made.length < 2) return null
  return (
    <Muted as="small" block size={3}>
      {made.map(({ words }) => kept(words)).join(', ')}
    </Muted>
  )
}

/** Steps that change fee or time. */
const summed: readonly DeliveryQuote['steps'][number]['kind'][] = ['zone', 'modifier', 'pace']

/** What staff can do where the address does not decide: choose its area, or mark its point. */
function OpenPlace({
  quote: { choices, decidedBy, point, zoneId },
  onChoose,
  onMark,
}: {
  readonly quote: DeliveryQuote
  readonly onChoose: (zoneId: string) => void
  readonly onMark: () => void
}) {
  const isMarked = point?.source === 'map'
  const isExact = point !== null && point.metres === 0
  if (choices.length === 0 && (point === null || (isExact && !isMarked))) return null
  return (
    <>
      {choices.length > 0 ? (
        <SelectField
          label="Área"
          hint="O endereço não diz qual. A taxa é a da área escolhida."
          value={decidedBy === 'staff' ? (zoneId ?? '') : ''}
          options={[['', 'Escolha a área'], ...choices.map(optionOf)]}
          onChange={(event) => {
            if (event.target.value !== '') onChoose(event.target.value)
          }}
        />
      ) : null}
      <div>
        <Button onClick={onMark}>{isMarked ? 'Mudar o ponto no mapa' : 'Marcar no mapa'}</Button>
      </div>
    </>
  )
}

function headOf(quote: DeliveryQuote): string {
  if (quote.served) return `${quote.zoneName ?? ''}: ${feeText(quote)}`
  return quote.choices.length > 0 ? 'Escolha a área ou marque o ponto' : 'Fora da entrega'
}

const optionOf = (choice: ZoneChoice) => [choice.zoneId, `${choice.name}: ${feeText(choice)}`] as const

const feeText = ({ feeCents, minutes }: Pick<DeliveryQuote, 'feeCents' | 'minutes'>): string =>
  [feeCents === 0 ? 'grátis' : money(feeCents), minutes ? minutesText(minutes) : '']
    .filter(Boolean)
    .join(', ')
