import { useState } from 'react'
import type { BulkAction } from '../../../contract/bulk/bulk.ts'
import { copyKeeps } from '../../../contract/menu/copies.ts'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { readMenuVersions } from '../../../contract/menu/versions.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { refresh } from '../../api/query.ts'
import { BulkDialog, RecentActs, storesOfAct } from '../../bulk/bulk.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { useMenu } from '../menu-data.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './tools.module.css'

interface CopyPartProps {
  readonly store: Store
  /** Those that the person manages. */
  readonly stores: readonly Store[]
}

const wholeMenu = ''

/** A category or the whole menu of this store to others, as one act of all of them. */
export function CopyPart({ store, stores }: CopyPartProps) {
  const menu = useMenu(store.id)
  const [category, setCategory] = useState(wholeMenu)
  const [action, setAction] = useState<BulkAction | null>(null)
  const others = stores.filter((one) => one.id !== store.id)
  if (others.length === 0)
    return (
      <EmptyState icon="shop" title="Você só gerencia esta loja">
        Com duas lojas ou mais, o cardápio de uma chega às outras daqui.
      </EmptyState>
    )
  return (
    <div className={styles.copy}>
      <section className={styles.source}>
        <h2>O que copiar</h2>
        <SelectField
          label="Parte do cardápio"
          value={category}
          options={[
            [wholeMenu, 'O cardápio inteiro'],
            ...(menu.data?.categories ?? []).map(({ name }) => [name, name] as const),
          ]}
          onChange={(event) => setCategory(event.target.value)}
        />
        <Row as="p" gap={8} align="stretch" className={styles.calm}>
          <Icon name="info" /> Cada loja mantém os seus preços e o que é só dela. Nenhum item sai.
        </Row>
        <Button
          variant="primary"
          onClick={() =>
            setAction({ kind: 'menu', from: store.id, category: category || null, keeps: copyKeeps })
          }
        >
          Escolher as lojas
        </Button>
      </section>
      <RecentActs stores={storesOfAct(stores)} />
      {action ? (
        <BulkDialog
          noneAtFirst
          action={action}
          stores={storesOfAct(others)}
          onClose={() => {
            setAction(null)
            void refresh(readMyMenu)
            void refresh(readMenuVersions)
          }}
        />
      ) : null}
    </div>
  )
}
