import { useState } from 'react'
import { accountantFileNames, accountantFiles, linkMonths } from '../../contract/accountant/accountant.ts'
import { folded } from '../../contract/shared/folded.ts'
import { monthsBefore, monthWords } from '../fiscal/fiscal.ts'
import { useMenu } from '../menu/menu.ts'
import { ChoiceChips } from '../ui/choice-chips.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import {
  busySpans,
  deliverySpans,
  extraSpans,
  itemSpans,
  lastMonth,
  needsItem,
  reasons,
  stopSpans,
  type Asked,
  type Missing,
} from './ask.rules.ts'
import type { StoreOfAct } from './store-of-act.ts'

export interface FieldsProps {
  readonly asked: Asked
  readonly stores: readonly StoreOfAct[]
  readonly set: (change: Partial<Asked>) => void
  readonly problemOf: (field: Missing['field']) => string | undefined
}

/** What the chosen act still asks. */
export function KindFields(props: FieldsProps) {
  const { kind } = props.asked
  if (kind === 'stop') return <StopFields {...props} />
  if (kind === 'slower') return <SlowerFields {...props} />
  if (kind === 'modifier') return <DeliveryFields {...props} />
  if (kind === 'week' || kind === 'menu') return <FromFields {...props} />
  if (kind === 'invite') return <InviteFields {...props} />
  if (kind === 'export') return <ExportFields {...props} />
  return needsItem(kind) ? <ItemFields {...props} /> : null
}

function Chips<Value extends string>({
  title,
  ...chips
}: {
  readonly title: string
  readonly options: readonly (readonly [value: Value, text: string])[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}) {
  return (
    <section>
      <h3>{title}</h3>
      <ChoiceChips label={title} {...chips} />
    </section>
  )
}

function StopFields({ asked, set }: FieldsProps) {
  return (
    <>
      <Chips
        title="Por quanto tempo?"
        options={stopSpans}
        value={asked.minutes}
        onChoose={(minutes) => set({ minutes })}
      />
      <Chips
        title="Por quê? (se quiser)"
        options={reasons}
        value={asked.reason as (typeof reasons)[number][0]}
        onChoose={(reason) => set({ reason })}
      />
    </>
  )
}

function SpanChips({ asked, set }: FieldsProps) {
  return (
    <Chips
      title="Por quanto tempo?"
      options={busySpans}
      value={asked.span}
      onChoose={(span) => set({ span })}
    />
  )
}

function SlowerFields(props: FieldsProps) {
  const { asked, set } = props
  return (
    <>
      <Chips
        title="Quanto a mais na promessa do canal próprio?"
        options={extraSpans}
        value={asked.extra}
        onChoose={(extra) => set({ extra })}
      />
      <SpanChips {...props} />
    </>
  )
}

function DeliveryFields(props: FieldsProps) {
  const { asked, set, problemOf } = props
  return (
    <>
      <TextField
        label="Nome da mudança"
        hint="A loja que já tem uma com este nome liga a dela."
        maxLength={60}
        value={asked.name}
        error={problemOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="A mais no frete (R$)"
        inputMode="decimal"
        autoComplete="off"
        value={asked.fee}
        error={problemOf('fee')}
        onChange={(event) => set({ fee: event.target.value })}
      />
      <Chips
        title="Minutos a mais na entrega"
        options={deliverySpans}
        value={asked.deliveryExtra}
        onChoose={(deliveryExtra) => set({ deliveryExtra })}
      />
      <SpanChips {...props} />
    </>
  )
}

/** The store that is copied from, and what of its menu. */
function FromFields({ asked, stores, set }: FieldsProps) {
  const from = asked.from
  const menu = useMenu(from).data
  return (
    <>
      <SelectField
        label={asked.kind === 'week' ? 'Os horários de' : 'O cardápio de'}
        value={from}
        options={stores.map(({ id, name }) => [id, name] as const)}
        onChoose={(chosen) => set({ from: chosen, category: '' })}
      />
      {asked.kind === 'menu' ? (
        <SelectField
          label="Parte do cardápio"
          hint="Cada loja mantém os seus preços e o que é só dela. Nenhum item sai."
          value={asked.category}
          options={[
            ['', 'O cardápio inteiro'],
            ...(menu?.categories ?? []).map(({ name }) => [name, name] as const),
          ]}
          onChoose={(category) => set({ category })}
        />
      ) : null}
    </>
  )
}

const roleOptions = [
  ['basic', 'Atendente'],
  ['manager', 'Gerente'],
  ['owner', 'Dono ou dona'],
] as const

function InviteFields({ asked, set, problemOf }: FieldsProps) {
  return (
    <>
      <TextField
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Um e-mail só, com um link para todas as lojas. Vale por 7 dias."
        value={asked.email}
        error={problemOf('email')}
        onChange={(event) => set({ email: event.target.value })}
      />
      <Chips
        title="Com que acesso?"
        options={roleOptions}
        value={asked.role}
        onChoose={(role) => set({ role })}
      />
    </>
  )
}

const fileOptions = accountantFiles.map((file) => [file, accountantFileNames[file]] as const)

function ExportFields({ asked, set }: FieldsProps) {
  const [now] = useState(() => new Date())
  const months = monthsBefore(now.toISOString(), linkMonths).map((one) => [one, monthWords(one)] as const)
  return (
    <>
      <Chips
        title="Qual arquivo?"
        options={fileOptions}
        value={asked.file}
        onChoose={(file) => set({ file })}
      />
      <SelectField
        label="De que mês"
        hint="Uma planilha por loja, sem nome de cliente. Fica aqui por 7 dias."
        value={asked.month || lastMonth(now)}
        options={months}
        onChoose={(month) => set({ month })}
      />
    </>
  )
}

function ItemFields({ asked, stores, set, problemOf }: FieldsProps) {
  return (
    <>
      <ItemField
        storeId={stores[0]?.id ?? ''}
        value={asked.item}
        error={problemOf('item')}
        onChange={(item, code) => set({ item, code })}
      />
      {asked.kind === 'pause-item' ? (
        <Chips
          title="Até quando?"
          options={itemSpans}
          value={asked.until}
          onChoose={(until) => set({ until })}
        />
      ) : null}
      {asked.kind === 'price' ? (
        <TextField
          label="Preço no canal próprio (R$)"
          inputMode="decimal"
          autoComplete="off"
          value={asked.price}
          error={problemOf('price')}
          onChange={(event) => set({ price: event.target.value })}
        />
      ) : null}
    </>
  )
}

/** Typed, or one of the first store's menu: then its code joins it, too, as in Cardápio. */
function ItemField({
  storeId,
  value,
  error,
  onChange,
}: {
  readonly storeId: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (name: string, code: string | null) => void
}) {
  const menu = useMenu(storeId).data
  return (
    <>
      <TextField
        label="Item"
        list="items-of-acts"
        maxLength={200}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ target }) => {
          const known = menu?.items.find(({ name }) => folded(name) === folded(target.value))
          onChange(target.value, known?.externalCode ?? null)
        }}
      />
      <datalist id="items-of-acts">
        {menu?.items.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}
