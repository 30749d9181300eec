import { useRef, useState, type FormEvent } from 'react'
import type { MapPoint, RingPoint } from '../../contract/delivery/points.ts'
import { deliveryZone, type DeliveryZone, type ZoneKind } from '../../contract/delivery/zones.ts'
import { checkTyped } from '../api/check-typed.ts'
import { Box } from '../settings/settings.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './delivery-tab.module.css'
import { newZone, zoneOf, type ZoneForm } from './zone-form.rules.ts'
import { WindowsFields } from './windows-fields.tsx'
import { ZoneMap, type MapDot } from './zone-map.tsx'

export const kindNames: readonly (readonly [ZoneKind, string])[] = [
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
  const field = (
    name:
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
      | 'payout',
  ) => ({
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
          <fieldset className={styles.kinds}>
            <legend>Como ela é definida</legend>
            {kindNames.map(([kind, words]) => (
              <label key={kind}>
                <input
                  type="radio"
                  name="kind"
                  checked={form.kind === kind}
                  onChange={() => {
                    setProblems({})
                    set({ kind })
                  }}
                />
                <span>{words}</span>
              </label>
            ))}
          </fieldset>
          <PlaceFields form={form} set={set} field={field} problems={problems} store={store} />
          <Box
            words="Aqui não entregamos"
            hint="Vale antes de todas as outras áreas."
            checked={form.deny}
            onChange={(deny) => set({ deny })}
          />
          {form.deny ? null : (
            <>
              <div className={styles.three}>
                <TextField label="Taxa (R$)" inputMode="decimal" {...field('fee')} />
                <TextField label="De (min)" inputMode="numeric" {...field('min')} />
                <TextField label="Até (min)" inputMode="numeric" {...field('max')} />
              </div>
              <div className={styles.three}>
                <TextField label="Pedido mínimo (R$)" inputMode="decimal" {...field('minimum')} />
                <TextField label="Grátis a partir de (R$)" inputMode="decimal" {...field('freeAbove')} />
                <TextField label="Repasse (R$)" inputMode="decimal" {...field('payout')} />
              </div>
            </>
          )}
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
        <div className={styles.foot}>
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
        </div>
      </form>
    </Dialog>
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
    return within[names[1] ?? ''] ?? names[1] ?? 'shape'
  }
  const own: Record<string, string> = {
    feeCents: 'fee',
    minimumCents: 'minimum',
    freeAboveCents: 'freeAbove',
    courierPayoutCents: 'payout',
  }
  return own[names[0] ?? ''] ?? names[0] ?? 'name'
}

function PlaceFields({
  form,
  set,
  field,
  problems,
  store,
}: {
  readonly form: ZoneForm
  readonly set: (change: Partial<ZoneForm>) => void
  readonly field: (name: 'fromKm' | 'toKm' | 'fromCep' | 'toCep') => {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    onChange(event: { target: { value: string } }): void
  }
  readonly problems: Problems
  readonly store: MapPoint | null
}) {
  switch (form.kind) {
    case 'district':
      return (
        <TextArea
          label="Bairros, um por linha"
          rows={5}
          value={form.districts}
          error={problems.districts}
          hint="Outros nomes depois de “=”: Vila Madalena = Vila Mada. Acentos e “Jd.”, “Vl.” não fazem diferença."
          onChange={(event) => set({ districts: event.target.value })}
        />
      )
    case 'radius':
      return (
        <>
          <div className={styles.pair}>
            <TextField label="De (km)" inputMode="decimal" {...field('fromKm')} />
            <TextField label="Até (km)" inputMode="decimal" {...field('toKm')} />
          </div>
          {store ? null : (
            <p className={styles.note}>Informe o ponto da loja em “Dados da loja”: a distância conta dali.</p>
          )}
        </>
      )
    case 'cep':
      return (
        <div className={styles.pair}>
          <TextField label="Do CEP" inputMode="numeric" {...field('fromCep')} />
          <TextField label="Ao CEP" inputMode="numeric" {...field('toCep')} />
        </div>
      )
    case 'polygon':
      return (
        <p className={styles.note}>
          Toque no mapa para pôr pontos. Arraste um ponto para mudar; com o teclado, use as setas.
        </p>
      )
  }
}

/** The drawing, and the same points as numbers. */
function DrawFields({
  form,
  set,
  zones,
  store,
  dots,
  problem,
}: {
  readonly form: ZoneForm
  readonly set: (change: Partial<ZoneForm>) => void
  readonly zones: readonly DeliveryZone[]
  readonly store: MapPoint | null
  readonly dots: readonly MapDot[]
  readonly problem: string | undefined
}) {
  const { ring } = form
  const change = (next: readonly RingPoint[]) => set({ ring: next })
  const centre: RingPoint = ring[0] ?? [store?.lng ?? -46.63, store?.lat ?? -23.55]
  return (
    <div className={styles.draw}>
      <ZoneMap
        label="Desenho da área, sobre os pedidos dos últimos 90 dias"
        zones={zones}
        selected={form.id}
        store={store}
        dots={dots}
        ring={ring}
        onRing={change}
      />
      {problem ? (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      ) : null}
      <div className={styles.tools}>
        <Button
          icon="plus"
          onClick={() => change([...ring, [sixth(centre[0] + 0.004), sixth(centre[1] + 0.004)]])}
        >
          Pôr um ponto
        </Button>
        {ring.length > 0 ? (
          <Button variant="ghost" onClick={() => change([])}>
            Começar de novo
          </Button>
        ) : null}
      </div>
      <details className={styles.more}>
        <summary>Pontos em números ({ring.length})</summary>
        <ol className={styles.points}>
          {ring.map(([lng, lat], index) => (
            <li key={index}>
              <PointField
                label={`Latitude do ponto ${index + 1}`}
                value={lat}
                onChange={(value) => change(ring.with(index, [lng, value]))}
              />
              <PointField
                label={`Longitude do ponto ${index + 1}`}
                value={lng}
                onChange={(value) => change(ring.with(index, [value, lat]))}
              />
              <Button
                variant="ghost"
                icon="close"
                aria-label={`Tirar o ponto ${index + 1}`}
                onClick={() => change(ring.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

const sixth = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

function PointField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}) {
  return (
    <input
      aria-label={label}
      type="number"
      step="0.0001"
      value={value}
      onChange={(event) => {
        if (Number.isFinite(event.target.valueAsNumber)) onChange(sixth(event.target.valueAsNumber))
      }}
    />
  )
}

export const emptyForm = (): ZoneForm => newZone('district')
