import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pick } from 'zod/mini'
import { readMyUser } from '../../contract/identity/identity.ts'
import { removeMyPhone, saveMyProfile, type MyProfile } from '../../contract/identity/profile.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { phoneText } from '../words/format.ts'
import { Muted } from '../kit/text.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './account-page.module.css'
import { PhoneDialog } from './phone-dialog.tsx'
import { profileChanged } from './profile-changed.ts'
import { refreshAccess, useSignedIn } from './session.ts'
import { SignOutButton } from './sign-out-button.tsx'

type Mine = Reply<typeof readMyUser>

/** Name, address and phone of the reader. */
export function OwnData() {
  const session = useSignedIn()
  const mine = useQuery(queryFor(readMyUser, {}))
  return (
    <section aria-label="Seus dados">
      {mine.isPending ? <Skeleton height={220} /> : null}
      {mine.error ? (
        <ErrorState
          message={errorSentence(mine.error)}
          requestId={requestIdOf(mine.error)}
          onRetry={() => void mine.refetch()}
        />
      ) : null}
      {mine.data ? (
        <>
          <NameForm mine={mine.data} />
          <dl className={styles.facts}>
            <div>
              <dt>E-mail</dt>
              <dd>{mine.data.email}</dd>
            </div>
            <Phone mine={mine.data} />
          </dl>
        </>
      ) : null}
      <Row wrap justify="between" className={styles.leave}>
        {session.isRoot ? <Link to="/suporte">Achar uma loja</Link> : null}
        <SignOutButton />
      </Row>
      {session.secondFactorMissing ? (
        <FormError boxed className={styles.warning}>
          Contas de suporte só abrem lojas depois de ligar a verificação em duas etapas, nesta página.
        </FormError>
      ) : null}
    </section>
  )
}

function NameForm({ mine }: { readonly mine: Mine }) {
  /** What another device saved while this name was typed. */
  const [theirs, setTheirs] = useState<string | null>(null)
  const form = useForm({
    initial: { name: mine.name },
    schema: saveMyProfile.body && pick(saveMyProfile.body, { name: true }),
    input: ({ name }) => ({ name }),
    send: async ({ name }) => {
      let saved: MyProfile
      try {
        saved = await ask(saveMyProfile, { body: { name, version: mine.profileVersion } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'user/stale-profile') throw error
        await refreshAccess()
        const now = await ask(readMyUser, {})
        setTheirs(now.name)
        return
      }
      setTheirs(null)
      form.set('name', name.trim())
      await profileChanged(saved)
      notify('Nome salvo.')
    },
  })
  const changed = form.values.name.trim() !== mine.name
  const keepTheirs = () => {
    form.set('name', mine.name)
    setTheirs(null)
  }
  return (
    <Stack
      as="form"
      gap={16}
      className={styles.form}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="Seu nome"
    >
      <FormError boxed className={styles.warning}>
        {form.refusal}
      </FormError>
      <TextField label="Nome" autoComplete="name" {...form.field('name')} />
      {theirs !== null && changed ? (
        <p className={styles.conflict} role="alert">
          Em outro aparelho o nome virou <b>{theirs}</b>. Aqui você escreveu <b>{form.values.name.trim()}</b>.
        </p>
      ) : null}
      {changed ? (
        <Row gap={8} align="stretch" wrap className={styles.ends}>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy ? 'Salvando…' : theirs === null ? 'Salvar o nome' : 'Salvar o meu'}
          </Button>
          <Button variant="ghost" onClick={keepTheirs}>
            {theirs === null ? 'Desfazer' : 'Ficar com o outro'}
          </Button>
        </Row>
      ) : null}
    </Stack>
  )
}

function Phone({ mine }: { readonly mine: Mine }) {
  const [changing, setChanging] = useState(false)
  const remove = useAction(async (_phone: string) => {
    await profileChanged(await ask(removeMyPhone, {}))
    notify('Telefone removido.')
  })
  const { phoneNumber } = mine
  return (
    <div>
      <dt>Telefone</dt>
      <dd>
        {phoneNumber ? (
          <>
            {phoneText(phoneNumber)} <Pill tone="ok">confirmado</Pill>
          </>
        ) : (
          <Muted as="span" size={3}>
            Nenhum. Serve para avisos urgentes das suas lojas.
          </Muted>
        )}
      </dd>
      <Row as="dd" gap={4} align="stretch" className={styles.factActions}>
        <Button variant={phoneNumber ? 'ghost' : 'plain'} onClick={() => setChanging(true)}>
          {phoneNumber ? 'Trocar' : 'Pôr um telefone'}
        </Button>
        {phoneNumber ? (
          <Button
            variant="ghost"
            busy={remove.busyWith !== null}
            aria-label="Remover o telefone"
            onClick={() => remove.run(phoneNumber)}
          >
            Remover
          </Button>
        ) : null}
      </Row>
      {changing ? <PhoneDialog version={mine.profileVersion} onClose={() => setChanging(false)} /> : null}
    </div>
  )
}
