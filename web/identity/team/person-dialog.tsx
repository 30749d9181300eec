import type { TeamStore } from './team-store.ts'
import { useState } from 'react'
import type { RoleName } from '../../../contract/shared/access.ts'
import { grantAccess, readStoreAccess, removeAccess, type Person } from '../../../contract/identity/people.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { roleLabels } from '../../words/roles.ts'
import { RoleChoice } from './role-choice.tsx'
import { refreshAccess } from '../session.ts'
import styles from './team-tab.module.css'

/** Changes or revokes access, and first explains what that means for the person. */
export function PersonDialog({
  person,
  store,
  ownRole,
  isSelf,
  onClose,
}: {
  readonly person: Person
  readonly store: TeamStore
  readonly ownRole: RoleName
  readonly isSelf: boolean
  readonly onClose: () => void
}) {
  const [role, setRole] = useState<RoleName>(person.role)
  const act = useAction(async (choice: 'grant' | 'remove') => {
    if (choice === 'grant') {
      await ask(grantAccess, { body: { uid: person.uid, role } }, { storeId: store.id })
      notify(`${person.name} agora é ${roleLabels[role].toLowerCase()} em ${store.name}.`)
    } else {
      await ask(removeAccess, { params: { uid: person.uid, storeId: store.id } })
      notify(isSelf ? `Você saiu de ${store.name}.` : `${person.name} saiu da equipe de ${store.name}.`)
    }
    onClose()
    await Promise.all([refresh(readStoreAccess), ...(isSelf ? [refreshAccess()] : [])])
  })
  return (
    <Dialog title={isSelf ? `Sair de ${store.name}` : `Acesso de ${person.name}`} onClose={onClose}>
      {isSelf ? null : (
        <>
          <RoleChoice value={role} ownRole={ownRole} onChange={setRole} />
          <p className={styles.warning}>{consequence(person, role, store.name)}</p>
        </>
      )}
      {isSelf ? (
        <p className={styles.warning}>
          Você deixa de ver os pedidos e os relatórios desta loja na hora. Para voltar, alguém precisa
          convidar você de novo.
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button
          variant="danger"
          busy={act.isBusy('remove')}
          disabledReason={act.besides('remove')}
          onClick={() => act.run('remove')}
        >
          {isSelf ? 'Sair da loja' : 'Tirar da equipe'}
        </Button>
        {isSelf ? null : (
          <Button
            variant="primary"
            busy={act.isBusy('grant')}
            disabledReason={role === person.role ? 'O acesso já é este.' : act.besides('grant')}
            onClick={() => act.run('grant')}
          >
            Mudar o acesso
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function consequence(person: Person, role: RoleName, storeName: string): string {
  if (role === person.role)
    return `Se tirar da equipe, ${person.name} perde o acesso a ${storeName} na hora, também nas telas que estiverem abertas.`
  if (role === 'owner')
    return `${person.name} passa a ver o dinheiro e a mudar a equipe inteira, você também.`
  if (role === 'manager') return `${person.name} passa a ver os relatórios e a cuidar da loja.`
  return `${person.name} deixa de ver os relatórios e os valores do dia na hora.`
}
