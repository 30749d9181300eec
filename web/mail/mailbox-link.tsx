import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readIdentityProvider } from '../../contract/identity/identity.ts'
import { queryFor } from '../api/query.ts'

/** On a developer's machine mails go nowhere: here they can be read. */
export function MailboxLink() {
  const { data } = useQuery({ ...queryFor(readIdentityProvider, {}), staleTime: Number.POSITIVE_INFINITY })
  return data?.mailbox ? <Link to="/mailbox">Abrir a caixa de e-mails deste computador</Link> : null
}
