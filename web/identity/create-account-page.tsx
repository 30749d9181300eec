import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { createAccount } from '../../contract/identity/links.ts'
import { ask } from '../api/ask.ts'
import { useForm } from '../forms/use-form.ts'
import { consentedTouch, firstTouch, rememberTouchConsent } from '../browser/first-touch.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { MailboxLink } from '../mail/mail.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './create-account-page.module.css'
import { WelcomeForm, WelcomeFrame, WelcomeLinks, WelcomeNote } from './welcome-frame.tsx'

/** Name and e-mail; the password is chosen through the mailed link. */
export function CreateAccountPage() {
  usePageTitle('Criar conta')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [touch] = useState(firstTouch)
  const [tellsTouch, setTellsTouch] = useState(false)
  const form = useForm({
    initial: { name: '', email: '' },
    schema: createAccount.body,
    input: (values) => values,
    send: async (body) => {
      rememberTouchConsent(tellsTouch)
      await ask(createAccount, { body: { ...body, ...consentedTouch() } })
      setSentTo(body.email.trim())
    },
  })
  if (sentTo)
    return (
      <WelcomeFrame>
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
          Enviamos para <b>{sentTo}</b> o link para continuar. Se não chegar em alguns minutos, confira o lixo
          eletrônico e o endereço.
        </WelcomeNote>
      </WelcomeFrame>
    )
  return (
    <WelcomeFrame>
      <WelcomeForm
        title="Criar conta"
        lead="É grátis para começar. Enviamos um link para você escolher a senha e abrir a sua loja."
        refusal={form.refusal}
        onSubmit={form.onSubmit}
      >
        <TextField label="Seu nome" autoComplete="name" autoFocus {...form.field('name')} />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        {touch ? (
          <Row as="label" gap={12} align="start" className={styles.consent}>
            <input
              type="checkbox"
              checked={tellsTouch}
              onChange={(event) => setTellsTouch(event.target.checked)}
            />
            <span>
              Contar ao Balcão por qual {touch.referrerId ? 'indicação' : 'anúncio ou link'} cheguei
              <Muted as="small" block size={3}>
                Opcional. Fica guardado com a sua conta e a sua loja.
              </Muted>
            </span>
          </Row>
        ) : null}
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Enviando…' : 'Continuar'}
        </Button>
        <WelcomeLinks>
          <Link to="/">Já tenho conta</Link>
          <Link to="/termos">Termos e privacidade</Link>
        </WelcomeLinks>
      </WelcomeForm>
    </WelcomeFrame>
  )
}
