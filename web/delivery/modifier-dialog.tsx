import { useRef, useState, type FormEvent } from 'react'
import {
  manualMinutes,
  modifierBody,
  saveDeliveryModifier,
  type DeliveryModifier,
  type ModifierEffect,
  type ModifierTrigger,
} from '../../contract/delivery/modifiers.ts'
import type { DeliveryZone } from '../../contract/delivery/zones.ts'
import type { DeliveryWindow } from '../../contract/delivery/windows.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { centsTyped } from '../../contract/shared/money.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { checkTyped } from '../api/check-typed.ts'
import { Box } from '../settings/settings.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { refreshDelivery } from './delivery-data.ts'
import styles from './delivery-tab.module.css'
import { WindowsFields } from './windows-fields.tsx'
import { reais } from './zone-form.rules.ts'

const triggers: readonly (readonly [ModifierTrigger['kind'], string])[] = [
  ['manual', 'Quando alguém liga'],
  ['weekly', 'Em dias e horas'],
  ['queueOver', 'Com a cozinha cheia'],
  ['freeCouriersUnder', 'Com poucos motoboys'],
  ['specialDays', 'Em feriados e dias especiais'],
]

interface Typed {
  readonly name: string
  readonly fixed: string
  readonly percent: string
  readonly minutes: string
  readonly minimum: string
  readonly close: boolean
  readonly cap: string
  readonly toCourier: boolean
  readonly kind: ModifierTrigger['kind']
  readonly count: string
  readonly windows: readonly DeliveryWindow[]
  readonly zoneIds: readonly string[]
  readonly active: boolean
}

function typedOf(one: DeliveryModifier | null): Typed {
  const of = <K extends ModifierEffect['kind']>(kind: K) =>
    one?.effects.find((effect): effect is Extract<ModifierEffect, { kind: K }> => effect.kind === kind)
  const signed = (cents: number) => `${cents < 0 ? '-' : ''}${reais(Math.abs(cents))}`
  const [fixed, percent, minutes, minimum] = [of('fixed'), of('percent'), of('minutes'), of('minimum')]
  return {
    name: one?.name ?? '',
    fixed: fixed ? signed(fixed.cents) : '',
    percent: percent ? String(percent.percent) : '',
    minutes: minutes ? String(minutes.minutes) : '',
    minimum: minimum ? reais(minimum.cents) : '',
    close: of('closeZone') !== undefined,
    cap: one?.capCents == null ? '' : reais(one.capCents),
    toCourier: one?.toCourier ?? false,
    kind: one?.when.kind ?? 'manual',
    count: one && 'count' in one.when ? String(one.when.count) : '10',
    windows:
      one?.when.kind === 'weekly'
        ? one.when.windows
        : [{ weekdays: ['FRIDAY', 'SATURDAY'], start: '19:00', end: '23:00' }],
    zoneIds: one?.zoneIds ?? [],
    active: one?.active ?? true,
  }
}

function bodyOf(typed: Typed, before: DeliveryModifier | null) {
  const cents = (text: string) => {
    const value = centsTyped(text.trim().replace(/^[-−]/, ''))
    return value === null ? Number.NaN : /^[-−]/.test(text.trim()) ? -value : value
  }
  const whole = (text: string) =>
    /^[-−]?\d{1,4}$/.test(text.trim()) ? Number(text.trim().replace('−', '-')) : Number.NaN
  const effects: ModifierEffect[] = [
    ...(typed.close ? [{ kind: 'closeZone' } as const] : []),
    ...(typed.minutes.trim() ? [{ kind: 'minutes', minutes: whole(typed.minutes) } as const] : []),
    ...(typed.minimum.trim() ? [{ kind: 'minimum', cents: cents(typed.minimum) } as const] : []),
    ...(typed.fixed.trim() ? [{ kind: 'fixed', cents: cents(typed.fixed) } as const] : []),
    ...(typed.percent.trim() ? [{ kind: 'percent', percent: whole(typed.percent) } as const] : []),
  ]
  return {
    ...(before ? { id: before.id, version: before.version } : {}),
    name: typed.name.trim(),
    effects,
    capCents: typed.cap.trim() === '' ? null : cents(typed.cap),
    toCourier: typed.toCourier,
    when: whenOf(typed, before, whole),
    zoneIds: [...typed.zoneIds],
    active: typed.active,
  }
}

