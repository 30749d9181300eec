import { useState } from 'react'
import { erasePerson, exportPerson, readErasures, type CountedPart } from '../../contract/privacy/person.ts'
import { personParts } from '../../contract/privacy/person-parts.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { download } from '../api/download.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './privacy.module.css'

interface AboutPerson {
  readonly store: Store
  readonly phone: string
  readonly onClose: () => void
}

/** A copy of everything; who took it, when and why stays on record. */
export function ExportDialog({ store, phone, onClose }: AboutPerson) {
  const form = useForm({
    initial: { format: 'pdf', reason: '' },
    schema: exportPerson.body,
    input: ({ format, reason }) => ({ phone, reason, format: format === 'json' ? 'json' : 'pdf' }) as const,
    send: async (body) => {
      await download(exportPerson, { body }, { storeId: store.id })
      notify('Cópia salva. A saída ficou registrada com o motivo.')
      onClose()
    },
  })
  return (
    <Dialog title="Baixar os dados do cliente" onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate>
        <p>Entregue o arquivo só à própria pessoa e apague depois.</p>
        <SelectField
          label="Formato"
          value={form.values.format}
          options={[
            ['pdf', 'PDF, para ler'],
            ['json', 'JSON, para outro sistema'],
          ]}
          onChange={(event) => form.set('format', event.target.value)}
        />
        <TextField
          {...form.field('reason')}
          label="Motivo"
          hint="Por exemplo: a pessoa pediu pelo telefone."
        />
        <Refusal text={form.refusal} />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" icon="download" busy={form.busy}>
            Baixar e registrar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

interface Erased {
  readonly done: readonly CountedPart[]
  readonly kept: readonly CountedPart[]
}

/** Cannot be undone, so the person types the customer's name; then it says what is gone and what stays by law. */
export function ErasedDialog({
  store,
  phone,
  name,
  onErased,
  onClose,
}: AboutPerson & { readonly name: string; readonly onErased: () => void }) {
  const [erased, setErased] = useState<Erased | null>(null)
  const form = useForm({
    initial: { reason: '', confirmation: '' },
    alsoShown: ['confirmation'],
    schema: erasePerson.body,
    input: ({ reason }) => ({ phone, reason }),
    send: async (body) => {
      setErased(await ask(erasePerson, { body }, { storeId: store.id }))
      void refresh(readErasures)
    },
  })
  const close = () => {
    if (erased) onErased()
    onClose()
  }
  if (erased)
    return (
      <Dialog title="Dados apagados" onClose={close}>
        <Parts title="Foi apagado" parts={erased.done} />
        <Parts title="Fica, por lei" parts={erased.kept} />
        <DialogFoot>
          <span />
          <Button variant="primary" onClick={close} data-first>
            Entendi
          </Button>
        </DialogFoot>
      </Dialog>
    )
  // Some names on WhatsApp are empty or spaces: then the phone is typed.
  const asked = name.trim() || phone
  const typed = form.values.confirmation.trim().toLowerCase() === asked.toLowerCase()
  return (
    <Dialog title="Apagar os dados do cliente" onClose={close}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate>
        <p>
          Os pedidos e os valores ficam, sem o nome. Telefone, endereços, mensagens e comentários somem desta
          loja. <b>Não dá para desfazer.</b>
        </p>
        <TextField
          {...form.field('reason')}
          label="Motivo"
          hint="Por exemplo: a pessoa pediu pelo telefone."
        />
        <TextField
          {...form.field('confirmation')}
          label={`Para confirmar, escreva “${asked}”`}
          autoComplete="off"
        />
        <Refusal text={form.refusal} />
        <DialogFoot>
          <Button variant="ghost" onClick={close}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={form.busy}
            disabledReason={typed ? null : `Escreva “${asked}” para confirmar.`}
          >
            Apagar para sempre
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function Parts({ title, parts }: { readonly title: string; readonly parts: readonly CountedPart[] }) {
  return (
    <Stack as="section" gap={12}>
      <h3>{title}</h3>
      <ul className={styles.lines}>
        {parts.map(({ part, count }) => (
          <li key={part}>
            <span>{personParts[part].label}</span>
            {count > 0 ? <b>{count}</b> : null}
            {personParts[part].keeps ? <small>{personParts[part].keeps}</small> : null}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const Refusal = ({ text }: { readonly text: string | null }) => (text ? <FormError>{text}</FormError> : null)
