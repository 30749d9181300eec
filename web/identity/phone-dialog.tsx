import { useState } from 'react'
import { pick } from 'zod/mini'
import { confirmMyPhone, startMyPhone } from '../../contract/identity/profile.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { useForm } from '../forms/use-form.ts'
import { deviceZone } from '../browser/device-zone.ts'
import { MailboxLink } from '../mail/mail.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { clockTime } from '../words/format.ts'
import { Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './account-page.module.css'
import { profileChanged } from './profile-changed.ts'
import { refreshAccess } from './session.ts'

type Sent = Reply<typeof startMyPhone>

/** The number, then the code that was sent. The old number stays until the code is right. */
export function PhoneDialog({
  version,
  onClose,
}: {
  readonly version: number
  readonly onClose: () => void
}) {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog title="Confirmar o telefone" onClose={onClose}>
      {/* Stays mounted, so that going back finds the number as it was typed. */}
      <div hidden={sent !== null}>
        <NumberForm version={version} onSent={setSent} onClose={onClose} />
      </div>
      {sent ? <CodeForm sent={sent} onBack={() => setSent(null)} onClose={onClose} /> : null}
    </Dialog>
  )
}

function NumberForm({
  version,
  onSent,
  onClose,
}: {
  readonly version: number
  readonly onSent: (sent: Sent) => void
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { phone: '' },
    schema: startMyPhone.body && pick(startMyPhone.body, { phone: true }),
    input: ({ phone }) => ({ phone }),
    send: async ({ phone }) => {
      try {
        onSent(await ask(startMyPhone, { body: { phone, version } }))
      } catch (error) {
        // The page behind shows what is there now; the number that was typed stays.
        if (error instanceof ApiError && error.code === 'user/stale-profile') await refreshAccess()
        throw error
      }
    },
  })
  return (
    <Stack
      as="form"
      gap={16}
      className={styles.form}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="O número"
    >
      <Refusal text={form.refusal} />
      <TextField
        label="Telefone com DDD"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Como (11) 98765-4321. O código chega no seu e-mail."
        data-first
        {...form.field('phone')}
      />
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Enviando…' : 'Enviar o código'}
        </Button>
      </DialogFoot>
    </Stack>
  )
}

function CodeForm({
  sent,
  onBack,
  onClose,
}: {
  readonly sent: Sent
  readonly onBack: () => void
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { code: '' },
    schema: confirmMyPhone.body,
    input: (values) => values,
    send: async (body) => {
      await profileChanged(await ask(confirmMyPhone, { body }))
      notify('Telefone confirmado.')
      onClose()
    },
  })
  return (
    <Stack
      as="form"
      gap={16}
      className={styles.form}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="O código"
    >
      <Refusal text={form.refusal} />
      <p role="status">
        Enviamos seis dígitos para <b>{sent.sentTo}</b>. Valem até {clockTime(sent.expiresAt, deviceZone())}.{' '}
        <MailboxLink />
      </p>
      <TextField
        label="Código"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        {...form.field('code')}
      />
      <DialogFoot>
        <Button variant="ghost" onClick={onBack}>
          Voltar ou reenviar
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Confirmando…' : 'Confirmar'}
        </Button>
      </DialogFoot>
    </Stack>
  )
}

function Refusal({ text }: { readonly text: string | null }) {
  return text ? (
    <FormError boxed className={styles.warning}>
      {text}
    </FormError>
  ) : null
}
