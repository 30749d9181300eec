import type { DeliveryQuote } from '../../../contract/delivery/quote.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { money } from '../../words/format.ts'
import styles from './quote-steps.module.css'
import { kept } from '../zones/zone-form.rules.ts'

/** The sum of a quote, one step a line, the result below. */
export function QuoteSteps({ quote }: { readonly quote: DeliveryQuote }) {
  const steps = quote.steps.filter(({ kind }) => kind !== 'total')
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ kind, words }, index) => (
          <li key={index} className={kind === 'no' || kind === 'minimum' ? styles.no : ''}>
            <Icon name={iconOf(kind, quote)} size={16} />
            {capital(kept(kind === 'place' ? placeText(quote, words) : words))}
          </li>
        ))}
        <li className={styles.sum}>
          <b>{resultText(quote)}</b>
          {quote.minutes ? <b>{minutesText(quote.minutes)}</b> : null}
        </li>
      </ol>
      {quote.attribution ? <p className={styles.credit}>{quote.attribution}</p> : null}
    </>
  )
}

const iconOf = (kind: DeliveryQuote['steps'][number]['kind'], { refusal }: DeliveryQuote): IconName => {
  if (kind === 'no') return refusal === 'unknown' ? 'alert' : 'close'
  return kind === 'minimum' ? 'alert' : 'check'
}

/** Where nothing decides, nobody has refused the customer. */
function resultText({ served, refusal, feeCents, choices }: DeliveryQuote): string {
  if (served) return `O cliente paga ${money(feeCents)}`
  if (refusal !== 'unknown') return 'Sem entrega'
  return choices.length > 0 ? 'Depende do endereço' : 'Não dá para saber ainda'
}

/** What of the place decided, where no step of its own says it. */
function placeText({ decidedBy, steps }: DeliveryQuote, words: string): string {
  if (steps.some(({ kind }) => kind === 'found')) return words
  if (decidedBy === 'district') return `${words}, pelo bairro`
  return decidedBy === 'zipCode' && !words.startsWith('CEP') ? `${words}, pelo CEP` : words
}

export const minutesText = ({ min, max }: NonNullable<DeliveryQuote['minutes']>): string =>
  min === max ? `${max}\u00a0min` : `${min} a ${max}\u00a0min`

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
