import { Link } from '@tanstack/react-router'
import { MyInvitations } from '../identity.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Signed in, but in no store's team: the two ways to get a first store. */
export function NoStoreYet() {
  return (
    <>
      <MyInvitations />
      <EmptyState
        icon="shop"
        title="Você ainda não tem acesso a uma loja"
        action={<Link to="/nova-loja">Abrir a minha loja</Link>}
      >
        Abra a sua loja em dois passos, ou peça a quem administra uma para incluir o seu e-mail na equipe.
      </EmptyState>
    </>
  )
}
