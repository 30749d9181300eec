import { useState, type FormEvent } from 'react'
import type { MapPoint } from '../../contract/delivery/points.ts'
import { quoteDelivery, type DeliveryQuote } from '../../contract/delivery/quote.ts'
import { readZipCode } from '../../contract/stores/profile.ts'
import { centsTyped } from '../../contract/shared/money.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './delivery-tab.module.css'
import { QuoteSteps } from './quote-steps.tsx'

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
    if (!pin && place.trim() === '') return setRefusal('Escreva um bairro ou um CEP, ou toque no mapa.')
    setBusy(true)
    try {
      const where = pin ? { point: pin } : await placeOf(place)
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
            label="Bairro ou CEP"
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
      </div>
    </section>
  )
}

/** A CEP also says its district, where the service knows it. */
async function placeOf(typed: string): Promise<{ zipCode?: string; district?: string }> {
  const digits = typed.replaceAll(/\D/g, '')
  const isCep = digits.length === 8 && /^[\d.\s-]+$/.test(typed.trim())
  if (!isCep) return { district: typed.trim().slice(0, 200) }
  const known = await ask(readZipCode, { params: { zipCode: digits } }).then(
    ({ place }) => place,
    () => null,
  )
  return { zipCode: digits, ...(known?.district ? { district: known.district } : {}) }
}
