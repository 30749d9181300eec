import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { resumeItem } from '../menu-actions.ts'
import { useMenu } from '../menu-data.ts'
import { itemOfOrder, type OrderedItem } from '../menu.rules.ts'
import { Row } from '../../kit/layout.tsx'
import styles from '../menu-pieces.module.css'
import { PauseDialog } from './pause-dialog.tsx'

/** Pauses the item of an order. Items that are not in the menu have no button. */
export function PauseItemButton({
  storeId,
  ordered,
}: {
  readonly storeId: string
  readonly ordered: OrderedItem
}) {
  const menu = useMenu(storeId)
  const [asking, setAsking] = useState(false)
  const item = itemOfOrder(menu.data, ordered)
  const resume = useAction(async () => {
    if (item) await resumeItem(storeId, item)
  })
  if (!item) return null
  if (item.status === 'UNAVAILABLE') {
    return (
      <Row as="span" gap={2} justify="end" className={styles.beside}>
        <Pill tone="warn">Pausado</Pill>
        <Button
          variant="ghost"
          className={styles.quiet ?? ''}
          busy={resume.busyWith !== null}
          aria-label={`Voltar a vender ${item.name}`}
          onClick={() => resume.run(true)}
        >
          Voltar a vender
        </Button>
      </Row>
    )
  }
  return (
    <>
      <Button
        variant="ghost"
        className={styles.quiet ?? ''}
        aria-label={`Pausar ${item.name}`}
        onClick={() => setAsking(true)}
      >
        Pausar
      </Button>
      {asking ? <PauseDialog storeId={storeId} item={item} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
