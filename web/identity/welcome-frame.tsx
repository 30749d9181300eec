import { lazy, Suspense, type ComponentType, type FormEventHandler, type ReactNode } from 'react'
import { afterPaint } from '../browser/after-paint.ts'
import styles from './welcome-frame.module.css'

/** Decoration, long after the form works; without it the wall is only empty. */
const LivingWall = lazy<ComponentType>(() =>
  afterPaint()
    .then(() => import('./living-wall.tsx'))
    .catch(() => ({ default: () => null })),
)

/** The frame of every screen before sign-in: a wall with the tickets that come in, and one form. */
export function WelcomeFrame({
  children,
  below = null,
}: {
  readonly children: ReactNode
  readonly below?: ReactNode
}) {
  return (
    <div className={styles.page}>
      <aside className={styles.wall} aria-label="Balcão">
        <div className={styles.logo}>Balcão</div>
        <div className={styles.pole} />
        <Suspense fallback={null}>
          <LivingWall />
        </Suspense>
        <p className={styles.promise}>
          <b>Pedido que chega aqui não se perde.</b>
          <span>Todas as suas lojas em um só balcão, e os números fecham até o centavo.</span>
        </p>
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
  readonly lead?: ReactNode
  readonly refusal: string | null
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly children: ReactNode
}) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="titulo">
      <div>
        <h1 id="titulo">{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
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
