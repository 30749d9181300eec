import { money } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './item-dialog.module.css'
import type { StoreItem } from '../list/menu-rows.rules.ts'

/** The same dish of other stores, which may take over what changes here. */
export function AlsoIn({
  others,
  chosen,
  onChange,
}: {
  readonly others: readonly StoreItem[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (storeIds: ReadonlySet<string>) => void
}) {
  if (others.length === 0) return null
  const every = others.map(({ store }) => store.id)
  return (
    <fieldset className={styles.also}>
      <legend>Editar também em</legend>
      <Muted size={2}>
        O que você mudar vai também para as lojas marcadas. Código, categoria, opções e preços dos canais
        ficam de cada loja.
      </Muted>
      {others.length > 1 ? (
        <Row as="label" gap={10}>
          <input
            type="checkbox"
            checked={chosen.size === every.length}
            onChange={(event) => onChange(new Set(event.target.checked ? every : []))}
          />
          Todas as outras ({every.length})
        </Row>
      ) : null}
      {others.map(({ store: { id, name }, item }) => (
        <Row as="label" gap={10} key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={(event) =>
              onChange(
                new Set(event.target.checked ? [...chosen, id] : [...chosen].filter((one) => one !== id)),
              )
            }
          />
          {name}{' '}
          <Muted as="small" size={2}>
            {money(item.priceCents)}
          </Muted>
        </Row>
      ))}
    </fieldset>
  )
}
