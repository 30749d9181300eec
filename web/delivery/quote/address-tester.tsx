import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import { quoteDelivery, readRecentAddresses, type DeliveryQuote } from '../../../contract/delivery/quote.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { money } from '../../words/format.ts'
import styles from '../delivery-tab.module.css'
import { minutesText, QuoteSteps } from './quote-steps.tsx'

/** What a customer of this address would pay now, by the saved zones. */
export function AddressTester({
  storeId,
  pin,
  unsaved,
  onClearPin,
}: {
  readonly storeId: string
  /** Tapped on the map. */
  readonly pin: MapPoint | null
  readonly unsaved: boolean
  readonly onClearPin: () => void
}) {
  const [place, setPlace] = useState('')
  const [value, setValue] = useState('50,00')
  const [quote, setQuote] = useState<DeliveryQuote | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const test = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(null)
    setQuote(null)
    const itemsCents = centsTyped(value)
    if (itemsCents === null) return setRefusal('Use vírgula no valor, como 50,00.')
    if (!pin && place.trim() === '')
      return setRefusal('Escreva um endereço, um bairro ou um CEP, ou toque no mapa.')
    setBusy(true)
    try {
      const where = pin ? { point: pin, pointSource: 'map' as const } : { text: place.trim().slice(0, 200) }
      setQuote(await ask(quoteDelivery, { body: { ...where, itemsCents } }, { storeId }))
    } catch (error) {
      setRefusal(errorSentence(error))
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <section aria-labelledby="testar">
      <h2 id="testar">Testar um endereço</h2>
      <form className={styles.test} onSubmit={(event) => void test(event)} noValidate>
        {pin ? (
          <p className={styles.pinned}>
            Ponto do mapa
            <Button variant="ghost" icon="close" aria-label="Tirar o ponto do mapa" onClick={onClearPin} />
          </p>
        ) : (
          <TextField
            label="Endereço, bairro ou CEP"
            value={place}
            autoComplete="off"
            onChange={(event) => setPlace(event.target.value)}
          />
        )}
        <TextField
          label="Pedido de (R$)"
          inputMode="decimal"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Testar
        </Button>
      </form>
      <div aria-live="polite">
        {refusal ? <p className={styles.wrong}>{refusal}</p> : null}
        {quote && unsaved ? (
          <p className={styles.note}>O teste usa as áreas salvas. Salve para testar as novas.</p>
        ) : null}
        {quote ? <QuoteSteps quote={quote} /> : null}
        {quote?.refusal === 'unknown' ? <PossibleZones quote={quote} /> : null}
      </div>
      <RecentAddresses storeId={storeId} />
    </section>
  )
}

/** What the whole address decides between. */
function PossibleZones({ quote: { choices } }: { readonly quote: DeliveryQuote }) {
  if (choices.length === 0) return null
  return (
    <ul className={styles.recent} aria-label="Áreas possíveis">
      {choices.map(({ zoneId, name, feeCents, minutes }) => (
        <li key={zoneId}>
          <span>{name}</span>
          <b>
            {money(feeCents)}, {minutesText(minutes)}
          </b>
        </li>
      ))}
    </ul>
  )
}

/** Real doors: a manager sees at once what the saved zones mean for those who ordered last. */
function RecentAddresses({ storeId }: { readonly storeId: string }) {
  const { data } = useQuery(queryFor(readRecentAddresses, {}, { storeId }))
  if (!data || data.addresses.length === 0) return null
  return (
    <>
      <h3 className={styles.recentTitle}>Últimos clientes, hoje</h3>
      <ul className={styles.recent}>
        {data.addresses.map(({ street, district, served, words }) => (
          <li key={`${street} ${district}`} data-refused={served ? undefined : true}>
            <span>
              {street}
              <small>{district}</small>
            </span>
            <b>{words}</b>
          </li>
        ))}
      </ul>
    </>
  )
}
