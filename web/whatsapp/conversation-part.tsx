import { useState } from 'react'
import { enableConversational, type WhatsappView } from '../../contract/whatsapp/whatsapp.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { SelectField } from '../ui/text-field.tsx'
import { SwitchState } from '../ui/switch-state.tsx'
import { Refusal } from './refusal.tsx'
import { useAct } from './whatsapp-data.ts'
import styles from './whatsapp-tab.module.css'

interface ConversationProps {
  readonly store: Store
  readonly view: WhatsappView
}

const maxChars = 500

/** Orders by chat: when the store replies automatically, and its greeting. */
export function ConversationPart({ store, view }: ConversationProps) {
  const act = useAct()
  const { enabled, hours: savedHours, texts } = view.conversation
  const [hours, setHours] = useState(savedHours)
  const [greeting, setGreeting] = useState(texts.greeting)
  const tooLong = greeting.trim().length > maxChars
  const changed = hours !== savedHours || greeting.trim() !== texts.greeting
  const save = async (on: boolean, words: string) => {
    const body = { enabled: on, hours, texts: { greeting: greeting.trim() } }
    const done = await act.run(() => ask(enableConversational, { body }, { storeId: store.id }))
    if (done) notify(words)
  }
  return (
    <section className={styles.part} aria-label="Pedidos por conversa">
      <div>
        <h2 id="robo">Pedidos por conversa</h2>
        <p className={styles.quiet}>
          O cliente escreve, escolhe do cardápio e recebe a taxa e o prazo. O pedido entra na tela de pedidos.
          Quando ele pede uma pessoa, ou quando você escreve no celular, o Balcão se cala.
        </p>
      </div>
      {store.modulesOff?.includes('conversation') ? (
        <p className={styles.quiet}>
          O módulo “Conversa no WhatsApp” está desligado nesta loja: ninguém é atendido por conversa. Ligue ao
          pé desta página.
        </p>
      ) : null}
      <button
        type="button"
        role="switch"
        aria-checked={enabled}
        className={styles.switch}
        onClick={() => void save(!enabled, enabled ? 'Conversa desligada.' : 'Conversa ligada.')}
      >
        <span>
          <b>Atender por conversa</b>
          <small>
            {enabled ? 'Quem escreve é atendido na hora.' : 'Quem escreve fala com a loja no celular dela.'}
          </small>
        </span>
        <SwitchState on={enabled}>{enabled ? 'Ligado' : 'Desligado'}</SwitchState>
      </button>
      {enabled ? (
        <form
          className={styles.form}
          aria-label="Como a conversa atende"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!tooLong) void save(true, 'Conversa salva.')
          }}
        >
          <SelectField
            label="Quando atende"
            value={hours}
            options={[
              ['always', 'Sempre: fechada, ela diz quando abre'],
              ['open', 'Só com a loja aberta'],
            ]}
            onChange={(event) => setHours(event.target.value as typeof hours)}
          />
          <TextArea
            label="Saudação"
            rows={3}
            value={greeting}
            hint="Vazia: o Balcão cumprimenta pelo nome da loja."
            error={tooLong ? `No máximo ${maxChars} letras.` : undefined}
            onChange={(event) => setGreeting(event.target.value)}
          />
          <Button
            type="submit"
            variant="soft"
            busy={act.busy}
            disabledReason={changed ? null : 'Mude antes o que quer salvar.'}
          >
            Salvar a conversa
          </Button>
        </form>
      ) : null}
      <Refusal words={act.refusal} />
    </section>
  )
}
