import { useState, type FormEvent } from 'react'
import { addOptionGroup, updateOptionGroup } from '../../../contract/menu/edit-menu.ts'
import type { Menu, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshMenus } from '../menu-data.ts'
import { chargedWords } from '../price-method.rules.ts'
import { AskedWithField } from './asked-with-field.tsx'
import { Conflict } from './conflict.tsx'
import {
  optionInput,
  optionProblem,
  typedOptions,
  wholeNumber,
  type TypedOption,
} from './group-options.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { OptionRows } from './option-rows.tsx'
import styles from './menu-editor.module.css'
import { methodOf, PriceMethodField } from './price-method-field.tsx'
import { seen, statusOf } from './seen-version.ts'

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
        <OptionRows
          storeId={props.store.id}
          group={group}
          options={options}
          tried={tried}
          onChange={setOptions}
        />
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
