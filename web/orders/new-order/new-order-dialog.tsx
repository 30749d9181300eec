import { useState } from 'react'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { placeOrder, type OrderAddress } from '../../../contract/orders/orders.ts'
import { streetLine } from '../../../contract/orders/street-line.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { moduleOfType } from '../../../contract/stores/module-keys.ts'
import { methodName } from '../../../contract/orders/payment-methods.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { areaCodeOf } from '../../../contract/shared/phones.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { onceInProgress } from '../../api/once-in-progress.ts'
import { refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { MomentField } from '../../days/moment-field.tsx'
import { PointDialog } from '../../delivery/delivery.ts'
import { useForm, type NameOf } from '../../forms/use-form.ts'
import { useMenu } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { money, plural } from '../../words/format.ts'
import { updateBoardCaches } from '../board/board-data.ts'
import { Row } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './new-order-dialog.module.css'
import { AddressFields } from './address-fields.tsx'
import { ChosenItems, NewOrderMenu } from './new-order-items.tsx'
import { DeliveryQuoteNote } from './delivery-quote-note.tsx'
import { KnownCustomerCard } from './known-customer-card.tsx'
import {
  addressOf,
  doorOf,
  draftProblems,
  draftTotal,
  itemsTotal,
  orderOf,
  phoneOf,
  pointOf,
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
  zone: null,
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

/** Where an earlier delivery to this address went; null: nobody noted it. */
const pointOfOrder = (address: OrderAddress, { state }: OrderDraft): OrderDraft['point'] =>
  address.lat === null || address.lng === null
    ? null
    : {
        ...{ lat: address.lat, lng: address.lng, source: 'order' },
        of: doorOf({ ...address, state: address.state || state }),
      }

function OrderForm({ store, onClose }: { readonly store: Store; readonly onClose: () => void }) {
  const menu = useMenu(store.id)
  const now = useNow(60_000)
  const types = typesOf(store)
  const [key] = useState(() => crypto.randomUUID())
  const [marking, setMarking] = useState(false)
  const form = useForm({
    initial: () => empty(store),
    input: (draft) => orderOf(draft, store.address.timezone),
    check: (draft) => ({ ...draftProblems(draft, menu.data), ...quoted.problems(draft.feeNote) }),
    alsoShown: ['schedule.end'],
    send: async (body, { feeNote }) => {
      const { quote } = quoted
      const accepted = quote ? { quote: { id: quote.quoteId, note: feeNote.trim() || null } } : {}
      try {
        const order = await onceInProgress(() =>
          ask(placeOrder, { body: { ...body, ...accepted } }, { storeId: store.id, idempotencyKey: key }),
        )
        updateBoardCaches(order)
        notify(`Pedido ${orderName(order)}: criado.`)
        onClose()
      } catch (error) {
        // The menu changed under the order: the lines show how, and no input is lost.
        if (error instanceof ApiError && error.code === 'order/menu-changed') void refresh(readMyMenu)
        if (error instanceof ApiError && error.code === 'delivery/stale-quote') quoted.askAgain()
        throw error
      }
    },
  })
  const { values: draft, change, problem } = form
  const quoted = useDeliveryQuote({
    storeId: store.id,
    place: quotedPlace(draft),
    itemsCents: itemsTotal(draft),
    fee: draft.deliveryFee,
    onFee: (deliveryFee) => change({ deliveryFee }),
    onDistrict: (district) => change((before) => (before.district.trim() === '' ? { district } : {})),
  })
  const field = (name: NameOf<OrderDraft, string>) => ({ ...form.field(name), autoComplete: 'off' })
  const changeItems = (items: OrderDraft['items']) => {
    change({ items })
    form.clear((path) => path.startsWith('items.'))
  }
  const pieces = draft.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <NewOrderMenu storeId={store.id} menu={menu} items={draft.items} onChange={changeItems} />
        <div className={styles.order}>
          <ChosenItems menu={menu.data} items={draft.items} problem={problem} onChange={changeItems} />
          <SelectField
            label="Tipo"
            options={types.map((type) => [type, orderTypeNames[type]] as const)}
            {...form.choice('type')}
          />
          <TextField label="Telefone (opcional)" type="tel" inputMode="tel" {...field('phone')} />
          <KnownCustomerCard
            storeId={store.id}
            phone={phoneOf(draft)}
            onUse={({ name, address }) =>
              change({
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
                      point: pointOfOrder(address, draft),
                    }
                  : {}),
              })
            }
          />
          <TextField label="Nome do cliente" {...field('name')} />
          {draft.type === 'INDOOR' ? <TextField label="Mesa" {...field('place')} /> : null}
          {draft.type === 'DELIVERY' ? (
            <>
              <AddressFields draft={draft} field={field} set={change} store={store} />
              <TextField label="Taxa de entrega (R$)" inputMode="decimal" {...field('deliveryFee')} />
              <DeliveryQuoteNote
                quoted={quoted}
                onUse={(deliveryFee) => change({ deliveryFee, feeNote: '' })}
                onChoose={(zoneId) => change({ zone: { zoneId, of: addressOf(draft) } })}
                onMark={() => setMarking(true)}
              />
              {quoted.differs ? <TextField label="Por que foge da regra" {...field('feeNote')} /> : null}
            </>
          ) : null}
          <SelectField
            label="Pagamento"
            options={methods.map((method) => [method, methodName(method)] as const)}
            {...form.choice('method')}
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
              error={problem('readyAt') ?? problem('schedule.end')}
              onChange={(readyAt) => form.set('readyAt', readyAt)}
            />
          )}
          <TextField label="Observação (opcional)" maxLength={300} {...field('notes')} />
          <FormError boxed>{form.refusal}</FormError>
        </div>
        <Row gap={14} justify="between" className={styles.foot}>
          <b aria-live="polite">
            {pieces > 0 ? <small>{plural(pieces, 'item', 'itens')} · </small> : null}
            {money(draftTotal(draft))}
          </b>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy ? 'Criando…' : 'Criar pedido'}
          </Button>
        </Row>
      </form>
      {marking ? (
        <PointDialog
          storeId={store.id}
          address={streetLine(draft)}
          start={pointOf(draft) ?? quoted.quote?.point ?? null}
          onDone={({ lat, lng }) => {
            change({ point: { lat, lng, source: 'map', of: doorOf(draft) } })
            setMarking(false)
          }}
          onClose={() => setMarking(false)}
        />
      ) : null}
    </>
  )
}
