import { Link } from '@tanstack/react-router'
import { useLinkToken } from '../browser/link-token.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { RedeemLink } from './redeem-link.tsx'
import { WelcomeFrame, WelcomeNote } from './welcome-frame.tsx'

/** Also available to signed-in users: an invitation may be for the same person. */
export function InvitationPage() {
  usePageTitle('Convite')
  const token = useLinkToken()
  return (
    <WelcomeFrame>
      {token ? (
        <RedeemLink key={token} token={token} />
      ) : (
        <WelcomeNote title="Abra o link do e-mail" action={<Link to="/">Ir para a entrada</Link>}>
          O convite abre pelo link que você recebeu. Copie o endereço inteiro, sem cortar o final.
        </WelcomeNote>
      )}
    </WelcomeFrame>
  )
}
