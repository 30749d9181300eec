import type { TeamStore } from './team-store.ts'
import { useState } from 'react'
import { roleMeets, type RoleName } from '../../../contract/shared/access.ts'
import { inviteWithoutPassword, readInvitations } from '../../../contract/identity/people.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { MailboxLink } from '../../mail/mail.ts'
import { RoleChoice } from './role-choice.tsx'
import { roleIn, useSignedIn } from '../session.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './team-tab.module.css'

/** Invites to all chosen stores in one mail. */
export function InviteDialog({
  stores,
  onClose,
}: {
  readonly stores: readonly TeamStore[]
  readonly onClose: () => void
}) {
  const session = useSignedIn()
  const [role, setRole] = useState<RoleName>('basic')
  const [storeIds, setStoreIds] = useState<readonly string[]>(
    stores.length === 1 ? stores.map(({ id }) => id) : [],
  )
  const [key, setKey] = useState(() => crypto.randomUUID())
  const ownsSome = stores.some((store) => roleIn(session, store.id) === 'owner')
  const form = useForm({
    initial: { email: '', name: '' },
    schema: inviteWithoutPassword.body,
    alsoShown: ['storeIds'],
    input: ({ email, name }) => ({ email, role, storeIds: [...storeIds], ...(name.trim() ? { name } : {}) }),
    send: async (body) => {
      try {
        await ask(inviteWithoutPassword, { body }, { idempotencyKey: key })
      } catch (error) {
        setKey(crypto.randomUUID())
        throw error
      }
      await refresh(readInvitations)
      notify(`Convite enviado para ${body.email.trim()}.`)
      onClose()
    },
  })
  const toggle = (id: string) =>
    setStoreIds((chosen) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]))
  return (
    <Dialog title="Convidar para a equipe" onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate>
        <FormError>{form.refusal}</FormError>
        <TextField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-first
          {...form.field('email')}
        />
        <TextField label="Nome (opcional)" autoComplete="off" {...form.field('name')} />
        <RoleChoice value={role} ownRole={ownsSome ? 'owner' : 'manager'} onChange={setRole} />
        <fieldset className={styles.choices}>
          <legend>Lojas</legend>
          {stores.map((store) => {
            const own = roleIn(session, store.id) ?? 'basic'
            const may = own === 'owner' || !roleMeets(role, 'manager')
            return (
              <Row as="label" gap={12} align="start" key={store.id}>
                <input
                  type="checkbox"
                  checked={storeIds.includes(store.id)}
                  disabled={!may}
                  onChange={() => toggle(store.id)}
                />
                <span>
                  {store.name}
                  {may ? null : (
                    <Muted as="small" block size={3}>
                      Aqui você só convida atendentes.
                    </Muted>
                  )}
                </span>
              </Row>
            )
          })}
          {form.problem('storeIds') ? <FormError>{form.problem('storeIds')}</FormError> : null}
        </fieldset>
        <Muted className={styles.consequence}>
          A pessoa recebe um e-mail com um link que vale por 7 dias. Até aceitar, ela não vê nada.{' '}
          <MailboxLink />
        </Muted>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy
              ? 'Enviando…'
              : storeIds.length === 0
                ? 'Convidar'
                : `Convidar para ${plural(storeIds.length, 'loja', 'lojas')}`}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
