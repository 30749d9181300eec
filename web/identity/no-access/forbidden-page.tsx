import { Link } from '@tanstack/react-router'
import { useSignedIn } from '../session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBar } from '../../screens/page-bar.tsx'
import { extraPart, lazyPart } from '../../screens/stale-chunk.ts'

const NoStoreYet = lazyPart(() => import('./no-store-yet.tsx'), 'NoStoreYet')
const MyInvitations = extraPart(() => import('../team/my-invitations.tsx'), 'MyInvitations')

/** Signed in, but the role is too low: says why and who can change it; an invitation that waits may change it at once. */
export function ForbiddenPage({
  title,
  what = 'Os relatórios são',
}: {
  readonly title: string
  /** What is only for managers: `Os relatórios são`. */
  readonly what?: string
}) {
  const { access } = useSignedIn()
  return (
    <>
      <PageBar title={title} />
      {access.length === 0 ? (
        <NoStoreYet />
      ) : (
        <>
          <MyInvitations />
          <EmptyState
            icon="key"
            title="Seu acesso não inclui esta página"
            action={<Link to="/menu/orders">Ver os pedidos</Link>}
          >
            {what} para gerentes e donos. Peça a quem administra a loja para mudar o seu acesso.
          </EmptyState>
        </>
      )}
    </>
  )
}
