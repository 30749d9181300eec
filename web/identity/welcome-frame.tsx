import type { FormEventHandler, ReactNode } from 'react'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './welcome-frame.module.css'

/** The frame of every screen before sign-in: a product description on one side, one form on the other. */
export function WelcomeFrame({
  children,
  below = null,
}: {
  readonly children: ReactNode
  readonly below?: ReactNode
}) {
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
            <Icon name="order" /> Pedidos ao vivo, do próprio canal e {everyMarketplace('de')}
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
        {children}
        {below}
      </main>
    </div>
  )
}

/** A form with one purpose: title, sentence, fields, one main action. */
export function WelcomeForm({
  title,
  lead,
  refusal,
  onSubmit,
  children,
}: {
  readonly title: string
  readonly lead: ReactNode
  readonly refusal: string | null
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly children: ReactNode
}) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="titulo">
      <div>
        <h1 id="titulo">{title}</h1>
        <p>{lead}</p>
      </div>
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      {children}
    </form>
  )
}

/** What happened and what to do next, if there is nothing to fill in. */
export function WelcomeNote({
  title,
  children,
  action,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles.form} role="status">
      <h1>{title}</h1>
      <p>{children}</p>
      {action}
    </div>
  )
}

export function WelcomeLinks({ children }: { readonly children: ReactNode }) {
  return (
    <nav className={styles.links} aria-label="Outras opções">
      {children}
    </nav>
  )
}
