import type { ReactNode, Ref } from 'react'
import type { MenuItem } from '../../../../contract/menu/menu.ts'
import { errorSentence } from '../../../api/api-error.ts'
import { Row } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import type { useMenu } from '../../../menu/menu.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lineOf, type DraftItem } from '../draft-lines.rules.ts'
import { CustomItem } from './custom-item.tsx'
import { MenuGrid } from './menu-grid.tsx'
import styles from '../till.module.css'

/** The store's menu to add from; other items can be typed. */
export function MenuPart({
  storeId,
  menu,
  items,
  search,
  onTake,
  onAdd,
  end,
}: {
  readonly storeId: string
  readonly menu: ReturnType<typeof useMenu>
  readonly items: readonly DraftItem[]
  readonly search: Ref<HTMLInputElement>
  readonly onTake: (item: MenuItem, line: DraftItem) => void
  readonly onAdd: (line: DraftItem) => void
  /** Beside the button for other items. */
  readonly end: ReactNode
}) {
  return (
    <>
      {menu.isPending ? <Skeleton height={220} /> : null}
      {menu.data && menu.data.items.length > 0 ? (
        <MenuGrid
          menu={menu.data}
          counts={countsOf(items)}
          search={search}
          onTake={(item) => onTake(item, lineOf(item, []))}
        />
      ) : null}
      {menu.isError ? (
        <Muted size={3}>
          {errorSentence(menu.error)} Os itens podem ser digitados abaixo.{' '}
          <Button variant="ghost" icon="refresh" onClick={() => void menu.refetch()}>
            Tentar de novo
          </Button>
        </Muted>
      ) : null}
      {menu.data?.items.length === 0 ? (
        <Muted size={3}>O cardápio desta loja está vazio. Digite o item e o preço, e inclua.</Muted>
      ) : null}
      <Row gap={14} align="end" className={styles.foot}>
        <CustomItem storeId={storeId} alone={menu.data?.items.length === 0} onAdd={onAdd} />
        {end}
      </Row>
    </>
  )
}

function countsOf(items: readonly DraftItem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { menuItemId, quantity } of items)
    if (menuItemId !== null) counts.set(menuItemId, (counts.get(menuItemId) ?? 0) + quantity)
  return counts
}
