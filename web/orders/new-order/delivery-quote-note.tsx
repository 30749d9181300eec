import { centsTyped } from '../../../contract/shared/money.ts'
import { QuoteSteps, minutesText } from '../../delivery/quote/quote-words.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../words/format.ts'
import styles from './address.module.css'
import { priceText } from './draft-lines.rules.ts'
import type { QuotedFee } from './use-delivery-quote.ts'

/** What the zones say about this address, to be read out to the customer. */
export function DeliveryQuoteNote({
  quoted: { quote, differs },
  onUse,
}: {
  readonly quoted: QuotedFee
  readonly onUse: (fee: string) => void
}) {
  if (!quote) return null
  const words = quote.served
    ? `${quote.zoneName ?? ''}: ${quote.feeCents === 0 ? 'grátis' : money(quote.feeCents)}${quote.minutes ? `, ${minutesText(quote.minutes)}` : ''}`
    : 'Fora da entrega'
  return (
    <div className={styles.quote} aria-live="polite">
      <details>
        <summary>
          <b>{words}</b>
        </summary>
        <QuoteSteps quote={quote} />
      </details>
      {quote.missingCents > 0 ? <p>Faltam {money(quote.missingCents)} para o pedido mínimo.</p> : null}
      {differs && quote.served && quote.missingCents === 0 ? (
        <Button variant="ghost" onClick={() => onUse(priceText(quote.feeCents))}>
          Usar {centsTyped(priceText(quote.feeCents)) === 0 ? 'grátis' : money(quote.feeCents)}
        </Button>
      ) : null}
    </div>
  )
}
