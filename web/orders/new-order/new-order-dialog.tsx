import { useState, type FormEvent } from 'react'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { placeOrder } from '../../../contract/orders/orders.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { moduleOfType } from '../../../contract/stores/module-keys.ts'
import { methodName } from '../../../contract/orders/payment-methods.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { areaCodeOf } from '../../../contract/shared/phones.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { onceInProgress } from '../../api/once-in-progress.ts'
import { refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { MomentField } from '../../days/moment-field.tsx'
import { useMenu } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { money, plural } from '../../words/format.ts'
import { updateBoardCaches } from '../board/board-data.ts'
import styles from './new-order-dialog.module.css'
import { AddressFields } from './address-fields.tsx'
import { ChosenItems, NewOrderMenu } from './new-order-items.tsx'
import { DeliveryQuoteNote } from './delivery-quote-note.tsx'
import { KnownCustomerCard } from './known-customer-card.tsx'
import {
  draftProblems,
  draftTotal,
  itemsTotal,
  orderOf,
  phoneOf,
  quotedPlace,
  type OrderDraft,
} from './new-order.rules.ts'
import { useDeliveryQuote } from './use-delivery-quote.ts'
import { orderName } from '../order-name.ts'
import { StoreField, useStoreChoice } from '../store-field.tsx'

const methods = ['PIX', 'CREDIT', 'DEBIT', 'CASH', 'MEAL_VOUCHER'] as const

/** The services that the store takes orders of, the quickest first. */
const typesOf = ({ modulesOff = [] }: Store): readonly OrderDraft['type'][] =>
  (['TAKEOUT', 'DELIVERY', 'INDOOR'] as const).filter((type) => !modulesOff.includes(moduleOfType(type)))

const empty = (store: Store): OrderDraft => ({
  type: typesOf(store)[0] ?? 'TAKEOUT',
  name: '',
  phone: '',
  areaCode: areaCodeOf(store.phone),
  place: '',
  addressLine: '',
  street: '',
  number: '',
  complement: '',
  reference: '',
  district: '',
  city: store.address.city,
  state: store.address.state,
  zipCode: '',
  point: null,
  items: [],
  deliveryFee: '',
  feeNote: '',
  method: 'PIX',
  changeFor: '',
  notes: '',
  readyAt: '',
})

/** Takes an order by phone or at the counter. Input stays until the server has accepted it. */
export function NewOrderDialog({
  stores,
  onClose,
}: {
  readonly stores: readonly Store[]
  readonly onClose: () => void
}) {
  const [store, setStoreId] = useStoreChoice(stores)
  if (!store) return null
  return (
    <Dialog title="Novo pedido" onClose={onClose} wide>
      <StoreField stores={stores} store={store} onChange={setStoreId} />
      {typesOf(store).length > 0 ? (
        <OrderForm key={store.id} store={store} onClose={onClose} />
      ) : (
        <EmptyState icon="order" title="Esta loja não recebe pedidos">
          Entrega, retirada e salão estão desligados. Um gerente pode ligar em Ajustes, Módulos.
        </EmptyState>
      )}
    </Dialog>
  )
}

function OrderForm({ store, onClose }: { readonly store: Store; readonly onClose: () => void }) {
  const menu = useMenu(store.id)
  const now = useNow(60_000)
  const types = typesOf(store)
  const [draft, setDraft] = useState(() => empty(store))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const set = (change: Partial<OrderDraft>) => setDraft((before) => ({ ...before, ...change }))
  const quoted = useDeliveryQuote({
    storeId: store.id,
    place: quotedPlace(draft),
    itemsCents: itemsTotal(draft),
    fee: draft.deliveryFee,
    onFee: (deliveryFee) => set({ deliveryFee }),
    onDistrict: (district) =>
      setDraft((before) => (before.district.trim() === '' ? { ...before, district } : before)),
  })
  const field = (name: Exclude<keyof OrderDraft, 'items' | 'type' | 'point' | 'areaCode'>) => ({
    name,
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = { ...draftProblems(draft, menu.data), ...quoted.problems(draft.feeNote) }
    setProblems(found)
    setRefusal(null)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      const { quote } = quoted
      const told = quote ? { quote: { id: quote.quoteId, note: draft.feeNote.trim() || null } } : {}
      const sent = { body: { ...orderOf(draft, store.address.timezone), ...told } }
      const order = await onceInProgress(() =>
        ask(placeOrder, sent, { storeId: store.id, idempotencyKey: key }),
      )
      updateBoardCaches(order)
      notify(`Pedido ${orderName(order)}: criado.`)
      onClose()
    } catch (error) {
      if (error instanceof ApiError) {
        const late = error.details.find((detail) => detail.path.startsWith('schedule'))
        if (late) setProblems({ readyAt: late.message })
      }
      // The menu changed under the order: the lines show how, and no input is lost.
      if (error instanceof ApiError && error.code === 'order/menu-changed') {
        setProblems(Object.fromEntries(error.details.map((detail) => [detail.path, detail.message])))
        void refresh(readMyMenu)
      }
      if (error instanceof ApiError && error.code === 'delivery/stale-quote') quoted.askAgain()
      setRefusal(errorSentence(error))
      setBusy(false)
    }
  }
  const changeItems = (items: OrderDraft['items']) => {
    set({ items })
    setProblems(({ items: _items, ...rest }) =>
      Object.fromEntries(Object.entries(rest).filter(([path]) => !path.startsWith('items.'))),
    )
  }
  const pieces = draft.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <NewOrderMenu storeId={store.id} menu={menu} items={draft.items} onChange={changeItems} />
      <div className={styles.order}>
        <ChosenItems menu={menu.data} items={draft.items} problems={problems} onChange={changeItems} />
        <SelectField
          label="Tipo"
          value={draft.type}
          options={types.map((type) => [type, orderTypeNames[type]] as const)}
          onChange={(event) => set({ type: event.target.value as OrderDraft['type'] })}
        />
        <TextField label="Telefone (opcional)" type="tel" inputMode="tel" {...field('phone')} />
        <KnownCustomerCard
          storeId={store.id}
          phone={phoneOf(draft)}
          onUse={({ name, address }) =>
            set({
              ...(draft.name.trim() === '' ? { name } : {}),
              ...(address
                ? {
                    type: 'DELIVERY',
                    addressLine: '',
                    street: address.street,
                    number: address.number,
                    complement: address.complement ?? '',
                    reference: address.reference ?? '',
                    district: address.district,
                    city: address.city,
                    state: address.state || draft.state,
                    zipCode: address.zipCode ?? '',
                    point:
                      address.lat === null || address.lng === null
                        ? null
                        : { lat: address.lat, lng: address.lng },
                  }
                : {}),
            })
          }
        />
        <TextField label="Nome do cliente" {...field('name')} />
        {draft.type === 'INDOOR' ? <TextField label="Mesa" {...field('place')} /> : null}
        {draft.type === 'DELIVERY' ? (
          <>
            <AddressFields draft={draft} field={field} set={set} store={store} />
            <TextField label="Taxa de entrega (R$)" inputMode="decimal" {...field('deliveryFee')} />
            <DeliveryQuoteNote quoted={quoted} onUse={(deliveryFee) => set({ deliveryFee, feeNote: '' })} />
            {quoted.differs ? <TextField label="Por que foge da regra" {...field('feeNote')} /> : null}
          </>
        ) : null}
        <SelectField
          label="Pagamento"
          value={draft.method}
          options={methods.map((method) => [method, methodName(method)] as const)}
          onChange={(event) => set({ method: event.target.value })}
        />
        {draft.method === 'CASH' ? (
          <TextField label="Troco para (R$, opcional)" inputMode="decimal" {...field('changeFor')} />
        ) : null}
        {store.modulesOff?.includes('scheduling') ? null : (
          <MomentField
            label="Agendar para (opcional)"
            today={localParts(now, store.address.timezone).day}
            hint="Deixe vazio para agora. Na hora certa o preparo começa e a via sai."
            value={draft.readyAt}
            error={problems.readyAt}
            onChange={(readyAt) => set({ readyAt })}
          />
        )}
        <TextField label="Observação (opcional)" maxLength={300} {...field('notes')} />
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
      </div>
      <div className={styles.foot}>
        <b aria-live="polite">
          {pieces > 0 ? <small>{plural(pieces, 'item', 'itens')} · </small> : null}
          {money(draftTotal(draft))}
        </b>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Criando…' : 'Criar pedido'}
        </Button>
      </div>
    </form>
  )
}
