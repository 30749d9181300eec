import { useId, useState, type FormEvent } from 'react'
import { addOptionGroup, updateOptionGroup } from '../../../contract/menu/edit-menu.ts'
import type { Menu, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { refreshMenus } from '../menu-data.ts'
import { chargedWords } from '../price-method.rules.ts'
import { AskedWithField } from './asked-with-field.tsx'
import { Conflict } from './conflict.tsx'
import {
  movedOption,
  newOption,
  optionInput,
  optionProblem,
  typedOptions,
  wholeNumber,
  type TypedOption,
} from './group-options.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import styles from './menu-editor.module.css'
import { methodOf, PriceMethodField } from './price-method-field.tsx'
import { seen, statusOf } from './seen-version.ts'
import { PlaceButtons } from './place-buttons.tsx'

interface GroupDialogProps {
  readonly store: { readonly id: string; readonly name: string }
  readonly menu: Menu
  /** Null: a new one. */
  readonly opened: MenuOptionGroup | null
  readonly onClose: () => void
}

/** A group with its options: how many may be chosen, what each costs, in their order. */
export function GroupDialog(props: GroupDialogProps) {
  const { form, group, options, setOptions, stale } = useGroup(props)
  const [tried, setTried] = useState(false)
  const now = stale && group ? nowWords(group) : null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setTried(true)
    if (options.some((option) => optionProblem(option) !== null)) event.preventDefault()
    else form.onSubmit(event)
  }
  return (
    <Dialog title={group ? `Opções: ${group.name}` : 'Novo grupo de opções'} onClose={props.onClose}>
      <Stack
        as="form"
        gap={14}
        className={styles.form}
        onSubmit={submit}
        noValidate
        aria-label="Grupo de opções"
      >
        <Conflict refusal={form.refusal} now={now} />
        <TextField
          label="Nome do grupo"
          autoComplete="off"
          maxLength={150}
          placeholder="Escolha a borda"
          {...form.field('name')}
        />
        <div className={styles.range}>
          <TextField label="Mínimo" inputMode="numeric" autoComplete="off" {...form.field('minPermitted')} />
          <TextField label="Máximo" inputMode="numeric" autoComplete="off" {...form.field('maxPermitted')} />
          <AskedWithField
            value={form.values.optionId}
            group={group}
            menu={props.menu}
            onChange={(value) => form.set('optionId', value)}
          />
        </div>
        <Muted size={2}>
          Mínimo 0: o cliente escolhe se quiser. Mínimo 1 ou mais: o pedido só passa com a escolha feita.
        </Muted>
        <PriceMethodField
          value={form.values.priceMethod}
          options={options}
          most={wholeNumber(form.values.maxPermitted)}
          onChange={(value) => form.set('priceMethod', value)}
        />
        <Row as="label" gap={10} className={styles.check}>
          <input
            type="checkbox"
            checked={form.values.status === 'AVAILABLE'}
            onChange={(event) => form.set('status', event.target.checked ? 'AVAILABLE' : 'UNAVAILABLE')}
          />
          Pergunta por este grupo
        </Row>
        <Options options={options} tried={tried} onChange={setOptions} />
        <DialogFoot>
          <Button variant="ghost" onClick={props.onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {stale ? 'Salvar por cima' : 'Salvar'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const nowWords = ({ name, minPermitted, maxPermitted, priceMethod, options }: MenuOptionGroup): string =>
  `${name}, de ${String(minPermitted)} a ${String(maxPermitted)} (${chargedWords[priceMethod]}), com ${options.map((one) => one.name).join(', ')}`

const noGroup = {
  name: '',
  description: '',
  minPermitted: 0,
  maxPermitted: 1,
  priceMethod: 'SUM',
  optionId: null,
  status: 'AVAILABLE',
} as const

function useGroup({ store, menu, opened, onClose }: GroupDialogProps) {
  /** As it is now. */
  const group = opened && (menu.optionGroups.find(({ id }) => id === opened.id) ?? opened)
  const [key] = useState(() => crypto.randomUUID())
  const [options, setOptions] = useState<readonly TypedOption[]>(() => typedOptions(group))
  const [stale, setStale] = useState(false)
  const { name, description, minPermitted, maxPermitted, priceMethod, optionId, status } = group ?? noGroup
  const form = useForm({
    initial: {
      name,
      minPermitted: String(minPermitted),
      maxPermitted: String(maxPermitted),
      priceMethod: String(priceMethod),
      optionId: optionId ?? '',
      status: String(status),
    },
    schema: group ? updateOptionGroup.body : addOptionGroup.body,
    input: (values) => ({
      name: values.name,
      description,
      status: statusOf(values.status),
      minPermitted: wholeNumber(values.minPermitted),
      maxPermitted: wholeNumber(values.maxPermitted),
      priceMethod: methodOf(values.priceMethod),
      optionId: values.optionId === '' ? null : values.optionId,
      options: options.map(optionInput),
      ...seen(opened, group, stale),
    }),
    send: async ({ version, ...body }) => {
      try {
        if (group && version !== undefined)
          await ask(
            updateOptionGroup,
            { params: { groupId: group.id }, body: { ...body, version } },
            { storeId: store.id },
          )
        else await ask(addOptionGroup, { body }, { storeId: store.id, idempotencyKey: key })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'menu/stale-group') {
          await refreshMenus([store.id])
          setStale(true)
        }
        throw error
      }
      notify(`${body.name} salvo no cardápio de ${store.name}.`)
      onClose()
      await refreshMenus([store.id])
    },
  })
  return { form, group, options, setOptions, stale }
}

function Options({
  options,
  tried,
  onChange,
}: {
  readonly options: readonly TypedOption[]
  readonly tried: boolean
  readonly onChange: (options: readonly TypedOption[]) => void
}) {
  return (
    <>
      <h3 className={styles.part}>{plural(options.length, 'opção', 'opções')}</h3>
      <Stack as="ul" gap={4} className={styles.options}>
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            place={index + 1}
            option={option}
            problem={tried ? optionProblem(option) : null}
            onChange={(changed) => onChange(options.map((one) => (one.key === changed.key ? changed : one)))}
            onStep={(by) => {
              const moved = movedOption(options, option.key, by)
              return moved === options ? null : () => onChange(moved)
            }}
            onDelete={
              options.length > 1 ? () => onChange(options.filter((one) => one.key !== option.key)) : null
            }
          />
        ))}
      </Stack>
      <div>
        <Button variant="soft" icon="plus" onClick={() => onChange([...options, newOption()])}>
          Incluir opção
        </Button>
      </div>
    </>
  )
}

