import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  acceptInvitation,
  declineInvitation,
  readMyInvitations,
  type OwnInvitation,
} from '../../../contract/identity/people.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { ago } from '../../words/format.ts'
import { roleLabels } from '../../words/roles.ts'
import { refreshAccess } from '../session.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './my-invitations.module.css'

/** Each with both answers. Nothing while there are none: a failed read is no reason to disturb. */
export function MyInvitations() {
  const { data } = useQuery(queryFor(readMyInvitations, {}))
  const now = useNow(60_000)
  const [declining, setDeclining] = useState<OwnInvitation | null>(null)
  const accept = useAction(async (invitation: OwnInvitation) => {
    try {
      await ask(acceptInvitation, { params: { invitationId: invitation.id } })
      await refreshAccess()
    } finally {
      await refresh(readMyInvitations)
    }
    notify(`Você agora é da equipe de ${invitation.storeName}.`)
  })
  if (!data || data.length === 0) return null
  return (
    <section className={styles.invitations} aria-label="Convites para você">
      <ul>
        {data.map((invitation) => (
          <li key={invitation.id}>
            <p>
              <b>
                {invitation.invitedBy} convidou você para {invitation.storeName}
              </b>
              <small>
                Como {roleLabels[invitation.role].toLowerCase()}, {ago(invitation.createdAt, now)}. Se
                aceitar, a equipe vê o seu nome e o seu e-mail.
              </small>
            </p>
            <Row as="span" gap={8} align="stretch">
              <Button
                variant="primary"
                busy={accept.isBusy(invitation)}
                disabledReason={accept.besides(invitation)}
                aria-label={`Aceitar o convite de ${invitation.storeName}`}
                onClick={() => accept.run(invitation)}
              >
                Aceitar
              </Button>
              <Button
                variant="ghost"
                disabledReason={accept.busyWith ? 'Um momento: a sua resposta está indo.' : null}
                aria-label={`Recusar o convite de ${invitation.storeName}`}
                onClick={() => setDeclining(invitation)}
              >
                Recusar
              </Button>
            </Row>
          </li>
        ))}
      </ul>
      {declining ? <DeclineDialog invitation={declining} onClose={() => setDeclining(null)} /> : null}
    </section>
  )
}

function DeclineDialog({
  invitation,
  onClose,
}: {
  readonly invitation: OwnInvitation
  readonly onClose: () => void
}) {
  const decline = useAction(async (id: string) => {
    try {
      await ask(declineInvitation, { params: { invitationId: id } })
    } finally {
      onClose()
      await refresh(readMyInvitations)
    }
    notify('Convite recusado.')
  })
  return (
    <Dialog title="Recusar o convite" onClose={onClose}>
      <p>
        {invitation.invitedBy} fica sabendo que você não entra na equipe de {invitation.storeName}. Para
        entrar depois, peça outro convite.
      </p>
      <DialogFoot>
        <Button variant="ghost" data-first onClick={onClose}>
          Voltar
        </Button>
        <Button variant="danger" busy={decline.busyWith !== null} onClick={() => decline.run(invitation.id)}>
          Recusar
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
