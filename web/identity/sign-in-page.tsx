import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { signIn } from '../../contract/identity/identity.ts'
import { ApiError } from '../api/api-error.ts'
import { useForm } from '../forms/use-form.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { signInWithPassword, wasEndedByServer } from './session.ts'
import { WelcomeForm, WelcomeFrame, WelcomeLinks } from './welcome-frame.tsx'

// Only a demo shows them, so that a real sign-in does not carry their code.
const DemoPeople = lazy(() => import('./demo-people.tsx'))

/** E-mail and password, then the second factor if enabled. One sentence for every cause of rejection. */
export function SignInPage() {
  usePageTitle('Entrar')
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    initial: { email: '', password: '', code: '' },
    schema: signIn.body,
    input: ({ email, password, code }) => ({ email, password, ...(code.trim() ? { code } : {}) }),
    send: async (_input, { email, password, code }) => {
      try {
        await signInWithPassword(email.trim(), password, code.trim() || undefined)
      } catch (error) {
        const required = error instanceof ApiError && error.code === 'auth/second-factor-required'
        if (!required) throw error
        setAsksCode(true)
      }
    },
  })
  const ended = wasEndedByServer() ? 'Sua sessão terminou. Entre de novo para continuar.' : null
  return (
    <WelcomeFrame
      below={
        asksCode ? null : (
          <Suspense fallback={null}>
            <DemoPeople />
          </Suspense>
        )
      }
    >
      <WelcomeForm
        title={asksCode ? 'Mais uma etapa' : 'Entrar'}
        lead={
          asksCode &&
          'Abra o seu aplicativo autenticador e digite o código desta conta. Sem o aparelho, use um código de recuperação.'
        }
        refusal={form.refusal ?? ended}
        onSubmit={form.onSubmit}
      >
        <div hidden={asksCode}>
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
        </div>
        <div hidden={asksCode}>
          <PasswordField label="Senha" autoComplete="current-password" {...form.field('password')} />
        </div>
        {asksCode ? (
          <TextField
            label="Código"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...form.field('code')}
          />
        ) : null}
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Entrando…' : asksCode ? 'Confirmar' : 'Entrar'}
        </Button>
        <WelcomeLinks>
          {asksCode ? (
            <Button variant="ghost" onClick={() => setAsksCode(false)}>
              Voltar
            </Button>
          ) : (
            <>
              <Link to="/reset-password">Esqueci a senha</Link>
              <Link to="/cadastro">Criar conta</Link>
            </>
          )}
          <Link to="/termos">Termos e privacidade</Link>
        </WelcomeLinks>
      </WelcomeForm>
    </WelcomeFrame>
  )
}
