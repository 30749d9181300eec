import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { cleanMessageQueue, cleanWord, type WhatsappView } from '../../../contract/whatsapp/whatsapp.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { count, plural } from '../../words/format.ts'
import { Refusal } from '../refusal.tsx'
import { kindName, since } from './line-words.rules.ts'
import { refreshLine } from '../whatsapp-data.ts'
import styles from '../whatsapp-tab.module.css'

interface QueueProps {
  readonly store: Store
  readonly view: WhatsappView
}

/** What waits to be sent, and how to discard it. */
export function QueuePart({ store, view }: QueueProps) {
  const [cleaning, setCleaning] = useState(false)
  const { waiting, unsure } = view.queue
  return (
    <section className={styles.part} aria-label="Fila">
      <div className={styles.titleRow}>
        <h2>Fila</h2>
        {waiting > 0 ? (
          <Button variant="soft" icon="bin" onClick={() => setCleaning(true)}>
            Limpar a fila
          </Button>
        ) : null}
      </div>
      {waiting === 0 ? (
        <p className={styles.quiet}>Nenhuma mensagem espera para sair.</p>
      ) : (
        <Waiting view={view} />
      )}
      {unsure > 0 ? (
        <p className={styles.quiet}>
          {plural(unsure, 'mensagem talvez não tenha saído', 'mensagens talvez não tenham saído')}.{' '}
          <Link to="/conversas">Dizer em Conversas</Link>
        </p>
      ) : null}
      {cleaning ? <CleanDialog store={store} view={view} onClose={() => setCleaning(false)} /> : null}
    </section>
  )
}

function Waiting({ view }: Pick<QueueProps, 'view'>) {
  const now = useNow(15_000)
  return (
    <ul className={styles.waiting}>
      {view.queue.kinds.map(({ kind, count: many, oldestAt }) => (
        <li key={kind}>
          <b>{count(many)}</b>
          <span>{kindName(kind)}</span>
          <small>{`a mais antiga ${since(oldestAt, now)}`}</small>
        </li>
      ))}
    </ul>
  )
}

function CleanDialog({ store, view, onClose }: QueueProps & { readonly onClose: () => void }) {
  const form = useForm({
    initial: { confirm: '' },
    schema: cleanMessageQueue.body,
    input: ({ confirm }) => ({ confirm }),
    send: async (body) => {
      const { cancelled } = await ask(cleanMessageQueue, { body }, { storeId: store.id })
      await refreshLine()
      notify(
        cancelled === 0
          ? 'A fila já estava vazia.'
          : `${plural(cancelled, 'mensagem cancelada', 'mensagens canceladas')}.`,
      )
      onClose()
    },
  })
  return (
    <Dialog title="Limpar a fila" onClose={onClose}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Limpar a fila">
        <p>
          {`${plural(view.queue.waiting, 'mensagem será cancelada', 'mensagens serão canceladas')} e ninguém a recebe. O que já saiu continua.`}
        </p>
        <Waiting view={view} />
        <TextField
          label={`Digite ${cleanWord} para confirmar`}
          autoComplete="off"
          data-first
          {...form.field('confirm')}
        />
        <Refusal words={form.refusal} />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Deixar na fila
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Limpar
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