function whenOf(
  { kind, windows, count }: Typed,
  before: DeliveryModifier | null,
  whole: (text: string) => number,
): ModifierTrigger {
  switch (kind) {
    case 'manual':
      return before?.when.kind === 'manual' ? before.when : { kind, until: null }
    case 'weekly':
      return { kind, windows: [...windows] }
    case 'queueOver':
    case 'freeCouriersUnder':
      return { kind, count: whole(count) }
    case 'specialDays':
      return { kind }
  }
}

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
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [everywhere, setEverywhere] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const field = (name: 'name' | 'fixed' | 'percent' | 'minutes' | 'minimum' | 'cap' | 'count') => ({
    name,
    value: typed[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRefusal(null)
    const body = {
      ...bodyOf(typed, modifier),
      ...(modifier ? {} : { storeIds: everywhere ? stores.map(({ id }) => id) : [store.id] }),
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
  return (
    <Dialog title={modifier?.name ?? 'Nova mudança de taxa ou tempo'} onClose={onClose}>
      <form ref={element} className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Nome" placeholder="Chuva" data-first {...field('name')} />
        <fieldset className={styles.group}>
          <legend>O que muda</legend>
          <div className={styles.pair}>
            <TextField
              label="Taxa (R$, mais ou menos)"
              inputMode="text"
              placeholder="2,00"
              {...field('fixed')}
            />
            <TextField label="Taxa (%, mais ou menos)" inputMode="text" {...field('percent')} />
            <TextField label="Minutos a mais" inputMode="text" placeholder="10" {...field('minutes')} />
            <TextField label="Pedido mínimo (R$)" inputMode="decimal" {...field('minimum')} />
          </div>
          <Box words="Parar a entrega" checked={typed.close} onChange={(close) => set({ close })} />
          {problems.effects ? <p className={styles.wrong}>{problems.effects}</p> : null}
        </fieldset>
        <SelectField
          label="Quando vale"
          value={typed.kind}
          options={triggers}
          hint={
            typed.kind === 'manual'
              ? `Liga por ${manualMinutes.usual} minutos e desliga sem ninguém lembrar.`
              : ''
          }
          onChange={(event) => set({ kind: event.target.value as Typed['kind'] })}
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
        <details
          className={styles.more}
          open={typed.zoneIds.length > 0 || typed.cap !== '' || typed.toCourier}
        >
          <summary>Áreas, teto e repasse</summary>
          {zones.filter(({ deny }) => !deny).length > 0 ? (
            <fieldset className={styles.group}>
              <legend>Só nestas áreas (nenhuma: todas)</legend>
              <div className={styles.checks}>
                {zones
                  .filter(({ deny }) => !deny)
                  .map(({ id, name }) => (
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
          <TextField label="Teto da taxa (R$)" inputMode="decimal" {...field('cap')} />
          <Box
            words="O que sobe na taxa vai para o entregador"
            checked={typed.toCourier}
            onChange={(toCourier) => set({ toCourier })}
          />
        </details>
        {modifier && typed.kind !== 'manual' ? (
          <Box words="Ligado nesses casos" checked={typed.active} onChange={(active) => set({ active })} />
        ) : null}
        {!modifier && stores.length > 1 ? (
          <Box words={`Nas ${stores.length} lojas`} checked={everywhere} onChange={setEverywhere} />
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

function fieldOf(path: readonly PropertyKey[], effects: readonly ModifierEffect[]): string {
  const [first, second] = path
  if (first === 'effects')
    return typeof second === 'number' ? (effects[second]?.kind ?? 'effects') : 'effects'
  if (first === 'capCents') return 'cap'
  if (first === 'when') return String(second) === 'windows' ? 'windows' : 'count'
  return String(first)
}
