import { roleNames, type RoleName } from '../../../contract/shared/access.ts'
import { roleLabels } from '../../words/roles.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './team-tab.module.css'

const can: Readonly<Record<RoleName, string>> = {
  owner: 'Tudo, também o dinheiro e a equipe inteira.',
  manager: 'Cuida da loja e vê os relatórios. Convida atendentes.',
  basic: 'Trabalha os pedidos. Não vê os valores do dia.',
}

/** The roles that this user may assign, each with its permissions. */
export function RoleChoice({
  value,
  ownRole,
  onChange,
}: {
  readonly value: RoleName
  readonly ownRole: RoleName
  readonly onChange: (role: RoleName) => void
}) {
  const offered = roleNames.filter((role) => ownRole === 'owner' || role === 'basic')
  return (
    <fieldset className={styles.choices}>
      <legend>Acesso</legend>
      {offered.map((role) => (
        <Row as="label" gap={12} align="start" key={role}>
          <input
            type="radio"
            name="role"
            value={role}
            checked={value === role}
            onChange={() => onChange(role)}
          />
          <span>
            {roleLabels[role]}
            <Muted as="small" block size={3}>
              {can[role]}
            </Muted>
          </span>
        </Row>
      ))}
    </fieldset>
  )
}
