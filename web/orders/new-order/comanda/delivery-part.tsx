import { useState } from 'react'
import type { Store } from '../../../../contract/stores/stores.ts'
import type { Form } from '../../../forms/use-form.ts'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AddressFields } from '../address/address-fields.tsx'
import { DeliveryQuoteNote } from '../address/delivery-quote-note.tsx'
import { addressOf, pointOf, type OrderDraft } from '../new-order.rules.ts'
import type { QuotedFee } from '../address/use-delivery-quote.ts'
import styles from './comanda.module.css'

/** Where it goes and what that costs. An address that was given whole is one line until it is to be changed. */
export function DeliveryPart({
  store,
  form,
  quoted,
  onMark,
}: {
  readonly store: Store
  readonly form: Form<OrderDraft>
  readonly quoted: QuotedFee
  /** To where the point is marked. */
  readonly onMark: () => void
}) {
  const { values: draft, change } = form
  const field = (name: Parameters<typeof form.field>[0]) => ({ ...form.field(name), autoComplete: 'off' })
  const [open, setOpen] = useState(draft.street.trim() === '' || draft.district.trim() === '')
  const wrong = form.problem('street') ?? form.problem('district')
  return (
    <Stack gap={10} className={styles.part} data-till="address">
      {open || wrong ? (
        <AddressFields draft={draft} field={field} set={change} store={store} />
      ) : (
        <Row gap={8} align="start">
          <Icon name="bike" />
          <p className={styles.grow}>
            <b>
              {[draft.street, draft.number, draft.complement].filter((part) => part.trim() !== '').join(', ')}
            </b>
            <Muted as="small" block size={3}>
              {[draft.district, draft.city, draft.reference, pointOf(draft) ? 'ponto no mapa' : '']
                .filter((part) => part.trim() !== '')
                .join(', ')}
            </Muted>
          </p>
          <Button variant="ghost" data-opens onClick={() => setOpen(true)}>
            Trocar
          </Button>
        </Row>
      )}
      <Row gap={12} align="start" wrap>
        <div className={styles.grow}>
          <DeliveryQuoteNote
            quoted={quoted}
            onUse={(deliveryFee) => change({ deliveryFee, feeNote: '' })}
            onChoose={(zoneId) => change({ zone: { zoneId, of: addressOf(draft) } })}
            onMark={onMark}
          />
        </div>
        <div className={styles.fee}>
          <TextField label="Taxa de entrega (R$)" inputMode="decimal" {...field('deliveryFee')} />
        </div>
      </Row>
      {quoted.differs ? <TextField label="Por que foge da regra" {...field('feeNote')} /> : null}
    </Stack>
  )
}
