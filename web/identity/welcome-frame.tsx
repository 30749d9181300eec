import { lazy, Suspense, type ComponentType, type FormEventHandler, type ReactNode } from 'react'
import { afterPaint } from '../browser/after-paint.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
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
        <Row gap={12} className={styles.logo}>
          Balcão
        </Row>
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
    <Stack as="form" gap={18} className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="titulo">
      <div>
        <h1 id="titulo">{title}</h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      <FormError boxed className={styles.refusal}>
        {refusal}
      </FormError>
      {children}
    </Stack>
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
    <Stack gap={18} className={styles.form} role="status">
      <h1>{title}</h1>
      <p>{children}</p>
      {action}
    </Stack>
  )
}

export function WelcomeLinks({ children }: { readonly children: ReactNode }) {
  return (
    <Row as="nav" wrap justify="between" className={styles.links} aria-label="Outras opções">
      {children}
    </Row>
  )
}
