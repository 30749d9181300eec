import {
  cancelInvitation,
  grantAccess,
  inviteWithoutPassword,
  readInvitations,
  resendInvitation,
} from '../../../contract/identity/people.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ago } from '../../words/format.ts'
import { roleLabels } from '../../words/roles.ts'
import { placesText, type TeamInvitation } from './team.rules.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './team-tab.module.css'

/** An invitation that waits, for all of its stores at once. */
export function InvitationRow({
  invitation,
  storeCount,
}: {
  readonly invitation: TeamInvitation
  readonly storeCount: number
}) {
  const now = useNow(60_000)
  const { email, name, role, invitedBy, createdAt, expired, declined, entries } = invitation
  const act = useAction(async (choice: 'resend' | 'cancel') => {
    try {
      if (choice === 'resend') await sendAgain(invitation)
      else
        for (const { store, id } of entries)
          await ask(cancelInvitation, { params: { invitationId: id } }, { storeId: store.id })
    } finally {
      await refresh(readInvitations)
    }
    notify(choice === 'resend' ? `Convite enviado de novo para ${email}.` : 'Convite cancelado.')
  })
  return (
    <li>
      <span className={styles.who}>
        <b>
          {name || email}{' '}
          <Pill tone={expired || declined ? 'bad' : 'plain'}>
            {declined ? 'convite recusado' : expired ? 'convite vencido' : 'convite pendente'}
          </Pill>
        </b>
        <small>
          {name ? `${email}, ` : ''}convite de {invitedBy} {ago(createdAt, now)}
        </small>
      </span>
      <span className={styles.roles}>
        {roleLabels[role]}{' '}
        {placesText(
          entries.map(({ store }) => store.name),
          storeCount,
        )}
      </span>
      <Row as="span" gap={4} align="stretch" className={styles.buttons}>
        <Button
          variant="ghost"
          busy={act.isBusy('resend')}
          disabledReason={act.besides('resend')}
          aria-label={declined ? `Convidar de novo ${email}` : `Reenviar o convite de ${email}`}
          onClick={() => act.run('resend')}
        >
          {declined ? 'Convidar de novo' : 'Reenviar'}
        </Button>
        {declined ? null : (
          <Button
            variant="ghost"
            busy={act.isBusy('cancel')}
            disabledReason={act.besides('cancel')}
            aria-label={`Cancelar o convite de ${email}`}
            onClick={() => act.run('cancel')}
          >
            Cancelar
          </Button>
        )}
      </Row>
    </li>
  )
}

async function sendAgain({ email, name, role, declined, entries }: TeamInvitation): Promise<void> {
  if (email.includes('@')) {
    // One mail with one link for all the stores; it replaces the older ones.
    const storeIds = entries.map(({ store }) => store.id)
    const body = { email, role, storeIds, ...(name ? { name } : {}) }
    await ask(inviteWithoutPassword, { body }, { idempotencyKey: crypto.randomUUID() })
    return
  }
  // Invited by a uid: the address is not ours to know.
  for (const { store, id } of entries)
    if (declined) await ask(grantAccess, { body: { uid: email, role } }, { storeId: store.id })
    else await ask(resendInvitation, { params: { invitationId: id } }, { storeId: store.id })
}
