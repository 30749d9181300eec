import { useEffect } from 'react'
import { channelName, isPlatform, platforms } from '../../contract/shared/channels.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import { allGroups, readStored, writeStored } from '../browser/storage.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { hiddenClass } from '../ui/hidden.tsx'
import { choose, useSelection } from './selection.ts'
import styles from './selection-picker.module.css'

/** Chooses group, store and channel of the screen, and remembers them. Hidden if there is no choice. */
export function SelectionPicker({
  minimum,
  channels = true,
}: {
  readonly minimum: RoleName
  readonly channels?: boolean
}) {
  const { choice, group, groups, choosable, ready, beyond } = useSelection(minimum)
  const several = choosable.length > 1
  // A chosen group can always be deselected.
  const shape = useShape(ready, { groups: groups.length > 0 && (several || group !== null), stores: several })
  return (
    <div className={styles.picker}>
      {shape.groups ? (
        <Choice
          icon="group"
          label="Grupo"
          value={group?.id ?? allGroups}
          onChange={(groupId) => choose({ groupId })}
          options={[[allGroups, 'Todos os grupos'], ...groups.map((one) => [one.id, one.name] as const)]}
        />
      ) : null}
      {shape.stores ? (
        <Choice
          icon="shop"
          label="Loja"
          value={choosable.some((store) => store.id === choice.storeId) ? (choice.storeId ?? '') : ''}
          onChange={(storeId) => choose({ storeId: storeId || null })}
          options={[
            ['', ready ? `Todas as lojas (${choosable.length})` : 'Todas as lojas'],
            ...choosable.map((store) => [store.id, store.name] as const),
          ]}
        />
      ) : null}
      {channels ? (
        <Choice
          icon="order"
          label="Canal"
          value={choice.platform ?? ''}
          onChange={(platform) => choose({ platform: isPlatform(platform) ? platform : null })}
          options={[
            ['', 'Todos os canais'],
            ...platforms.map((platform) => [platform, channelName(platform)] as const),
          ]}
        />
      ) : null}
      {beyond === null ? null : (
        <p className={styles.beyond} role="status">
          Mostrando {choosable.length} de {beyond} lojas.
        </p>
      )}
    </div>
  )
}

interface Shape {
  readonly groups: boolean
  readonly stores: boolean
}

const shapeKey = 'selectionShape'

/** Until the lists have loaded, the previous visit's shape, so that nothing shifts. */
function useShape(ready: boolean, { groups, stores }: Shape): Shape {
  const words = [groups ? 'groups' : '', stores ? 'stores' : ''].join(' ')
  useEffect(() => {
    if (ready) writeStored(shapeKey, words)
  }, [ready, words])
  if (ready) return { groups, stores }
  const last = readStored(shapeKey) ?? 'groups stores'
  return { groups: last.includes('groups'), stores: last.includes('stores') }
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
