import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './pieces.module.css'

/** Small shared pieces without behaviour of their own. */
export function Card({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  return <section className={`${styles.card} ${className}`}>{children}</section>
}

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'plain'

export function Pill({
  tone = 'plain',
  icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <span className={`${styles.pill} ${styles[tone] ?? ''}`}>
      {icon ? <Icon name={icon} size={15} /> : null}
      {children}
    </span>
  )
}

/** For screen readers only. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

export const hiddenClass = styles.hidden ?? ''

export function Skeleton({ height }: { readonly height: number }) {
  return <div className={styles.skeleton} style={{ height }} aria-hidden="true" />
}

/** As in the page itself (index.html), so that nothing flashes between the two. */
export function FullScreenSpinner() {
  return (
    <p className="loading" role="status">
      Carregando…
    </p>
  )
}

interface StateProps {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** What is true, what will happen, what you can do: empty, forbidden, not found, soon. */
export function EmptyState({ icon = 'order', title, children, action }: StateProps) {
  return (
    <div className={styles.state}>
      <Icon name={icon} size={52} />
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}

export function ErrorState({
  message,
  requestId,
  onRetry,
}: {
  readonly message: string
  readonly requestId?: string | null
  readonly onRetry?: () => void
}) {
  return (
    <div className={styles.state} role="alert">
      <Icon name="alert" size={52} />
      <h2>Não deu para carregar</h2>
      <p>{message}</p>
      {onRetry ? (
        <Button variant="primary" icon="refresh" onClick={onRetry}>
          Tentar de novo
        </Button>
      ) : null}
      {requestId ? <small>Código para o suporte: {requestId}</small> : null}
    </div>
  )
}

/** The meaning of a figure, one tap away from it; made when it is opened. */
export function Definition({
  label,
  onNear,
  children,
}: {
  readonly label: string
  /** Somebody is about to open it. */
  readonly onNear?: () => void
  readonly children: () => ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.define}
        popoverTarget={id}
        aria-label={`O que é ${label}`}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        <Icon name="info" size={16} />
      </button>
      <div
        popover="auto"
        id={id}
        className={styles.definition}
        role="note"
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open ? (
          <>
            <b>{label}</b>
            {children()}
          </>
        ) : null}
      </div>
    </>
  )
}

/** The platform's own modal: focus stays inside, Esc closes, the page behind is inert. */
export function Dialog({
  title,
  onClose,
  side = false,
  children,
}: {
  readonly title: string
  /** At the right edge, as high as the screen: details beside a list. */
  readonly side?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const titleId = useId()
  const opened = useRef<HTMLDialogElement | null>(null)
  return (
    <dialog
      ref={(element) => {
        if (element && opened.current !== element) {
          opened.current = element
          element.showModal()
        }
      }}
      className={`${styles.dialog} ${side ? styles.drawer : ''}`}
      aria-labelledby={titleId}
      onClose={(event) => {
        // React tells the dialog around it as well.
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button variant="ghost" icon="close" aria-label="Fechar" onClick={() => opened.current?.close()} />
      </header>
      <div className={styles.dialogBody}>{children}</div>
    </dialog>
  )
}
