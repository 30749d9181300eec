import { useRef, useState, type Ref } from 'react'
import { streetLine } from '../../../contract/orders/street-line.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { PointDialog } from '../../delivery/delivery.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Muted } from '../../kit/text.tsx'
import { money, plural } from '../../words/format.ts'
import { Comanda } from './comanda/comanda.tsx'
import { CustomerBand } from './customer/customer-band.tsx'
import { isBroughtWay } from './customer/known-draft.rules.ts'
import { groupsOf } from './draft-options.rules.ts'
import { emptyDraft, typesOf } from './empty-draft.rules.ts'
import { MenuPart } from './grid/menu-part.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { leaveField } from './leave-field.ts'
import { doorOf, draftTotal, pointOf } from './new-order.rules.ts'
import { OptionSheet } from './options/option-sheet.tsx'
import { TillHead } from './till-head.tsx'
import { useTill, type TillState } from './use-till.ts'
import styles from './till.module.css'

interface TillProps {
  readonly uid: string
  readonly stores: readonly Store[]
  readonly store: Store
  readonly kept: KeptDraft | null
  readonly onStore: (id: string) => void
  readonly onClose: () => void
}

/**
 * At the left who calls and the menu, at the right the order on paper. Where both do not fit, a bar at the foot leads
 * from one to the other. What was typed stays until the server has accepted it, also when the till is left.
 */
export function Till(props: TillProps) {
  const { uid, store, kept, onClose } = props
  const element = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const till = useTill({ uid, store, kept, onPlaced: onClose, form: element, search })
  const [marking, setMarking] = useState(false)
  const { form, choosing, menu } = till
  return (
    <Dialog title="Novo pedido" onClose={onClose} full>
      <form
        ref={element}
        className={styles.form}
        data-closing={till.closing || undefined}
        onSubmit={form.onSubmit}
        onKeyDown={leaveField}
        noValidate
      >
        <TillLeft {...props} till={till} search={search} />
        <Comanda store={store} till={till} onMark={() => setMarking(true)} />
        <OpenComanda till={till} />
      </form>
      {choosing && menu.data ? (
        <OptionSheet
          item={choosing}
          groups={groupsOf(choosing, menu.data)}
          onAdd={till.add}
          onClose={till.stopChoosing}
        />
      ) : null}
      {marking ? <MarkPoint store={store} till={till} onClose={() => setMarking(false)} /> : null}
    </Dialog>
  )
}

function MarkPoint({
  store,
  till: { form, quoted },
  onClose,
}: {
  readonly store: Store
  readonly till: TillState
  readonly onClose: () => void
}) {
  const draft = form.values
  return (
    <PointDialog
      storeId={store.id}
      address={streetLine(draft)}
      start={pointOf(draft) ?? quoted.quote?.point ?? null}
      onDone={({ lat, lng }) => {
        form.set('point', { lat, lng, source: 'map', of: doorOf(draft) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** Store and way, who calls, and the menu. */
function TillLeft({
  stores,
  store,
  onStore,
  till,
  search,
}: TillProps & { readonly till: TillState; readonly search: Ref<HTMLInputElement> }) {
  const { form, menu } = till
  const draft = form.values
  return (
    <div className={styles.left}>
      <TillHead
        stores={stores}
        store={store}
        type={draft.type}
        onStore={(id) => {
          const next = stores.find((one) => one.id === id)
          if (!next) return
          onStore(id)
          till.startAgain(emptyDraft(next, { name: draft.name, phone: draft.phone }))
        }}
        onType={(type) => form.change({ type, typeChosen: true })}
      />
      {typesOf(store).length === 0 ? (
        <EmptyState icon="order" title="Esta loja não recebe pedidos">
          Entrega, retirada e salão estão desligados. Um gerente pode ligar em Ajustes, Loja.
        </EmptyState>
      ) : (
        <>
          <CustomerBand
            form={form}
            customer={till.customer}
            changed={isBroughtWay(till.customer, draft, store)}
            menu={menu.data}
            leftOut={till.leftOut}
            onRepeat={till.repeat}
            onAddress={till.giveAddress}
          />
          <MenuPart
            storeId={store.id}
            menu={menu}
            items={draft.items}
            search={search}
            onTake={till.take}
            onAdd={till.add}
            end={<Keys />}
          />
        </>
      )}
    </div>
  )
}

/** What the hand learns, where there is room for it. */
const Keys = () => (
  <Muted as="span" size={2} className={styles.keys} aria-hidden="true">
    <kbd>F2</kbd> repetir <kbd>F3</kbd> procurar <kbd>F4</kbd> endereço <kbd>F8</kbd> pagamento <kbd>F9</kbd>{' '}
    desconto
  </Muted>
)

/** On a screen for one of both: how much is in the comanda, and the way to it. */
function OpenComanda({ till }: { readonly till: TillState }) {
  const draft = till.form.values
  const pieces = draft.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className={styles.bar}>
      <Button variant="primary" onClick={() => till.setClosing(true)}>
        <span>{pieces > 0 ? `${plural(pieces, 'item', 'itens')}, ver comanda` : 'Ver comanda'}</span>
        <b>{money(draftTotal(draft))}</b>
      </Button>
    </div>
  )
}
