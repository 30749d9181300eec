import { usePageTitle } from '../browser/page-title.ts'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { safeParse } from 'zod/mini'
import { signIn } from '../../contract/identity.ts'
import { errorSentence } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { signInWithPassword, wasEndedByServer } from './session.ts'
import styles from './sign-in-page.module.css'

/** E-mail and password. What was typed stays; one sentence for every cause of refusal. */
export function SignInPage() {
  usePageTitle('Entrar')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(
    wasEndedByServer() ? 'Sua sessão terminou. Entre de novo para continuar.' : null,
  )
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(null)
    const checked = signIn.body ? safeParse(signIn.body, { email, password }) : null
    if (checked && !checked.success) {
      setProblems(
        Object.fromEntries(checked.error.issues.map((issue) => [String(issue.path[0]), issue.message])),
      )
      return
    }
    setProblems({})
    setBusy(true)
    try {
      await signInWithPassword(email.trim(), password)
    } catch (error) {
      setRefusal(errorSentence(error))
      setBusy(false)
    }
  }

  return (
    <div className={styles.page}>
      <aside className={styles.brand}>
        <div className={styles.logo}>
          <i>
            <Icon name="shop" size={22} />
          </i>
          Balcão
        </div>
        <p className={styles.promise}>Todas as suas lojas em um só balcão.</p>
        <ul>
          <li>
            <Icon name="order" /> Pedidos ao vivo, do próprio canal e do iFood
          </li>
          <li>
            <Icon name="report" /> O dia comparado com um dia igual
          </li>
          <li>
            <Icon name="check" /> Os números fecham até o centavo
          </li>
        </ul>
      </aside>
      <main className={styles.side}>
        <form
          className={styles.form}
          onSubmit={(event) => void submit(event)}
          noValidate
          aria-labelledby="entrar"
        >
          <div>
            <h1 id="entrar">Entrar</h1>
            <p>Use o e-mail e a senha da sua conta.</p>
          </div>
          {refusal ? (
            <p className={styles.refusal} role="alert">
              {refusal}
            </p>
          ) : null}
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={email}
            error={problems.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label="Senha"
            name="password"
            autoComplete="current-password"
            value={password}
            error={problems.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Entrando…' : 'Entrar'}
          </Button>
          <nav className={styles.links} aria-label="Outras opções">
            <Link to="/em-breve" search={{ sobre: 'senha' }}>
              Esqueci a senha
            </Link>
            <Link to="/em-breve" search={{ sobre: 'conta' }}>
              Criar conta
            </Link>
            <Link to="/termos">Termos e privacidade</Link>
          </nav>
        </form>
      </main>
    </div>
  )
}
