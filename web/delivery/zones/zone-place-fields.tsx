import type { MapPoint, RingPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../delivery-tab.module.css'
import type { ZoneForm } from './zone-form.rules.ts'
import type { MapDot } from '../map/map-shapes.tsx'
import { ZoneMap } from '../map/zone-map.tsx'

/** Where the zone is, by its kind. */
export function PlaceFields({
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
  readonly problems: Readonly<Record<string, string>>
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
          hint="Escreva outro nome depois de “=”: Vila Madalena = Vila Mada. Acentos e “Jd.” não mudam nada."
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
export function DrawFields({
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
