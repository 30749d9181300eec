import type { RoleName } from '../../contract/access.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { hiddenClass } from '../ui/pieces.tsx'
import { allGroups, choose, useSelection } from './selection.ts'
import styles from './selection-picker.module.css'

/** Group, store and channel of the screen, remembered. Shown only where there is something to choose. */
export function SelectionPicker({
  minimum,
  channels = true,
}: {
  readonly minimum: RoleName
  readonly channels?: boolean
}) {
  const { choice, group, groups, choosable } = useSelection(minimum)
  return (
    <div className={styles.picker}>
      {groups.length > 0 ? (
        <Choice
          icon="group"
          label="Grupo"
          value={group?.id ?? allGroups}
          onChange={(groupId) => choose({ groupId })}
          options={[[allGroups, 'Todos os grupos'], ...groups.map((one) => [one.id, one.name] as const)]}
        />
      ) : null}
      {choosable.length > 1 ? (
        <Choice
          icon="shop"
          label="Loja"
          value={choosable.some((store) => store.id === choice.storeId) ? (choice.storeId ?? '') : ''}
          onChange={(storeId) => choose({ storeId: storeId || null })}
          options={[
            ['', `Todas as lojas (${choosable.length})`],
            ...choosable.map((store) => [store.id, store.name] as const),
          ]}
        />
      ) : null}
      {channels ? (
        <Choice
          icon="order"
          label="Canal"
          value={choice.platform ?? ''}
          onChange={(platform) =>
            choose({ platform: platform === 'balcao' || platform === 'ifood' ? platform : null })
          }
          options={[
            ['', 'Todos os canais'],
            ['balcao', 'Canal próprio'],
            ['ifood', 'iFood'],
          ]}
        />
      ) : null}
    </div>
  )
}

interface ChoiceProps {
  readonly icon: IconName
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (value: string) => void
}

function Choice({ icon, label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={styles.select}>
      <span className={hiddenClass}>{label}</span>
      <Icon name={icon} />
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
