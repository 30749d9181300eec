import type { GroupMenu } from '../../../contract/groups/group-menu.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Muted } from '../../kit/text.tsx'
import { Awning } from '../../marks/awning.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { plural } from '../../words/format.ts'
import { differenceKinds, differencesText } from './menu-words.rules.ts'
import styles from './group-menu.module.css'

interface AgainstProps {
  readonly menu: GroupMenu
  readonly stores: readonly StoreOfAct[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (storeId: string) => void
  readonly onStore: (storeId: string) => void
}

type Against = GroupMenu['stores'][number]

/** Store by difference; a figure that publishing leaves with the store is quiet. */
export function StoresAgainst(props: AgainstProps) {
  const { menu } = props
  const phone = useIsPhone()
  if (menu.stores.length === 0) return <p>Não há outra loja do grupo com você.</p>
  if (phone)
    return (
      <ul className={styles.list}>
        {menu.stores.map((against) => (
          <PhoneRow key={against.storeId} {...props} against={against} />
        ))}
      </ul>
    )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>
              <Hidden>Copiar</Hidden>
            </th>
            <th>Loja</th>
            {differenceKinds.map(({ kind, title }) => (
              <th key={kind}>{title}</th>
            ))}
            <th>Pausados</th>
            <th>Copiar muda</th>
          </tr>
        </thead>
        <tbody>
          {menu.stores.map((against) => (
            <TableRow key={against.storeId} {...props} against={against} />
          ))}
        </tbody>
      </table>
      <Muted size={2}>Em cinza: fica com a loja. Pausados: nenhum cardápio muda.</Muted>
    </div>
  )
}

interface RowProps extends AgainstProps {
  readonly against: Against
}

function TableRow(props: RowProps) {
  const { menu, against } = props
  return (
    <tr>
      <td>
        <Chosen {...props} />
      </td>
      <th scope="row">
        <StoreButton {...props} />
      </th>
      {differenceKinds.map(({ kind, stays }) => (
        <td key={kind} data-stays={stays(menu.keeps) || against.differences[kind] === 0 || undefined}>
          {against.differences[kind] === 0 ? '–' : against.differences[kind]}
        </td>
      ))}
      <td data-stays>{against.paused === 0 ? '–' : against.paused}</td>
      <td>{toPublishText(against)}</td>
    </tr>
  )
}

function PhoneRow(props: RowProps) {
  const { against } = props
  const differences = differencesText(against.differences)
  return (
    <li>
      <Chosen {...props} />
      <div>
        <StoreButton {...props} />
        <Muted size={2}>
          {differences === '' ? 'Igual ao da rede.' : `${differences}.`}{' '}
          {against.paused > 0 ? `${plural(against.paused, 'pausado', 'pausados')}.` : ''}
        </Muted>
        <p>Copiar muda {toPublishText(against)}.</p>
      </div>
    </li>
  )
}

const toPublishText = ({ toPublish }: Against): string =>
  toPublish === 0 ? 'nada' : plural(toPublish, 'item', 'itens')

function Chosen({ against, stores, chosen, onToggle }: RowProps) {
  const changes = against.toPublish > 0
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={changes && chosen.has(against.storeId)}
        disabled={!changes}
        onChange={() => onToggle(against.storeId)}
      />
      <Hidden>Copiar em {nameIn(stores, against.storeId)}</Hidden>
    </label>
  )
}

function StoreButton({ against, stores, onStore }: RowProps) {
  const store = stores.find(({ id }) => id === against.storeId)
  return (
    <button type="button" className={styles.store} onClick={() => onStore(against.storeId)}>
      <Awning mark={store?.mark} size={20} />
      <span>{nameIn(stores, against.storeId)}</span>
    </button>
  )
}

const nameIn = (stores: readonly StoreOfAct[], storeId: string): string =>
  stores.find(({ id }) => id === storeId)?.name ?? 'Outra loja'
