import type { Store } from '../../../../contract/stores/stores.ts'
import { FormError } from '../../../kit/form-error.tsx'
import { Row } from '../../../kit/layout.tsx'
import { Button } from '../../../ui/button.tsx'
import { Paper } from '../../../ui/paper.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { money } from '../../../words/format.ts'
import { emptyDraft } from '../empty-draft.rules.ts'
import { isWorthKeeping } from '../kept-draft.ts'
import { draftTotal } from '../new-order.rules.ts'
import type { TillState } from '../use-till.ts'
import { ComandaLines } from './comanda-lines.tsx'
import { DeliveryPart } from './delivery-part.tsx'
import { ExtraParts } from './extra-parts.tsx'
import { ChangeToTake, PaymentPart } from './payment-part.tsx'
import styles from './comanda.module.css'

/** The order on paper: what is sold, where it goes, what it costs, how it is paid. */
export function Comanda({
  store,
  till,
  onMark,
}: {
  readonly store: Store
  readonly till: TillState
  /** To where the point of the address is marked. */
  readonly onMark: () => void
}) {
  const { form, quoted } = till
  const draft = form.values
  return (
    <aside className={styles.comanda} aria-label="Comanda">
      <Row gap={8} className={styles.back}>
        <Button
          variant="ghost"
          icon="previous"
          aria-label="Voltar ao cardápio"
          onClick={() => till.setClosing(false)}
        />
        <h2>Fechar o pedido</h2>
      </Row>
      <Paper torn="top" className={styles.paper ?? ''}>
        <div className={styles.scroll}>
          <Row gap={8} justify="between" className={styles.title}>
            <h2>Comanda</h2>
            <span>{draft.name}</span>
            {isWorthKeeping(draft) ? (
              <Button
                variant="ghost"
                icon="bin"
                aria-label="Esvaziar a comanda"
                onClick={() => till.startAgain(emptyDraft(store))}
              />
            ) : null}
          </Row>
          <ComandaLines
            menu={till.menu.data}
            items={draft.items}
            problem={form.problem}
            onChange={till.changeItems}
          />
          {draft.type === 'INDOOR' ? (
            <div className={styles.part}>
              <TextField label="Mesa" {...form.field('place')} autoComplete="off" />
            </div>
          ) : null}
          {draft.type === 'DELIVERY' ? (
            <DeliveryPart key={till.addressGiven} store={store} form={form} quoted={quoted} onMark={onMark} />
          ) : null}
          <ExtraParts store={store} form={form} />
          <PaymentPart form={form} />
          <FormError boxed>{form.refusal}</FormError>
        </div>
        <div className={styles.total}>
          <Row justify="between" align="baseline">
            <span>Total</span>
            <b aria-live="polite">{money(draftTotal(draft))}</b>
          </Row>
          <ChangeToTake draft={draft} />
          {/* Nothing to enter yet; a press says what is missing. */}
          <Button type="submit" variant={draft.items.length > 0 ? 'primary' : 'soft'} busy={form.busy}>
            {form.busy ? 'Lançando…' : 'Lançar pedido'} <kbd aria-hidden="true">Ctrl ↵</kbd>
          </Button>
        </div>
      </Paper>
    </aside>
  )
}
