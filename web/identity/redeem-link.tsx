import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readLink, redeemLink } from '../../contract/identity/links.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { roleLabels } from '../words/roles.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { refreshAccess, signInWithPassword, signOut, useSession } from './session.ts'
import { WelcomeForm, WelcomeLinks, WelcomeNote } from './welcome-frame.tsx'

type LinkDetails = Reply<typeof readLink>

/** Target of a mailed link: a password for a new account, a new password, or an invitation. */
export function RedeemLink({ token }: { readonly token: string }) {
  const about = useQuery({ ...queryFor(readLink, { body: { token } }), staleTime: Number.POSITIVE_INFINITY })
  usePageTitle(about.data?.kind === 'invitation' ? 'Convite' : 'Escolher a senha')
  if (about.isPending) return <Skeleton height={320} />
  if (about.error instanceof ApiError && about.error.code === 'auth/link-invalid') return <EndedLink />
  if (about.error)
    return (
      <ErrorState
        message={errorSentence(about.error)}
        requestId={requestIdOf(about.error)}
        onRetry={() => void about.refetch()}
      />
    )
  if (about.data.needsPassword) return <PasswordForm token={token} about={about.data} />
  return <InvitationForm token={token} about={about.data} />
}

function EndedLink() {
  return (
    <WelcomeNote
      title="Este link não vale mais"
      action={
        <WelcomeLinks>
          <Link to="/reset-password" reloadDocument>
            Pedir um novo link
          </Link>
          <Link to="/">Ir para a entrada</Link>
        </WelcomeLinks>
      }
    >
      Ele já foi usado ou venceu. Para trocar a senha, peça outro. Se era um convite, peça a quem convidou
      para enviar de novo.
    </WelcomeNote>
  )
}

const words = {
  'sign-up': { title: 'Escolha a sua senha', action: 'Criar conta e entrar' },
  reset: { title: 'Escolha a nova senha', action: 'Trocar a senha e entrar' },
  invitation: { title: 'Aceite o convite', action: 'Criar conta e entrar' },
} as const

function PasswordForm({ token, about }: { readonly token: string; readonly about: LinkDetails }) {
  const navigate = useNavigate()
  const asksName = about.kind === 'invitation'
  const [ended, setEnded] = useState(false)
  const form = useForm({
    initial: { name: about.name, password: '' },
    schema: redeemLink.body,
    input: ({ name, password }) => ({ token, password, ...(asksName ? { name } : {}) }),
    send: async (body) => {
      try {
        await ask(redeemLink, { body })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'auth/link-invalid') throw error
        setEnded(true)
        return
      }
      await enterWith(about.email, body.password)
      // The start page redirects to the landing page of this role.
      await navigate({ to: about.kind === 'sign-up' ? '/nova-loja' : '/' })
    },
  })
  if (ended) return <EndedLink />
  return (
    <WelcomeForm
      title={words[about.kind].title}
      lead={
        about.kind === 'invitation' ? (
          <InvitationText about={about} />
        ) : about.kind === 'reset' ? (
          'Ao trocar, todos os aparelhos em que a conta está aberta saem dela.'
        ) : (
          `Olá, ${about.name}! Falta só a senha.`
        )
      }
      refusal={form.refusal}
      onSubmit={form.onSubmit}
    >
      {/* Tells the password manager which account the password belongs to. */}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={about.email}
        readOnly
      />
      {asksName ? <TextField label="Seu nome" autoComplete="name" {...form.field('name')} /> : null}
      <NewPasswordField {...form.field('password')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {form.busy ? 'Salvando…' : words[about.kind].action}
      </Button>
    </WelcomeForm>
  )
}

/**
 * With a second factor, or after any failure, the user continues on the sign-in page: the password is set.
 */
async function enterWith(email: string, password: string): Promise<void> {
  try {
    await signInWithPassword(email, password)
  } catch {
    location.assign('/')
  }
}

function InvitationForm({ token, about }: { readonly token: string; readonly about: LinkDetails }) {
  const session = useSession()
  const navigate = useNavigate()
  const form = useForm({
    initial: {},
    input: () => ({ token }),
    send: async (body) => {
      await ask(redeemLink, { body })
      if (session.status !== 'signed-in' || session.email.toLowerCase() !== about.email) {
        if (session.status === 'signed-in') await signOut()
        await navigate({ to: '/' })
        return
      }
      await refreshAccess()
      await navigate({ to: '/menu' })
    },
  })
  return (
    <WelcomeForm
      title="Aceite o convite"
      lead={<InvitationText about={about} />}
      refusal={form.refusal}
      onSubmit={form.onSubmit}
    >
      <p>
        Você já tem conta com o e-mail <b>{about.email}</b>. Depois de aceitar, entre com a sua senha de
        sempre.
      </p>
      <Button type="submit" variant="primary" busy={form.busy}>
        {form.busy ? 'Aceitando…' : 'Aceitar o convite'}
      </Button>
      <WelcomeLinks>
        <Link to="/">Agora não</Link>
      </WelcomeLinks>
    </WelcomeForm>
  )
}

function InvitationText({ about }: { readonly about: LinkDetails }) {
  return (
    <>
      Você foi convidado para{' '}
      {about.stores.map((store, index) => (
        <span key={store.name}>
          {index > 0 ? (index === about.stores.length - 1 ? ' e ' : ', ') : ''}
          <b>{store.name}</b> ({roleLabels[store.role].toLowerCase()})
        </span>
      ))}
      .
    </>
  )
}
