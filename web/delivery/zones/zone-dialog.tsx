import { useRef, useState, type FormEvent } from 'react'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import { deliveryZone, type DeliveryZone, type ZoneKind } from '../../../contract/delivery/zones.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { checkTyped } from '../../api/check-typed.ts'
import { Box } from '../../kit/box.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../delivery-tab.module.css'
import { newZone, zoneOf, type ZoneForm } from './zone-form.rules.ts'
import { WindowsFields } from '../windows-fields.tsx'
import type { MapDot } from '../map/map-shapes.tsx'
import { DrawFields, PlaceFields } from './zone-place-fields.tsx'

const kindNames: readonly (readonly [ZoneKind, string])[] = [
  ['district', 'Por bairro'],
  ['radius', 'Por distância'],
  ['cep', 'Por CEP'],
  ['polygon', 'Desenhada'],
]

type Problems = Readonly<Record<string, string>>

/** One zone. Nothing is saved here: the settings' own bar saves all zones together. */
export function ZoneDialog({
  form: start,
  isNew,
  zones,
  store,
  dots,
  onDone,
  onRemove,
  onClose,
}: {
  readonly form: ZoneForm
  readonly isNew: boolean
  readonly zones: readonly DeliveryZone[]
  readonly store: MapPoint | null
  readonly dots: readonly MapDot[]
  readonly onDone: (zone: DeliveryZone) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}) {
  const [form, setForm] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const element = useRef<HTMLFormElement>(null)
  const set = (change: Partial<ZoneForm>) => setForm((before) => ({ ...before, ...change }))
  const field = (name: FieldName) => ({
    name,
    value: form[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = zoneOf(form)
    const checked = checkTyped(deliveryZone, typed)
    if (checked.success) return onDone(checked.data)
    setProblems(
      Object.fromEntries(
        checked.error.issues.map(({ path, message }) => [fieldOf(path), message]).toReversed(),
      ),
    )
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 50)
    return undefined
  }
  return (
    <Dialog title={isNew ? 'Nova área' : start.name} onClose={onClose} wide={form.kind === 'polygon'}>
      <form
        ref={element}
        className={form.kind === 'polygon' ? styles.drawn : styles.fields}
        onSubmit={submit}
        noValidate
      >
        <div className={styles.fields}>
          <TextField label="Nome da área" data-first {...field('name')} />
          <KindField
            kind={form.kind}
            onChange={(kind) => {
              setProblems({})
              set({ kind })
            }}
          />
          <PlaceFields form={form} set={set} field={field} problems={problems} store={store} />
          <Box
            label="Aqui não entregamos"
            hint="Vale antes de todas as outras áreas."
            checked={form.deny}
            onChange={(deny) => set({ deny })}
          />
          {form.deny ? null : <TermFields field={field} />}
          <details className={styles.more} open={form.windows.length > 0}>
            <summary>Só em alguns horários</summary>
            {problems.windows ? <p className={styles.wrong}>{problems.windows}</p> : null}
            <WindowsFields
              windows={form.windows}
              onChange={(windows) => set({ windows })}
              addWords="Acrescentar horário"
            />
          </details>
        </div>
        {form.kind === 'polygon' ? (
          <DrawFields form={form} set={set} zones={zones} store={store} dots={dots} problem={problems.ring} />
        ) : null}
        <DialogFoot>
          {isNew ? null : (
            <Button variant="ghost" onClick={onRemove}>
              Tirar da lista
            </Button>
          )}
          <Button type="submit" variant="primary">
            {isNew ? 'Pôr na lista' : 'Pronto'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type FieldName =
  | 'name'
  | 'fromKm'
  | 'toKm'
  | 'fromCep'
  | 'toCep'
  | 'fee'
  | 'min'
  | 'max'
  | 'minimum'
  | 'freeAbove'
  | 'payout'

interface FieldProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  onChange(event: { target: { value: string } }): void
}

function KindField({
  kind: shown,
  onChange,
}: {
  readonly kind: ZoneKind
  readonly onChange: (kind: ZoneKind) => void
}) {
  return (
    <fieldset className={styles.kinds}>
      <legend>Tipo de área</legend>
      {kindNames.map(([kind, words]) => (
        <label key={kind}>
          <input type="radio" name="kind" checked={shown === kind} onChange={() => onChange(kind)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

function TermFields({ field }: { readonly field: (name: FieldName) => FieldProps }) {
  return (
    <>
      <div className={styles.three}>
        <TextField label="Taxa (R$)" inputMode="decimal" {...field('fee')} />
        <TextField label="De (min)" inputMode="numeric" {...field('min')} />
        <TextField label="Até (min)" inputMode="numeric" {...field('max')} />
      </div>
      <div className={styles.three}>
        <TextField label="Pedido mínimo (R$)" inputMode="decimal" {...field('minimum')} />
        <TextField label="Grátis desde (R$)" inputMode="decimal" {...field('freeAbove')} />
        <TextField label="Repasse (R$)" inputMode="decimal" {...field('payout')} />
      </div>
    </>
  )
}

/** The field of the form that a path of the contract means. */
function fieldOf(path: readonly PropertyKey[]): string {
  const names = path.map(String)
  if (names[0] === 'minutes') return names[1] ?? 'max'
  if (names[0] === 'windows') return 'windows'
  if (names[0] === 'shape') {
    const within: Record<string, string> = {
      fromMetres: 'fromKm',
      toMetres: 'toKm',
      from: 'fromCep',
      to: 'toCep',
    }
    return lookup(within, names[1] ?? '') ?? names[1] ?? 'shape'
  }
  const own: Record<string, string> = {
    feeCents: 'fee',
    minimumCents: 'minimum',
    freeAboveCents: 'freeAbove',
    courierPayoutCents: 'payout',
  }
  return lookup(own, names[0] ?? '') ?? names[0] ?? 'name'
}

export const emptyForm = (): ZoneForm => newZone('district')
