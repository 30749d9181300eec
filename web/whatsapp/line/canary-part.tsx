import { useState } from 'react'
import { saveWhatsapp, type WhatsappView } from '../../../contract/whatsapp/whatsapp.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { money, phoneText } from '../../words/format.ts'
import { canaryWords } from './line-words.rules.ts'
import { Refusal } from '../refusal.tsx'
import { useAct } from '../whatsapp-data.ts'
import styles from '../whatsapp-tab.module.css'

/** A test phone gets a message every half hour, so that a silent line is noticed before a customer does. */
export function CanaryPart({ store, view }: { readonly store: Store; readonly view: WhatsappView }) {
  const act = useAct()
  const now = useNow(15_000)
  const { number, monthCents, last } = view.canary
  const [typed, setTyped] = useState(number === null ? '' : phoneText(`+${number}`))
  const save = async (canaryNumber: string | null) => {
    const { kinds, capCents, version } = view.settings
    const body = { kinds: [...kinds], capCents, version, canaryNumber }
    if (!(await act.run(() => ask(saveWhatsapp, { body }, { storeId: store.id })))) return
    if (canaryNumber === null) setTyped('')
    notify(canaryNumber === null ? 'Teste da linha desligado.' : 'Teste da linha ligado.')
  }
  return (
    <section className={styles.part} aria-label="Teste da linha">
      <div>
        <h2>Teste da linha</h2>
        <p className={styles.quiet}>
          Com a loja aberta, outro celular seu recebe uma mensagem a cada meia hora. Se ela não chegar em dois
          minutos, a linha aparece como lenta antes de um cliente reclamar.
        </p>
      </div>
      <form
        className={styles.cap}
        aria-label="Teste da linha"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(typed.trim() === '' ? null : typed)
        }}
      >
        <TextField
          label="Celular que recebe o teste"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={typed}
          hint={
            number === null
              ? `Desligado. Antes de ligar, escreva desse celular para a loja. ${monthCents > 0 ? `Custa no máximo ${money(monthCents)} por mês.` : 'Esta conexão não cobra por ele.'}`
              : canaryWords(last, now)
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="soft" busy={act.busy}>
          {number === null ? 'Ligar o teste' : 'Salvar'}
        </Button>
        {number === null ? null : (
          <Button variant="ghost" busy={act.busy} onClick={() => void save(null)}>
            Desligar
          </Button>
        )}
        <Refusal words={act.refusal} />
      </form>
    </section>
  )
}
