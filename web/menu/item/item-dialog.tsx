import { useState, type FormEvent } from 'react'
import { withChannel } from '../../../contract/shared/channels.ts'
import { addMenuItem, updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { type Menu, type MenuItem } from '../../../contract/menu/menu.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useForm, type Form } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { money } from '../../words/format.ts'
import { ChannelWishes } from '../channel-wishes.tsx'
import { AlsoIn } from './also-in.tsx'
import { factsInput, factsOf } from './item-facts.rules.ts'
import { ItemFactsFields } from './item-facts-fields.tsx'
import {
  categoryIn,
  changesInput,
  channelPricesOf,
  itemValues,
  newCategory,
  newItemInput,
  reaisText,
  type ItemValues,
} from './item-form.rules.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './item-dialog.module.css'
import { refreshMenus } from '../menu-data.ts'
import type { StoreItem, StoreMenu } from '../list/menu-rows.rules.ts'
import { parityText } from '../parity.rules.ts'
import { PhotoField } from './photo-field.tsx'
import { saveAlso } from './save-also.ts'

interface ItemDialogProps {
  readonly store: { readonly id: string; readonly name: string }
  readonly menu: Menu
  readonly item: MenuItem
  /** The same dish in other stores, which may take over what changes here. */
  readonly others: readonly StoreItem[]
  readonly onClose: () => void
}

/** A save by another user in between is shown; input is not lost. */
export function ItemDialog({ store, menu, item, others, onClose }: ItemDialogProps) {
  const [also, setAlso] = useState<ReadonlySet<string>>(new Set())
  const [typedPrices, setTypedPrices] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(item.channels.map((channel) => [channel.merchantId, reaisText(channel.priceCents)])),
  )
  const [stale, setStale] = useState(false)
  const [facts, setFacts] = useState(() => factsOf(item))
  const prices = channelPricesOf(item, typedPrices)
  const [submitted, setSubmitted] = useState(false)
  const form = useForm({
    initial: itemValues(item, menu),
    schema: updateMenuItem.body,
    // The latest version: a refresh updates the version that the next save is based on.
    input: (values) => ({ ...changesInput(values, item, prices ?? []), ...factsInput(facts, item, menu) }),
    alsoShown: factFields,
    send: async (body) => {
      try {
        await ask(updateMenuItem, { params: { itemId: item.id }, body }, { storeId: store.id })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'menu/stale-item') {
          await refreshMenus([store.id])
          setStale(true)
        }
        throw error
      }
      const { saved, refused } = await saveAlso(
        item,
        body,
        others.filter((other) => also.has(other.store.id)),
      )
      notify(
        saved === 0 ? `${body.name} salvo em ${store.name}.` : `${body.name} salvo em ${saved + 1} lojas.`,
      )
      for (const words of refused) notify(words, 'bad')
      onClose()
      await refreshMenus()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setSubmitted(true)
    if (prices === null) event.preventDefault()
    else form.onSubmit(event)
  }
  return (
    <Dialog title={`${item.name} em ${store.name}`} onClose={onClose}>
      <Stack
        as="form"
        gap={14}
        className={styles.form}
        onSubmit={submit}
        noValidate
        aria-label="Item do cardápio"
      >
        <Refusal text={form.refusal} now={stale ? item : null} />
        <ItemFields form={form} menu={menu} photoUrl={item.photoUrl} none />
        {item.channels.map((channel, index) => (
          <TextField
            key={channel.merchantId}
            label={`Preço ${withChannel('em', channel.platform)}${item.channels.length > 1 ? ` ${String(index + 1)}` : ''} (R$)`}
            inputMode="decimal"
            autoComplete="off"
            hint={`${parityText(item.priceCents, channel.priceCents, channel.platform)} O preço novo vai para ${withChannel('o', channel.platform)}. Nome, descrição e foto de lá mudam no portal ${withChannel('de', channel.platform)}.`}
            error={
              submitted && channelPricesOf({ ...item, channels: [channel] }, typedPrices) === null
                ? 'Informe o preço em reais, como 12,50.'
                : undefined
            }
            value={lookup(typedPrices, channel.merchantId) ?? ''}
            onChange={(event) =>
              setTypedPrices((before) => ({ ...before, [channel.merchantId]: event.target.value }))
            }
          />
        ))}
        <ChannelWishes storeId={store.id} item={item} whole />
        <ItemFactsFields
          facts={facts}
          menu={menu}
          problem={(name) => form.problem(name)}
          onChange={setFacts}
        />
        <AlsoIn others={others} chosen={also} onChange={setAlso} />
        <Actions busy={form.busy} label={stale ? 'Salvar por cima' : 'Salvar'} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

/** Names whose problems the folded parts show. */
const factFields = [
  'externalCode',
  'serving',
  'ean',
  'allergen',
  'ncm',
  'dayOfWeek',
  'startTime',
  'endTime',
] as const

/** A new item of the own channel; its category may be new too. */
export function NewItemDialog({
  menus,
  categoryId,
  onClose,
}: {
  /** Where the form starts. */
  readonly categoryId?: string
  /** The stores where the person may add items; at least one. */
  readonly menus: readonly StoreMenu[]
  readonly onClose: () => void
}) {
  const [storeId, setStoreId] = useState<string | null>(null)
  const chosen = menus.find((one) => one.store.id === storeId) ?? menus[0]
  return chosen ? (
    <Dialog title="Novo item" onClose={onClose}>
      {menus.length > 1 ? (
        <SelectField
          label="Loja"
          value={chosen.store.id}
          options={menus.map(({ store }) => [store.id, store.name] as const)}
          onChange={(event) => setStoreId(event.target.value)}
        />
      ) : null}
      <NewItemForm store={chosen.store} menu={chosen.menu} categoryId={categoryId} onClose={onClose} />
    </Dialog>
  ) : null
}

function NewItemForm({
  store,
  menu,
  categoryId,
  onClose,
}: Omit<ItemDialogProps, 'item' | 'others'> & { readonly categoryId: string | undefined }) {
  const [key] = useState(() => crypto.randomUUID())
  const [facts, setFacts] = useState(() => factsOf(null))
  const form = useForm({
    initial: { ...itemValues(null, menu), ...(categoryId ? { categoryId } : {}) },
    schema: addMenuItem.body,
    input: (values) => ({ ...newItemInput(values, menu), ...factsInput(facts, null, menu) }),
    alsoShown: factFields,
    send: async (body) => {
      await ask(addMenuItem, { body }, { storeId: store.id, idempotencyKey: key })
      notify(`${body.name} está no cardápio de ${store.name}.`)
      onClose()
      await refreshMenus([store.id])
    },
  })
  return (
    <Stack
      as="form"
      gap={14}
      className={styles.form}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="Novo item do cardápio"
    >
      <Refusal text={form.refusal} now={null} />
      <ItemFields form={form} menu={menu} photoUrl={null} />
      <ItemFactsFields facts={facts} menu={menu} problem={(name) => form.problem(name)} onChange={setFacts} />
      <Actions busy={form.busy} label="Incluir item" onClose={onClose} />
    </Stack>
  )
}

function ItemFields({
  form,
  menu,
  photoUrl,
  none = false,
}: {
  readonly form: Form<ItemValues>
  readonly menu: Menu
  readonly photoUrl: string | null
  /** Allows no category, but only existing ones. */
  readonly none?: boolean
}) {
  const { values } = form
  return (
    <>
      <PhotoField
        url={values.photo === 'keep' ? photoUrl : values.photo || null}
        error={form.problem('photo')}
        onChange={(photo) => form.set('photo', photo ?? '')}
      />
      <TextField label="Nome" autoComplete="off" maxLength={150} {...form.field('name')} />
      <TextArea
        label="Descrição"
        rows={3}
        maxLength={1000}
        value={values.description}
        error={form.problem('description')}
        onChange={(event) => form.set('description', event.target.value)}
      />
      <SelectField
        label="Categoria"
        value={categoryIn(menu, values.categoryId, none)}
        options={[
          ...menu.categories.map(({ id, name }) => [id, name] as const),
          none ? (['', 'Sem categoria'] as const) : ([newCategory, 'Nova categoria…'] as const),
        ]}
        onChange={(event) => form.set('categoryId', event.target.value)}
      />
      {!none && categoryIn(menu, values.categoryId, none) === newCategory ? (
        <TextField label="Nome da categoria" autoComplete="off" maxLength={150} {...form.field('category')} />
      ) : null}
      <TextField
        label="Preço no cardápio (R$)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0,00"
        {...form.field('priceCents')}
      />
    </>
  )
}

function Refusal({ text, now }: { readonly text: string | null; readonly now: MenuItem | null }) {
  if (!text) return null
  return (
    <Stack gap={6} className={styles.refusal} role="alert">
      <p>{text}</p>
      {now ? (
        <p>
          <b>Agora vale:</b> {now.name}, {money(now.priceCents)}.
        </p>
      ) : null}
    </Stack>
  )
}

function Actions({
  busy,
  label,
  onClose,
}: {
  readonly busy: boolean
  readonly label: string
  readonly onClose: () => void
}) {
  return (
    <DialogFoot>
      <Button variant="ghost" onClick={onClose}>
        Cancelar
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </DialogFoot>
  )
}