function OptionRow({
  place,
  option,
  problem,
  onChange,
  onStep,
  onDelete,
}: {
  readonly place: number
  readonly option: TypedOption
  readonly problem: string | null
  readonly onChange: (changed: TypedOption) => void
  readonly onStep: (by: -1 | 1) => (() => void) | null
  readonly onDelete: (() => void) | null
}) {
  const id = useId()
  const which = option.name.trim() || `opção ${String(place)}`
  const field = (name: 'name' | 'price' | 'most', words: string, numeric: boolean) => (
    <span data-field={name}>
      <label htmlFor={`${id}-${name}`}>{words}</label>
      <input
        id={`${id}-${name}`}
        autoComplete="off"
        inputMode={numeric ? 'decimal' : undefined}
        maxLength={numeric ? 14 : 150}
        value={option[name]}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange({ ...option, [name]: event.target.value })}
      />
    </span>
  )
  return (
    <li>
      {field('name', 'Opção', false)}
      {field('price', 'Preço (R$)', true)}
      {field('most', 'Até', true)}
      <Row as="label" gap={10} className={styles.check}>
        <input
          type="checkbox"
          checked={option.sold}
          onChange={(event) => onChange({ ...option, sold: event.target.checked })}
        />
        À venda
      </Row>
      <span className={styles.optionEnd}>
        <PlaceButtons name={which} onStep={onStep} />
        <Button
          variant="ghost"
          icon="close"
          aria-label={`Tirar ${which}`}
          disabledReason={onDelete ? null : 'Um grupo tem ao menos uma opção.'}
          onClick={() => onDelete?.()}
        />
      </span>
      <Problem id={`${id}-more`} strong size={3} className={styles.problem} aria-live="polite">
        {problem}
      </Problem>
    </li>
  )
}
