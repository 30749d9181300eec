import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './pieces.module.css'

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
