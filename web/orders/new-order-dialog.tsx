import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { placeOrder } from '../../contract/orders.ts'
import { readKnownItems } from '../../contract/order-work.ts'
import { stateCodes } from '../../contract/brazil.ts'
import type { Store } from '../../contract/stores.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog } from '../ui/pieces.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { money } from '../words/format.ts'
import { putOnBoards } from './board-data.ts'
import styles from './new-order-dialog.module.css'
import { draftProblems, draftTotal, orderOf, type DraftItem, type OrderDraft } from './new-order.rules.ts'
import { methodName } from './orders.rules.ts'
import { StoreField, useStoreChoice } from './store-field.tsx'

const methods = ['PIX', 'CREDIT', 'DEBIT', 'CASH', 'MEAL_VOUCHER'] as const

const empty = (store: Store): OrderDraft => ({
  type: 'TAKEOUT',
  name: '',
  phone: '',
  place: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: store.address.city,
  state: store.address.state,
  items: [],
  deliveryFee: '',
  method: 'PIX',
  changeFor: '',
  notes: '',
})

/** An order by phone or at the counter. What was typed stays until the server has taken it. */
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
    <Dialog title="Novo pedido" onClose={onClose} side>
      <StoreField stores={stores} store={store} onChange={setStoreId} />
      <OrderForm key={store.id} store={store} onClose={onClose} />
    </Dialog>
  )
}

function OrderForm({ store, onClose }: { readonly store: Store; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(() => empty(store))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const set = (change: Partial<OrderDraft>) => setDraft((before) => ({ ...before, ...change }))
  const field = (name: Exclude<keyof OrderDraft, 'items' | 'type'>) => ({
    name,
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = draftProblems(draft)
    setProblems(found)
    setRefusal(null)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      const order = await ask(
        placeOrder,
        { body: orderOf(draft) },
        { storeId: store.id, idempotencyKey: key },
      )
      putOnBoards(order)
      notify(`Pedido #${order.displayId} criado em ${store.name}.`)
      onClose()
    } catch (error) {
      setRefusal(errorSentence(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <SelectField
        label="Tipo"
        value={draft.type}
        options={[
          ['TAKEOUT', 'Retirada'],
          ['DELIVERY', 'Entrega'],
          ['INDOOR', 'Salão'],
        ]}
        onChange={(event) => set({ type: event.target.value as OrderDraft['type'] })}
      />
      <Items store={store} items={draft.items} error={problems.items} onChange={(items) => set({ items })} />
      <TextField label="Nome do cliente" {...field('name')} />
      <TextField label="Telefone (opcional)" type="tel" inputMode="tel" {...field('phone')} />
      {draft.type === 'INDOOR' ? <TextField label="Mesa" {...field('place')} /> : null}
      {draft.type === 'DELIVERY' ? (
        <>
          <div className={styles.row}>
            <TextField label="Rua" {...field('street')} />
            <TextField label="Número" {...field('number')} />
          </div>
          <TextField label="Complemento (opcional)" {...field('complement')} />
          <TextField label="Bairro" {...field('district')} />
          <div className={styles.row}>
            <TextField label="Cidade" {...field('city')} />
            <SelectField
              label="Estado"
              value={draft.state}
              options={stateCodes.map((code) => [code, code] as const)}
              onChange={(event) => set({ state: event.target.value })}
            />
          </div>
          <TextField label="Taxa de entrega (R$)" inputMode="decimal" {...field('deliveryFee')} />
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
      <TextField label="Observação (opcional)" maxLength={300} {...field('notes')} />
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      <div className={styles.foot}>
        <b aria-live="polite">{money(draftTotal(draft))}</b>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Criando…' : 'Criar pedido'}
        </Button>
      </div>
    </form>
  )
}

/** Picked from what the store sells, or typed; quantity and price can be changed. */
function Items({
  store,
  items,
  error,
  onChange,
}: {
  readonly store: Store
  readonly items: readonly DraftItem[]
  readonly error: string | undefined
  readonly onChange: (items: readonly DraftItem[]) => void
}) {
  const known = useQuery({ ...queryFor(readKnownItems, {}, { storeId: store.id }), staleTime: 300_000 })
  const [typed, setTyped] = useState('')
  const listId = useId()
  const add = () => {
    const name = typed.trim()
    if (name === '') return
    const found = known.data?.items.find((item) => item.name.toLowerCase() === name.toLowerCase())
    onChange([
      ...items,
      {
        name: found?.name ?? name,
        externalCode: found?.externalCode ?? null,
        quantity: 1,
        price: found ? (found.unitPriceCents / 100).toFixed(2).replace('.', ',') : '',
        notes: '',
      },
    ])
    setTyped('')
  }
  const change = (at: number, part: Partial<DraftItem>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
  return (
    <fieldset className={styles.items}>
      <legend>Itens</legend>
      {items.map((item, index) => (
        <div key={index} className={styles.item}>
          <b>{item.name}</b>
          <div className={styles.line}>
            <Button
              variant="plain"
              aria-label={`Um ${item.name} a menos`}
              onClick={() => change(index, { quantity: Math.max(1, item.quantity - 1) })}
            >
              −
            </Button>
            <span aria-label="Quantidade">{item.quantity}</span>
            <Button
              variant="plain"
              icon="plus"
              aria-label={`Mais um ${item.name}`}
              onClick={() => change(index, { quantity: Math.min(99, item.quantity + 1) })}
            />
            <input
              aria-label={`Preço de ${item.name}, em reais`}
              inputMode="decimal"
              value={item.price}
              placeholder="0,00"
              onChange={(event) => change(index, { price: event.target.value })}
            />
            <Button
              variant="ghost"
              icon="close"
              aria-label={`Tirar ${item.name}`}
              onClick={() => onChange(items.filter((_, other) => other !== index))}
            />
          </div>
          <input
            aria-label={`Observação de ${item.name}`}
            placeholder="Observação do item"
            maxLength={200}
            value={item.notes}
            onChange={(event) => change(index, { notes: event.target.value })}
          />
        </div>
      ))}
      <div className={styles.line}>
        <input
          aria-label="Item"
          list={listId}
          placeholder="Escolha ou digite um item"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="soft" icon="plus" onClick={add}>
          Incluir
        </Button>
      </div>
      <datalist id={listId}>
        {known.data?.items.map((item) => (
          <option key={item.name} value={item.name}>
            {money(item.unitPriceCents)}
          </option>
        ))}
      </datalist>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
