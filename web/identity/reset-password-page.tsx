import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestPasswordReset } from '../../contract/identity/links.ts'
import { ask } from '../api/ask.ts'
import { useForm } from '../forms/use-form.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useLinkToken } from '../browser/link-token.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { MailboxLink } from '../mail/mail.ts'
import { RedeemLink } from './redeem-link.tsx'
import { WelcomeForm, WelcomeFrame, WelcomeLinks, WelcomeNote } from './welcome-frame.tsx'

/** Without a token: requests a link. With the token of a mailed link: sets the password. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  return <WelcomeFrame>{token ? <RedeemLink key={token} token={token} /> : <LinkRequestForm />}</WelcomeFrame>
}

function LinkRequestForm() {
  usePageTitle('Esqueci a senha')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '' },
    schema: requestPasswordReset.body,
    input: ({ email }) => ({ email, continueUrl: `${location.origin}/` }),
    send: async (body) => {
      await ask(requestPasswordReset, { body })
      setSentTo(body.email.trim())
    },
  })
  if (sentTo)
    return (
      <WelcomeNote
        title="Veja o seu e-mail"
        action={
          <WelcomeLinks>
            <MailboxLink />
            <Button variant="ghost" onClick={() => setSentTo(null)}>
              Usar outro e-mail
            </Button>
            <Link to="/">Voltar para entrar</Link>
          </WelcomeLinks>
        }
      >
        Se <b>{sentTo}</b> tiver uma conta, o link para trocar a senha chega em instantes. Ele vale por 1
        hora.
      </WelcomeNote>
    )
  return (
    <WelcomeForm
      title="Esqueci a senha"
      lead="Informe o e-mail da conta. Enviamos um link para escolher outra senha."
      refusal={form.refusal}
      onSubmit={form.onSubmit}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.field('email')}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        {form.busy ? 'Enviando…' : 'Enviar o link'}
      </Button>
      <WelcomeLinks>
        <Link to="/">Voltar para entrar</Link>
      </WelcomeLinks>
    </WelcomeForm>
  )
}
