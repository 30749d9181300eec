import { manualMinutes, type ModifierTrigger } from '../../../contract/delivery/modifiers.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { Box } from '../../kit/box.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import styles from '../delivery-tab.module.css'
import type { TypedModifier } from './modifier-form.rules.ts'
import { WindowsFields } from '../windows-fields.tsx'

const triggers: readonly (readonly [ModifierTrigger['kind'], string])[] = [
  ['manual', 'Quando alguém liga'],
  ['weekly', 'Em dias e horas'],
  ['queueOver', 'Com a cozinha cheia'],
  ['freeCouriersUnder', 'Com poucos motoboys'],
  ['specialDays', 'Em feriados e dias especiais'],
]

interface FieldsProps {
  readonly typed: TypedModifier
  readonly set: (change: Partial<TypedModifier>) => void
  readonly field: (name: 'fixed' | 'percent' | 'minutes' | 'minimum' | 'cap' | 'count') => {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    onChange(event: { target: { value: string } }): void
  }
  readonly problems: Readonly<Record<string, string>>
}

/** What it changes, when, and where. */
export function ModifierFields({
  zones,
  ...props
}: FieldsProps & { readonly zones: readonly DeliveryZone[] }) {
  return (
    <>
      <EffectFields {...props} />
      <WhenFields {...props} />
      <MoreFields {...props} zones={zones.filter(({ deny }) => !deny)} />
    </>
  )
}

function EffectFields({ typed, set, field, problems }: FieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>O que muda</legend>
      <div className={styles.pair}>
        <TextField label="Taxa (R$, mais ou menos)" inputMode="text" placeholder="2,00" {...field('fixed')} />
        <TextField label="Taxa (%, mais ou menos)" inputMode="text" {...field('percent')} />
        <TextField label="Minutos a mais" inputMode="text" placeholder="10" {...field('minutes')} />
        <TextField label="Pedido mínimo (R$)" inputMode="decimal" {...field('minimum')} />
      </div>
      <Box label="Parar a entrega" checked={typed.close} onChange={(close) => set({ close })} />
      {problems.effects ? <p className={styles.wrong}>{problems.effects}</p> : null}
    </fieldset>
  )
}

function WhenFields({ typed, set, field, problems }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Quando vale"
        value={typed.kind}
        options={triggers}
        hint={typed.kind === 'manual' ? `Fica ligada ${manualMinutes.usual} minutos e desliga sozinha.` : ''}
        onChange={(event) => set({ kind: event.target.value as TypedModifier['kind'] })}
      />
      {typed.kind === 'weekly' ? (
        <>
          {problems.windows ? <p className={styles.wrong}>{problems.windows}</p> : null}
          <WindowsFields
            windows={typed.windows}
            onChange={(windows) => set({ windows })}
            addWords="Acrescentar horário"
          />
        </>
      ) : null}
      {typed.kind === 'queueOver' ? (
        <TextField
          label="Liga com mais de (pedidos na fila)"
          inputMode="numeric"
          hint="Desliga com três a menos, e depois de ao menos 15 minutos."
          {...field('count')}
        />
      ) : null}
      {typed.kind === 'freeCouriersUnder' ? (
        <TextField
          label="Liga com menos de (motoboys livres)"
          inputMode="numeric"
          hint="Conta quem está no turno e sem entrega na mão."
          {...field('count')}
        />
      ) : null}
    </>
  )
}

function MoreFields({ typed, set, field, zones }: FieldsProps & { readonly zones: readonly DeliveryZone[] }) {
  return (
    <details className={styles.more} open={typed.zoneIds.length > 0 || typed.cap !== '' || typed.toCourier}>
      <summary>Áreas, taxa máxima e repasse</summary>
      {zones.length > 0 ? (
        <fieldset className={styles.group}>
          <legend>Só nestas áreas (sem escolha, em todas)</legend>
          <div className={styles.checks}>
            {zones.map(({ id, name }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={typed.zoneIds.includes(id)}
                  onChange={(event) =>
                    set({
                      zoneIds: event.target.checked
                        ? [...typed.zoneIds, id]
                        : typed.zoneIds.filter((each) => each !== id),
                    })
                  }
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <TextField label="Taxa máxima (R$)" inputMode="decimal" {...field('cap')} />
      <Box
        label="O que sobe na taxa vai para o entregador"
        checked={typed.toCourier}
        onChange={(toCourier) => set({ toCourier })}
      />
    </details>
  )
}
