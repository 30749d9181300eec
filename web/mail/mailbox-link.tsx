import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readIdentityProvider } from '../../contract/identity/identity.ts'
import { queryFor } from '../api/query.ts'

/** In development mails are not sent; this link shows them. */
export function MailboxLink() {
  const { data } = useQuery({ ...queryFor(readIdentityProvider, {}), staleTime: Number.POSITIVE_INFINITY })
  return data?.mailbox ? <Link to="/mailbox">Abrir a caixa de e-mails deste computador</Link> : null
}
