import { readUsage, updateChecklist, type UsageStep } from '../../contract/onboarding/usage.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { stepWords } from './step-words.rules.ts'
import { Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'

/** Why a step can wait, as a note to the team. */
export function SkipDialog({
  storeId,
  step,
  onClose,
}: {
  readonly storeId: string
  readonly step: UsageStep
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { note: '' },
    schema: updateChecklist.body,
    input: ({ note }) => ({ key: step.key, action: 'skip' as const, note }),
    send: async (body) => {
      try {
        await ask(updateChecklist, { body }, { storeId })
        onClose()
      } finally {
        await refresh(readUsage)
      }
    },
  })
  return (
    <Dialog title="Pular este passo" onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate>
        <p>
          “{stepWords[step.key].title}” sai da lista. Retome quando quiser. Se o passo for feito, conta como
          feito.
        </p>
        <TextField
          label="Por que pode esperar?"
          maxLength={200}
          autoComplete="off"
          data-first
          hint="A equipe lê isto com o seu nome."
          {...form.field('note')}
        />
        <FormError>{form.refusal}</FormError>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Pular
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
