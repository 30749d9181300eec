import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import {
  maxQuickAnswers,
  saveQuickAnswers,
  type QuickAnswer,
  type QuickAnswers,
} from '../../../contract/whatsapp/conversations.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { knownStores, storeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshChats } from './chats-data.ts'
import { unknownName, withSaved } from './quick-answers.rules.ts'
import styles from './thread.module.css'

interface OwnAnswersProps {
  readonly storeId: string
  readonly kept: QuickAnswers
}

/** For managers: where the store writes its own quick answers. */
export function OwnAnswersButton({ storeId, kept }: OwnAnswersProps) {
  const [open, setOpen] = useState(false)
  const role = knownStores().find(({ id }) => id === storeId)?.role ?? 'basic'
  if (!roleMeets(role, 'manager')) return null
  return (
    <>
      <Button variant="ghost" icon="plus" aria-label="Suas respostas" onClick={() => setOpen(true)} />
      {open ? <OwnAnswersDialog storeId={storeId} kept={kept} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const none: QuickAnswer = { label: '', text: '' }

function OwnAnswersDialog({ storeId, kept, onClose }: OwnAnswersProps & { readonly onClose: () => void }) {
  const form = useForm({
    initial: () => ({ answers: kept.answers.length === 0 ? [none] : kept.answers, version: kept.version }),
    check: ({ answers }) =>
      Object.fromEntries(
        answers.flatMap(({ text }, index) => {
          const name = unknownName(text)
          return name ? [[`answers.${index}.text`, `${name} não é um dado do pedido.`]] : []
        }),
      ),
    input: (values) => values,
    schema: saveQuickAnswers.body,
    alsoShown: ['answers'],
    send: async (body) => {
      try {
        await ask(saveQuickAnswers, { body }, { storeId })
      } finally {
        await refreshChats()
      }
      notify(`Respostas de ${storeName(storeId)} salvas.`)
      onClose()
    },
  })
  const { answers } = form.values
  // Somebody else saved while this was typed.
  if (form.values.version !== kept.version)
    form.change(({ answers: typed }) => ({
      version: kept.version,
      answers: [...withSaved(typed, kept.answers)],
    }))
  const change = (at: number, part: Partial<QuickAnswer>) =>
    form.set(
      'answers',
      answers.map((one, index) => (index === at ? { ...one, ...part } : one)),
    )
  return (
    <Dialog title="Suas respostas" onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate aria-label="Suas respostas">
        <Muted size={3}>
          Valem para todos que atendem em {storeName(storeId)}. Onde couber, escreva {'{nome}'}, {'{pedido}'},{' '}
          {'{loja}'}, {'{situação}'} ou {'{tempo}'}.
        </Muted>
        {answers.map((answer, index) => (
          <fieldset key={index} className={styles.ownAnswer} aria-label={`Resposta ${index + 1}`}>
            <TextField
              label="Nome"
              autoComplete="off"
              value={answer.label}
              error={form.problem(`answers.${index}.label`)}
              onChange={(event) => change(index, { label: event.target.value })}
            />
            <Button
              variant="ghost"
              icon="bin"
              aria-label={`Tirar ${answer.label || `a resposta ${index + 1}`}`}
              onClick={() =>
                form.set(
                  'answers',
                  answers.filter((_one, at) => at !== index),
                )
              }
            />
            <TextArea
              label="Resposta"
              rows={2}
              value={answer.text}
              error={form.problem(`answers.${index}.text`)}
              onChange={(event) => change(index, { text: event.target.value })}
            />
          </fieldset>
        ))}
        <FormError boxed>{form.problem('answers') ?? form.refusal}</FormError>
        <DialogFoot>
          <Button
            variant="ghost"
            icon="plus"
            disabledReason={
              answers.length >= maxQuickAnswers ? `No máximo ${String(maxQuickAnswers)} respostas.` : null
            }
            onClick={() => form.set('answers', [...answers, none])}
          >
            Nova resposta
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Salvar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
