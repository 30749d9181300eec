import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readIdentityProvider } from '../../contract/identity/identity.ts'
import { errorSentence } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { Icon } from '../ui/icon.tsx'
import { LeaveDemoSteps } from './leave-demo-steps.tsx'
import styles from './demo-people.module.css'
import { signInWithPassword } from './session.ts'

/** In a demo: its people, each a button that signs in. The server says who, and their password. */
export default function DemoPeople() {
  const { data } = useQuery({ ...queryFor(readIdentityProvider, {}), staleTime: Number.POSITIVE_INFINITY })
  const [entering, setEntering] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const demo = data?.demo
  if (!demo) return null
  const enter = async (email: string) => {
    if (entering) return
    setEntering(email)
    setRefusal(null)
    try {
      await signInWithPassword(email, demo.password)
    } catch (error) {
      setRefusal(errorSentence(error))
      setEntering(null)
    }
  }
  return (
    <section className={styles.demo} aria-label="Demonstração: entre com um toque">
      <p className={styles.or}>ou conheça com um toque, sem senha</p>
      <ul>
        {demo.people.map(({ email, name, sees }, index) => (
          <li key={email}>
            <button
              type="button"
              aria-disabled={entering !== null || undefined}
              aria-busy={entering === email || undefined}
              onClick={() => void enter(email)}
            >
              <i className={styles.face} aria-hidden="true" data-of={index}>
                {name
                  .split(' ')
                  .map((word) => word.charAt(0))
                  .join('')}
              </i>
              <span>
                <b>{name}</b>
                <small>{entering === email ? 'Entrando…' : sees}</small>
              </span>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      <details>
        <summary>Sair da demonstração</summary>
        <LeaveDemoSteps />
      </details>
    </section>
  )
}
