import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageBar } from './shell.tsx'

/** Signed in, but the role is too low: says why and who can change it. */
export function ForbiddenPage({
  title,
  what = 'Os relatórios são',
}: {
  readonly title: string
  /** What is only for managers: `Os relatórios são`. */
  readonly what?: string
}) {
  return (
    <>
      <PageBar title={title} />
      <EmptyState
        icon="key"
        title="Seu acesso não inclui esta página"
        action={<Link to="/menu/orders">Ver os pedidos</Link>}
      >
        {what} para gerentes e donos. Peça a quem administra a loja para mudar o seu acesso.
      </EmptyState>
    </>
  )
}
