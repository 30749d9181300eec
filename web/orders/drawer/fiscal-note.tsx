import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessKeyGroups, issuerOf } from '../../../contract/fiscal/access-key.ts'
import {
  readFiscalNote,
  saveFiscalNote,
  type FiscalNote as Note,
} from '../../../contract/fiscal/fiscal-note.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useIsManagerOf } from './use-is-manager-of.ts'
import { Muted } from '../../kit/text.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './order-drawer.module.css'

/** The key of the note that another system issued. Loaded with the first drawer, not with the board. */
export default function FiscalNote({ order }: { readonly order: Order }) {
  const query = useQuery(
    queryFor(readFiscalNote, { params: { orderId: order.id } }, { storeId: order.storeId }),
  )
  const manager = useIsManagerOf(order.storeId)
  const [editing, setEditing] = useState(false)
  const note = query.data
  if (query.error)
    return (
      <Muted size={3} className={styles.why}>
        {errorSentence(query.error)}
      </Muted>
    )
  if (!note || (!manager && note.accessKey === null)) return null
  return (
    <section>
      <h3>Nota fiscal</h3>
      {editing ? (
        <KeyForm order={order} note={note} onDone={() => setEditing(false)} />
      ) : (
        <>
          {note.accessKey ? (
            <p className={styles.key}>{accessKeyGroups(note.accessKey)}</p>
          ) : (
            <p>Sem chave de acesso.</p>
          )}
          {note.accessKey && note.otherIssuer ? (
            <Muted size={3} className={styles.why}>
              Emitida por outro CNPJ: {issuerOf(note.accessKey)}
            </Muted>
          ) : null}
          {manager && order.status !== 'cancelled' && !order.isTest ? (
            <Button variant="plain" onClick={() => setEditing(true)}>
              {note.accessKey ? 'Mudar a chave' : 'Informar a chave da nota'}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

function KeyForm({
  order,
  note,
  onDone,
}: {
  readonly order: Order
  readonly note: Note
  readonly onDone: () => void
}) {
  const form = useForm({
    initial: { accessKey: note.accessKey ?? '' },
    schema: saveFiscalNote.body,
    input: ({ accessKey }) => ({
      accessKey: accessKey.trim() === '' ? null : accessKey,
      version: note.version,
    }),
    send: async (body) => {
      try {
        await ask(saveFiscalNote, { params: { orderId: order.id }, body }, { storeId: order.storeId })
        onDone()
      } finally {
        // After somebody else's save the form has to show both.
        await refresh(readFiscalNote)
      }
    },
  })
  return (
    <Stack as="form" gap={12} onSubmit={form.onSubmit} noValidate>
      <TextField
        {...form.field('accessKey')}
        label="Chave de acesso (44 números)"
        hint="Está na nota emitida em outro sistema. Vazio: tira a chave."
        inputMode="text"
        autoComplete="off"
      />
      {form.refusal ? (
        <p className={styles.bad} role="alert">
          {form.refusal}
        </p>
      ) : null}
      <Row gap={12} align="stretch" justify="end">
        <Button variant="ghost" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Salvar
        </Button>
      </Row>
    </Stack>
  )
}
