import { useRef, useState, type FormEvent } from 'react'
import {
  modifierBody,
  saveDeliveryModifier,
  type DeliveryModifier,
} from '../../../contract/delivery/modifiers.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { checkTyped } from '../../api/check-typed.ts'
import { Box } from '../../kit/box.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshDelivery } from '../delivery-data.ts'
import styles from '../delivery-tab.module.css'
import { ModifierFields } from './modifier-fields.tsx'
import { bodyOf, fieldOf, typedOf, type TypedModifier } from './modifier-form.rules.ts'

/** Makes or changes one; also in the other stores, where it is new and holds for all their zones. */
export function ModifierDialog({
  modifier,
  zones,
  store,
  stores,
  onRemove,
  onClose,
}: {
  /** Null: a new one. */
  readonly modifier: DeliveryModifier | null
  readonly zones: readonly DeliveryZone[]
  readonly store: Store
  readonly stores: readonly Store[]
  readonly onRemove: () => void
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState(() => typedOf(modifier))
  const [everywhere, setEverywhere] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const set = (change: Partial<TypedModifier>) => setTyped((before) => ({ ...before, ...change }))
  const { submit, problems, refusal, busy } = useSaving({
    typed,
    modifier,
    store,
    stores: everywhere ? stores : [store],
    element,
    onClose,
  })
  const field = (name: 'name' | 'fixed' | 'percent' | 'minutes' | 'minimum' | 'cap' | 'count') => ({
    name,
    value: typed[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <Dialog title={modifier?.name ?? 'Nova mudança de taxa ou tempo'} onClose={onClose}>
      <form ref={element} className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Nome" placeholder="Chuva" data-first {...field('name')} />
        <ModifierFields typed={typed} set={set} field={field} problems={problems} zones={zones} />
        {modifier && typed.kind !== 'manual' ? (
          <Box label="Em uso" checked={typed.active} onChange={(active) => set({ active })} />
        ) : null}
        {!modifier && stores.length > 1 ? (
          <Box label={`Nas ${stores.length} lojas`} checked={everywhere} onChange={setEverywhere} />
        ) : null}
        {refusal ? (
          <p className={styles.wrong} role="alert">
            {refusal}
          </p>
        ) : null}
        <DialogFoot>
          {modifier ? (
            <Button variant="ghost" onClick={onRemove}>
              Apagar
            </Button>
          ) : null}
          <Button type="submit" variant="primary" busy={busy}>
            Salvar
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Checks and sends what is typed; the first wrong field gets the focus. */
function useSaving({
  typed,
  modifier,
  store,
  stores,
  element,
  onClose,
}: {
  readonly typed: TypedModifier
  readonly modifier: DeliveryModifier | null
  readonly store: Store
  /** Of a new one. */
  readonly stores: readonly Store[]
  readonly element: { readonly current: HTMLFormElement | null }
  readonly onClose: () => void
}) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRefusal(null)
    const body = {
      ...bodyOf(typed, modifier),
      ...(modifier ? {} : { storeIds: stores.map(({ id }) => id) }),
    }
    const checked = checkTyped(modifierBody, body)
    if (!checked.success) {
      setProblems(
        Object.fromEntries(
          checked.error.issues
            .map(({ path, message }) => [fieldOf(path, body.effects), message])
            .toReversed(),
        ),
      )
      setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 50)
      return
    }
    setProblems({})
    setBusy(true)
    try {
      await ask(saveDeliveryModifier, { body: checked.data }, { storeId: store.id })
      await refreshDelivery()
      notify(`${body.name}: salvo.`)
      onClose()
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setRefusal(detail?.message ?? errorSentence(error))
      await refreshDelivery()
      setBusy(false)
    }
  }
  return { submit, problems, refusal, busy }
}
